import type { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import { paginate } from '../../../lib/pagination.ts'
import { toPoint } from '../../../lib/sphere.ts'
import type { Listing } from '../engine/create-listing.ts'
import { toMatchQuery } from '../engine/rules.ts'

/** The JSON of the response, each character one byte, with one statement when a card is not cached. */
export async function listNearby(
  listing: Listing,
  query: Query<typeof barbershopsApi.nearby>,
  now: Date,
): Promise<string> {
  const { total, ids } = await listing.find(toMatchQuery(query, now))
  const after = `,"pagination":${JSON.stringify(paginate(total, query))}}`
  return listing.cards.write(ids, { now, center: toPoint(query), before: '{"barbershops":', after })
}
