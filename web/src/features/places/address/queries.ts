import { type AddressParts, composeAddressLine, isOwnAddressLine } from '@na-regua/contract/addresses'
import { type GeocodedAddress, placesApi, type ZipAddress } from '@na-regua/contract/places'
import type { PlaceSuggestion } from '@na-regua/contract/suggestions'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Address, Coordinates } from '../../../lib/geolocation.ts'

/** These lists change once in years. */
const rarelyChanging = { staleTime: Number.POSITIVE_INFINITY, retry: 1 }

export const statesQuery = () =>
  queryOptions({
    queryKey: ['states'],
    queryFn: ({ signal }) => api(placesApi.states, { signal }),
    select: ({ states }) => states,
    ...rarelyChanging,
  })

export const citiesQuery = (sigla: string) =>
  queryOptions({
    queryKey: ['states', sigla],
    queryFn: sigla ? ({ signal }) => api(placesApi.cities, { params: { sigla }, signal }) : skipToken,
    select: ({ cities }) => cities,
    ...rarelyChanging,
  })

/** The address of a CEP of eight digits. */
export const zipCodeQuery = (zip: string) =>
  queryOptions({
    queryKey: ['zip-codes', zip],
    queryFn: ({ signal }) => api(placesApi.zipCode, { params: { zip }, signal }),
    ...rarelyChanging,
    retry: false,
  })

/** About ten centimetres. */
const DECIMALS = 6

/** '-16.686882'. */
export function formatDegrees(degrees: number) {
  return degrees.toFixed(DECIMALS)
}

export function roundPickedPosition({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: Number(formatDegrees(latitude)), longitude: Number(formatDegrees(longitude)) }
}

function trimParts({ street, number, complement, neighborhood, city, state }: Address): AddressParts {
  const parts = { street, number, complement, neighborhood, city, state }
  return Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, text.trim()])) as AddressParts
}

/** The line that the parts make. */
export function composeLine(address: Address) {
  return composeAddressLine(trimParts(address))
}

/** Whether the owner wrote the line. */
export function isOwnLine(address: Address) {
  return isOwnAddressLine(address.address.trim(), trimParts(address))
}

/** A change of parts, which the line follows unless the owner wrote it. */
export function changeAddress(current: Address, change: Partial<Address>): Partial<Address> {
  return isOwnLine(current) ? change : { ...change, address: composeLine({ ...current, ...change }) }
}

/** The CEP's address replaces the current values. The single CEP of a small town has no street: the typed one stays. */
export function fillFromZip(current: Address, { street, neighborhood, city, state }: ZipAddress): Partial<Address> {
  return changeAddress(current, {
    street: street || current.street,
    neighborhood: neighborhood || current.neighborhood,
    city,
    state,
  })
}

/** The place of a position fills only the empty fields. */
export function fillFromPlace(current: Address, place: GeocodedAddress): Partial<Address> {
  if (isOtherPlace(current, place)) return {}
  return changeAddress(current, {
    state: place.state,
    city: current.city || place.city,
    neighborhood: current.neighborhood || (place.neighborhood ?? ''),
  })
}

/** What the name of a place says of an address; a CEP is looked up instead. */
export function fillFromSuggestion(current: Address, { kind, name, area }: PlaceSuggestion): Partial<Address> {
  if (kind === 'zipCode') return {}
  const [city = '', state = ''] = kind === 'city' ? [name, area] : area.split(' - ')
  return changeAddress(current, {
    state,
    city,
    ...(kind === 'neighborhood' && { neighborhood: name }),
    ...(kind === 'street' && { street: name }),
  })
}

/** Whether the fields name another city or state than the place of the position. */
export function isOtherPlace({ state, city }: Address, place: GeocodedAddress) {
  return (state !== '' && state !== place.state) || (city !== '' && city !== place.city)
}
