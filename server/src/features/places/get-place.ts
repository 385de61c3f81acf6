import { ApiError } from '@na-regua/contract/errors'
import type { Place } from '@na-regua/contract/places'
import type { Geocoder } from '../../lib/geocoder.ts'
import type { Position } from '../../lib/sphere.ts'
import { findTown, toPlace } from './rules.ts'

/** About a hundred metres: neighbours share an answer. */
const DECIMALS = 3
const MOST_KEPT = 5000

export type GetPlace = (position: Position) => Promise<Place>

/**
 * Names places: neighbourhood and city by the geocoder when there is one and it answers now, the nearest municipality otherwise.
 * What the geocoder said is kept, the least recently asked goes first. Throws NOT_FOUND far from Brazil.
 */
export function createGetPlace(geocoder: Geocoder | undefined): GetPlace {
  const known = new Map<string, Place>()
  const underway = new Map<string, Promise<Place | undefined>>()

  async function ask(key: string, position: Position): Promise<Place | undefined> {
    const address = await geocoder?.find(position)
    const place = address && toPlace(address)
    if (place) known.set(key, place)
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value as string)
    return place
  }

  return async function getPlace(position) {
    const town = findTown(position)
    if (!town) throw new ApiError('NOT_FOUND')
    const key = `${position.latitude.toFixed(DECIMALS)} ${position.longitude.toFixed(DECIMALS)}`
    const kept = known.get(key)
    if (kept) {
      known.delete(key)
      known.set(key, kept)
      return kept
    }
    const asking = underway.get(key) ?? ask(key, position).finally(() => underway.delete(key))
    underway.set(key, asking)
    return (await asking) ?? toPlace(town)
  }
}
