import type { Output, Query } from '@na-regua/contract/route'
import type { suggestionsApi } from '@na-regua/contract/suggestions'
import { parseSentence } from '@na-regua/search'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { zoneOf } from '../../../lib/places/time-zone.ts'
import type { Listing } from '../engine/create-listing.ts'
import { toDistinctPlaces } from './rules.ts'

/** Of what begins as it was typed, to find the near ones among them. */
const MAX_COMPLETED = 40

/**
 * The places that a text names or begins to name: near ones and the largest cities first, of each the ones with just that name. Around
 * the name there may be other words, and it may be mistyped.
 */
export async function listPlaces(
  listing: Listing,
  { query, limit, ...position }: Query<typeof suggestionsApi.places>,
  now: Date,
): Promise<Output<typeof suggestionsApi.places>> {
  const index = await listing.getPlaces()
  const places = index.around(position)
  const today = toLocal(toEpochMinute(now), zoneOf(position.latitude, position.longitude)).date
  const { place, isPlaceGuessed } = parseSentence(query, { today, places })
  const named = place ? [place] : []
  const completed = index.complete(query, position, MAX_COMPLETED)
  // A typo is corrected only where nothing begins as it was typed.
  const found = isPlaceGuessed ? [...completed, ...named] : [...named, ...completed]
  const { likely = [], distant = [] } = Object.groupBy(found, (one) => (places.isLikely(one) ? 'likely' : 'distant'))
  return { places: toDistinctPlaces([...likely, ...distant]).slice(0, limit) }
}
