import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { api } from '../../../lib/api.ts'

export const createBarbershop = (shop: Body<typeof ownBarbershopsApi.createBarbershop>) =>
  api(ownBarbershopsApi.createBarbershop, { body: shop })
