import { type Static, Type } from 'typebox'
import { Latitude, Longitude, Strict } from './fields.ts'
import { route } from './route.ts'

export const Place = Type.Object({
  city: Type.String(),
  /** The state's two letters. */
  state: Type.String(),
  country: Type.String(),
  formattedAddress: Type.String(),
})
export type Place = Static<typeof Place>

export const placesApi = {
  reverseGeocode: route('GET', '/reverse-geocode', {
    summary: 'O lugar de uma coordenada',
    querystring: Strict({ lat: Latitude, lon: Longitude }),
    response: { 200: Place },
  }),
}
