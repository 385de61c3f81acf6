import { ownersApi } from '@na-regua/contract/owners'
import type { Body } from '@na-regua/contract/route'
import { api } from '../../../lib/api.ts'

export const saveInformation = (id: string, body: Body<typeof ownersApi.updateBarbershop>) =>
  api(ownersApi.updateBarbershop, { params: { id }, body })

export const saveFeatures = (id: string, body: Body<typeof ownersApi.setFeatures>) =>
  api(ownersApi.setFeatures, { params: { id }, body })

export const saveServices = (id: string, body: Body<typeof ownersApi.setServices>) =>
  api(ownersApi.setServices, { params: { id }, body })

export const saveHours = (id: string, body: Body<typeof ownersApi.setOperatingHours>) =>
  api(ownersApi.setOperatingHours, { params: { id }, body })
