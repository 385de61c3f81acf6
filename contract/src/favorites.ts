import { Type } from 'typebox'
import { BarbershopCard } from './barbershops.ts'
import { Id, IdParams, Latitude, Longitude, PageQuery, Pagination, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'

/** Keeps the response of `ids` small. */
export const MAX_FAVORITES = 500

const IsFavorite = Type.Object({ isFavorite: Type.Boolean() })

export const favoritesApi = defineApi(
  { tag: 'favorites', description: 'Barbearias favoritas' },
  {
    list: route('GET', '/favorites', {
      summary: 'As barbearias favoritas, a mais nova primeiro',
      /** With a position the cards contain distances; the order does not change. */
      querystring: Strict({
        latitude: Type.Optional(Latitude),
        longitude: Type.Optional(Longitude),
        ...PageQuery(10),
      }),
      response: { 200: Type.Object({ barbershops: Type.Array(BarbershopCard), pagination: Pagination }) },
    }),
    ids: route('GET', '/favorites/ids', {
      summary: 'Quais barbearias são favoritas, para os corações de uma lista',
      response: { 200: Type.Object({ ids: Type.Array(Id) }) },
    }),
    toggle: route('POST', '/favorites/toggle', {
      summary: 'Favorita ou desfavorita uma barbearia',
      body: Strict({
        barbershopId: Id,
        /** The desired state, which makes the request idempotent. Absent: the state is toggled. */
        isFavorite: Type.Optional(Type.Boolean()),
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'TOO_MANY_FAVORITES'],
      response: { 200: IsFavorite },
    }),
    check: route('GET', '/favorites/check/:id', {
      summary: 'Se uma barbearia é favorita',
      params: IdParams,
      response: { 200: IsFavorite },
    }),
  },
)
