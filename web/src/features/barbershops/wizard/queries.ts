import { ownersApi } from '@na-regua/contract/owners'
import type { Body } from '@na-regua/contract/route'
import { api } from '../../../lib/api.ts'

export const createBarbershop = (shop: Body<typeof ownersApi.createBarbershop>) =>
  api(ownersApi.createBarbershop, { body: shop })
