import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { api } from '../../../lib/api.ts'

export const saveInformation = (id: string, body: Body<typeof ownBarbershopsApi.updateBarbershop>) =>
  api(ownBarbershopsApi.updateBarbershop, { params: { id }, body })

export const saveFeatures = (id: string, body: Body<typeof ownBarbershopsApi.setFeatures>) =>
  api(ownBarbershopsApi.setFeatures, { params: { id }, body })

export const saveServices = (id: string, body: Body<typeof ownBarbershopsApi.setServices>) =>
  api(ownBarbershopsApi.setServices, { params: { id }, body })

export const saveHours = (id: string, body: Body<typeof ownBarbershopsApi.setOperatingHours>) =>
  api(ownBarbershopsApi.setOperatingHours, { params: { id }, body })
