import type { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Output, Query } from '@na-regua/contract/route'
import { paginate } from '../../../lib/pagination.ts'
import type { Listing } from '../engine/create-listing.ts'
import { toMatchQuery } from '../engine/rules.ts'

/** At most one statement. */
export async function listNearby(
  listing: Listing,
  query: Query<typeof barbershopsApi.nearby>,
  now: Date,
): Promise<Output<typeof barbershopsApi.nearby>> {
  const { total, ids } = await listing.find(toMatchQuery(query, now))
  return { barbershops: await listing.listCards(ids, now, query), pagination: paginate(total, query) }
}
