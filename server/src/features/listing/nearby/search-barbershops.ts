import type { barbershopsApi } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import type { Query } from '@na-regua/contract/route'
import { toPoint } from '../../../lib/sphere.ts'
import type { Listing } from '../engine/create-listing.ts'
import { toWords } from '../engine/rules.ts'

/**
 * The JSON of the response, each character one byte, with one statement when a card is not cached. Throws INVALID_INPUT under two
 * characters.
 */
export async function searchBarbershops(
  listing: Listing,
  query: Query<typeof barbershopsApi.search>,
  now: Date,
): Promise<string> {
  if (query.query.trim().length < 2) throw new ApiError('INVALID_INPUT')
  const words = toWords(query.query)
  const ids = words.length === 0 ? [] : await listing.findByText({ area: query, words, limit: query.limit })
  return listing.cards.write(ids, { now, center: toPoint(query), before: '{"barbershops":', after: '}' })
}
