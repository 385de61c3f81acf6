import { type Static, Type } from 'typebox'
import { Latitude, Longitude, Strict, Text } from './fields.ts'
import { reverseGeocode } from './reverse-geocode.ts'
import { defineApi, route } from './route.ts'
import { MAX_MUNICIPALITY_QUERY, MIN_MUNICIPALITY_QUERY } from './text-limits.ts'

export type { GeocodedAddress } from './reverse-geocode.ts'

export const Municipality = Type.Object({
  name: Type.String(),
  /** Abbreviation, such as GO. */
  state: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
})
export type Municipality = Static<typeof Municipality>

/** With the number and the abbreviation of IBGE. */
export const State = Type.Object({ id: Type.Integer(), nome: Type.String(), sigla: Type.String() })
export type State = Static<typeof State>

export const City = Type.Object({ id: Type.Integer(), nome: Type.String() })
export type City = Static<typeof City>

/** The address of a CEP. A small town has one CEP for all streets, and then `street` is empty. */
export const ZipAddress = Type.Object({
  street: Type.String(),
  neighborhood: Type.String(),
  city: Type.String(),
  state: Type.String(),
})
export type ZipAddress = Static<typeof ZipAddress>

export const placesApi = defineApi(
  { tag: 'places', description: 'Estados, cidades, CEP e o lugar de uma coordenada' },
  {
    reverseGeocode,
    municipalities: route('GET', '/municipalities', {
      summary: 'Municípios de um nome ou de um retângulo do mapa, os maiores primeiro',
      querystring: Strict({
        /** Prefix of a word of the name, ignoring case and accents. */
        query: Type.Optional(Text({ min: MIN_MUNICIPALITY_QUERY, max: MAX_MUNICIPALITY_QUERY })),
        north: Type.Optional(Latitude),
        south: Type.Optional(Latitude),
        east: Type.Optional(Longitude),
        west: Type.Optional(Longitude),
        limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
      }),
      response: { 200: Type.Object({ municipalities: Type.Array(Municipality) }) },
    }),
    states: route('GET', '/states', {
      summary: 'Os estados, por nome',
      response: { 200: Type.Object({ states: Type.Array(State) }) },
    }),
    cities: route('GET', '/states/:sigla/cities', {
      summary: 'Os municípios de um estado, por nome',
      params: Strict({ sigla: Type.String({ pattern: '^[A-Za-z]{2}$' }) }),
      errors: ['NOT_FOUND'],
      response: { 200: Type.Object({ cities: Type.Array(City) }) },
    }),
    zipCode: route('GET', '/zip-codes/:zip', {
      summary: 'O endereço de um CEP',
      params: Strict({ zip: Type.String({ pattern: '^\\d{5}-?\\d{3}$' }) }),
      errors: ['ZIP_CODE_NOT_FOUND', 'ZIP_CODE_UNAVAILABLE'],
      response: { 200: ZipAddress },
    }),
  },
)
