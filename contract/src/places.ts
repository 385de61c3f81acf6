import { type Static, Type } from 'typebox'
import { Latitude, Longitude, Strict, Text } from './fields.ts'
import { route } from './route.ts'

export const Place = Type.Object({
  city: Type.String(),
  /** The state's two letters. */
  state: Type.String(),
  country: Type.String(),
  formattedAddress: Type.String(),
})
export type Place = Static<typeof Place>

export const Municipality = Type.Object({
  name: Type.String(),
  /** The state's two letters. */
  state: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
})
export type Municipality = Static<typeof Municipality>

export const placesApi = {
  reverseGeocode: route('GET', '/reverse-geocode', {
    summary: 'O lugar de uma coordenada',
    querystring: Strict({ lat: Latitude, lon: Longitude }),
    response: { 200: Place },
  }),
  municipalities: route('GET', '/municipalities', {
    summary: 'Municípios de um nome ou de um retângulo do mapa, os maiores primeiro',
    querystring: Strict({
      /** Beginning of the name or of one of its words, in any case and with or without accents. */
      query: Type.Optional(Text({ min: 2, max: 60 })),
      north: Type.Optional(Latitude),
      south: Type.Optional(Latitude),
      east: Type.Optional(Longitude),
      west: Type.Optional(Longitude),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
    }),
    response: { 200: Type.Object({ municipalities: Type.Array(Municipality) }) },
  }),
}
