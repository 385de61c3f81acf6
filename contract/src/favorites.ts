import { Type } from 'typebox'
import { BarbershopCard } from './barbershops.ts'
import { Id, IdParams, Latitude, Longitude, PageQuery, Pagination, Strict } from './fields.ts'
import { route } from './route.ts'

/** More than anyone means: it keeps the set of hearts one small answer. */
export const MAX_FAVORITES = 500

const IsFavorite = Type.Object({ isFavorite: Type.Boolean() })

export const favoritesApi = {
  list: route('GET', '/favorites', {
    summary: 'As barbearias favoritas, a mais nova primeiro',
    /** With a place the cards tell how far they are; the order stays. */
    querystring: Strict({
      latitude: Type.Optional(Latitude),
      longitude: Type.Optional(Longitude),
      ...PageQuery(12),
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
      /** The state that is wished for: sent again it changes nothing. Without it the state is turned round. */
      isFavorite: Type.Optional(Type.Boolean()),
    }),
    response: { 200: IsFavorite },
  }),
  check: route('GET', '/favorites/check/:id', {
    summary: 'Se uma barbearia é favorita',
    params: IdParams,
    response: { 200: IsFavorite },
  }),
}
