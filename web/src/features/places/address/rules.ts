import type { Place, ZipAddress } from '@na-regua/contract/places'
import type { Address } from '../../../lib/address.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { describePlace } from '../rules.ts'

/** A point of the map is kept and shown to about ten centimetres. */
const DECIMALS = 6

/** '-16.686882': the six decimals of a point, one number. */
export function formatDegrees(degrees: number) {
  return degrees.toFixed(DECIMALS)
}

export function toPoint({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: Number(formatDegrees(latitude)), longitude: Number(formatDegrees(longitude)) }
}

/** What a CEP names replaces what stood there: it was typed to say where the shop is. A town's only CEP names no street. */
export function fillFromZip(current: Address, { street, neighborhood, city, state }: ZipAddress): Partial<Address> {
  return {
    street: street || current.street,
    neighborhood: neighborhood || current.neighborhood,
    city,
    state,
    ...(current.address.trim() === '' && street && { address: `${street}, ` }),
  }
}

/** What a point of the map is called fills what is still empty, and nothing else. */
export function fillFromPlace(current: Address, place: Place): Partial<Address> {
  const isElsewhere = current.state !== '' && current.state !== place.state
  const line = describePlace(place)
  // A line that only names the city is no address at which anybody finds a door.
  const isLine = line !== '' && !line.startsWith(place.city)
  return {
    ...(current.state === '' && { state: place.state }),
    ...(current.city === '' && !isElsewhere && { city: place.city }),
    ...(current.address.trim() === '' && isLine && { address: line }),
  }
}
