import { ApiError } from '@na-regua/contract/errors'
import type { GeocodedAddress } from '@na-regua/contract/places'
import { LoadingCache } from '../../lib/caches/loading-cache.ts'
import type { Geocoder } from '../../lib/places/geocoder.ts'
import type { Position } from '../../lib/sphere.ts'
import { findNearestMunicipality, toGeocodedAddress } from './rules.ts'

/** About a hundred metres, so that neighbours share a result. */
const DECIMALS = 3
const MAX_ADDRESSES = 5000

export type ReverseGeocode = (position: Position) => Promise<GeocodedAddress>

/**
 * Neighbourhood and city of a position from the geocoder, the nearest municipality when there is no geocoder or it fails.
 * Only results of the geocoder are stored. Throws NOT_FOUND far from Brazil.
 */
export function createReverseGeocode(geocoder: Geocoder | undefined): ReverseGeocode {
  const isStored = (address: GeocodedAddress | undefined) => address !== undefined
  const addresses = new LoadingCache<GeocodedAddress | undefined>({ max: MAX_ADDRESSES, isStored })

  return async function reverseGeocode(position) {
    const municipality = findNearestMunicipality(position)
    if (!municipality) throw new ApiError('NOT_FOUND')
    const key = `${position.latitude.toFixed(DECIMALS)} ${position.longitude.toFixed(DECIMALS)}`
    const geocoded = await addresses.get(key, async () => {
      const address = await geocoder?.find(position)
      return address && toGeocodedAddress(address)
    })
    return geocoded ?? toGeocodedAddress(municipality)
  }
}
