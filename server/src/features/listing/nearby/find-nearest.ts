import { type barbershopsApi, MAX_RADIUS_KM } from '@na-regua/contract/barbershops'
import type { Output, Query } from '@na-regua/contract/route'
import { HALF_EARTH_KM } from '../../../lib/sphere.ts'
import type { Listing } from '../engine/create-listing.ts'
import { toMatchFilters } from '../engine/rules.ts'

/**
 * The nearest that matches, within the widest search: the slots of all barbershops need not be known. Else the nearest of all. At most one
 * statement.
 */
export async function findNearest(
  listing: Listing,
  { latitude, longitude, ...filters }: Query<typeof barbershopsApi.nearest>,
  now: Date,
): Promise<Output<typeof barbershopsApi.nearest>> {
  const here = { latitude, longitude }
  const first = { orderBy: 'distance', limit: 1, offset: 0, now } as const
  const matching = await listing.find({
    ...first,
    area: { ...here, radiusInKm: MAX_RADIUS_KM },
    filters: toMatchFilters(filters),
  })
  const isMatch = matching.total > 0
  const { ids } = isMatch
    ? matching
    : await listing.find({ ...first, area: { ...here, radiusInKm: HALF_EARTH_KM }, filters: {} })
  const [barbershop = null] = await listing.listCards(ids, now, here)
  return { barbershop, isMatch }
}
