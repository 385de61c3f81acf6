import { type barbershopsApi, MIN_BARBERSHOP_QUERY } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import type { Output, Query } from '@na-regua/contract/route'
import type { Listing } from '../engine/create-listing.ts'
import { toWords } from '../engine/rules.ts'

/** At most one statement. Throws INVALID_INPUT under two characters. */
export async function searchBarbershops(
  listing: Listing,
  query: Query<typeof barbershopsApi.search>,
  now: Date,
): Promise<Output<typeof barbershopsApi.search>> {
  if (query.query.trim().length < MIN_BARBERSHOP_QUERY) throw new ApiError('INVALID_INPUT')
  const words = toWords(query.query)
  const ids = words.length === 0 ? [] : await listing.findByText({ area: query, words, limit: query.limit })
  return { barbershops: await listing.listCards(ids, now, query) }
}
