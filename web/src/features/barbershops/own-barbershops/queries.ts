import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The owner's barbershops, active or not, and the plan that limits them. The key starts with the topic of the event stream. */
export const ownBarbershopsQuery = () =>
  queryOptions({
    queryKey: ['account', 'barbershops'],
    queryFn: ({ signal }) => api(ownBarbershopsApi.listBarbershops, { signal }),
    // Cached data is shown at once, but always refetched: another tab may have changed it.
    refetchOnMount: 'always',
  })

export const activateBarbershop = (id: string) => api(ownBarbershopsApi.activate, { params: { id } })

export const deactivateBarbershop = (id: string, booked: 'ask' | 'keep' | 'cancel') =>
  api(ownBarbershopsApi.deactivate, { params: { id }, query: { booked } })

export const featureBarbershop = (id: string, isFeatured: boolean) =>
  api(ownBarbershopsApi.setFeatured, { params: { id }, body: { isFeatured } })

export const saveInformation = (id: string, body: Body<typeof ownBarbershopsApi.updateBarbershop>) =>
  api(ownBarbershopsApi.updateBarbershop, { params: { id }, body })

export const saveFeatures = (id: string, body: Body<typeof ownBarbershopsApi.setFeatures>) =>
  api(ownBarbershopsApi.setFeatures, { params: { id }, body })

export const saveServices = (id: string, body: Body<typeof ownBarbershopsApi.setServices>) =>
  api(ownBarbershopsApi.setServices, { params: { id }, body })

export const saveHours = (id: string, body: Body<typeof ownBarbershopsApi.setOperatingHours>) =>
  api(ownBarbershopsApi.setOperatingHours, { params: { id }, body })
