import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The caller's shops, switched on or off, and the plan that limits them. Its key begins with the topic of the live events. */
export const ownBarbershopsQuery = () =>
  queryOptions({
    queryKey: ['account', 'barbershops'],
    queryFn: ({ signal }) => api(ownBarbershopsApi.listBarbershops, { signal }),
    // What was seen before shows at once, and is never believed: another tab may have changed it.
    refetchOnMount: 'always',
  })

export const activateBarbershop = (id: string) => api(ownBarbershopsApi.activate, { params: { id } })

export const deactivateBarbershop = (id: string, booked: 'ask' | 'keep' | 'cancel') =>
  api(ownBarbershopsApi.deactivate, { params: { id }, query: { booked } })

export const featureBarbershop = (id: string, isFeatured: boolean) =>
  api(ownBarbershopsApi.setFeatured, { params: { id }, body: { isFeatured } })
