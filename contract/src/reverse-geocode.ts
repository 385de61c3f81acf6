import { type Static, Type } from 'typebox'
import { Latitude, Longitude, Strict } from './fields.ts'
import { route } from './route.ts'

export const GeocodedAddress = Type.Object({
  city: Type.String(),
  /** Abbreviation, such as GO. */
  state: Type.String(),
  country: Type.String(),
  /** Where the geocoder knows it. */
  neighborhood: Type.Optional(Type.String()),
  formattedAddress: Type.String(),
})
export type GeocodedAddress = Static<typeof GeocodedAddress>

/** On its own, because the home page needs no other request about places. */
export const reverseGeocode = route('GET', '/reverse-geocode', {
  summary: 'O lugar de uma coordenada',
  querystring: Strict({ lat: Latitude, lon: Longitude }),
  errors: ['NOT_FOUND'],
  response: { 200: GeocodedAddress },
})
