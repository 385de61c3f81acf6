import type { GeocodedAddress, ZipAddress } from '@na-regua/contract/places'
import type { Address, Coordinates } from '../../../lib/geolocation.ts'
import { describePlace } from '../rules.ts'

/** About ten centimetres. */
const DECIMALS = 6

/** '-16.686882'. */
export function formatDegrees(degrees: number) {
  return degrees.toFixed(DECIMALS)
}

export function roundPickedPosition({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: Number(formatDegrees(latitude)), longitude: Number(formatDegrees(longitude)) }
}

/** The CEP's address replaces the current values. The single CEP of a small town has no street: the typed one stays. */
export function fillFromZip(current: Address, { street, neighborhood, city, state }: ZipAddress): Partial<Address> {
  return {
    street: street || current.street,
    neighborhood: neighborhood || current.neighborhood,
    city,
    state,
    ...(current.address.trim() === '' && street && { address: `${street}, ` }),
  }
}

/** The place name of a picked position fills only the empty fields. */
export function fillFromPlace(current: Address, place: GeocodedAddress): Partial<Address> {
  const isOtherState = current.state !== '' && current.state !== place.state
  const line = describePlace(place)
  // A line that only names the city is not an address.
  const isStreetAddress = line !== '' && !line.startsWith(place.city)
  return {
    ...(current.state === '' && { state: place.state }),
    ...(current.city === '' && !isOtherState && { city: place.city }),
    ...(current.address.trim() === '' && isStreetAddress && { address: line }),
  }
}
