import { type Static, Type } from 'typebox'
import { NextTime } from './availability.ts'
import { BarbershopCard, barbershopOrders } from './barbershops.ts'
import { Cents, Id, Latitude, Longitude, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

export const MIN_SENTENCE_LENGTH = 2
export const MAX_SENTENCE_LENGTH = 120

export const placeKinds = ['neighborhood', 'city', 'street', 'landmark', 'zipCode'] as const

/** A place to search around. */
export const PlaceSuggestion = Type.Object({
  kind: Type.Enum(placeKinds),
  name: Type.String(),
  /** Where it is: 'São Paulo - SP', of a city only its state. */
  area: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
})
export type PlaceSuggestion = Static<typeof PlaceSuggestion>

/** What a sentence requests, as filters of GET /barbershops/nearby; null and empty where it says nothing. */
export const SentenceFilters = Type.Object({
  service: Nullable(Type.String()),
  /** YYYY-MM-DD and HH:MM in the time zone of the place, or of the position without one. */
  freeOn: Nullable(Type.String()),
  freeFrom: Nullable(Type.String()),
  freeUntil: Nullable(Type.String()),
  place: Nullable(PlaceSuggestion),
  priceMin: Nullable(Cents),
  priceMax: Nullable(Cents),
  openNow: Type.Boolean(),
  walkIns: Type.Boolean(),
  /** Minutes. */
  maxWait: Nullable(Type.Integer()),
  ratingMin: Nullable(Type.Number()),
  features: Type.Array(Type.String()),
  orderBy: Nullable(Type.Enum(barbershopOrders)),
  /** What the grammar has no rule for, as it was typed. */
  text: Type.String(),
})
export type SentenceFilters = Static<typeof SentenceFilters>

export const matchFields = ['name', 'service', 'specialty', 'neighborhood', 'city', 'street'] as const

/** Why a barbershop or a barber was found. */
export const SuggestionMatch = Type.Object({
  field: Type.Enum(matchFields),
  text: Type.String(),
  /** The price of a service. */
  priceCents: Nullable(Cents),
  /** The words of `text` that were searched for, as [start, end) in UTF-16 units. */
  highlights: Type.Array(Type.Unsafe<[number, number]>(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }))),
})
export type SuggestionMatch = Static<typeof SuggestionMatch>

/** A barber who was found by name or specialty. */
export const SuggestedBarber = Type.Object({
  id: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  barbershop: Type.Object({
    id: Id,
    name: Type.String(),
    neighborhood: Type.String(),
    timeZone: Type.String(),
    distance_in_km: Nullable(Type.Number()),
  }),
  matches: Type.Array(SuggestionMatch),
  /** The next slot for the first service of the barbershop; null if there is none in the booking window. */
  nextTime: Nullable(NextTime),
})
export type SuggestedBarber = Static<typeof SuggestedBarber>

/** What is suggested, by kind; filters are the list that a sentence requests. */
export const suggestionKinds = ['filters', 'barbershops', 'barbers', 'places'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

export const suggestionsApi = defineApi(
  { tag: 'suggestions', description: 'O que a busca sugere: barbearias, barbeiros, lugares e filtros de uma frase' },
  {
    places: route('GET', '/places', {
      summary: 'Lugares de um nome: bairro, rua, CEP, metrô, ponto conhecido ou cidade; o que se quer dizer primeiro',
      querystring: Strict({
        query: Text({ min: MIN_SENTENCE_LENGTH, max: MAX_SENTENCE_LENGTH }),
        latitude: Latitude,
        longitude: Longitude,
        limit: Type.Integer({ minimum: 1, maximum: 10, default: 6 }),
      }),
      /** Near the position before elsewhere. */
      response: { 200: Type.Object({ places: Type.Array(PlaceSuggestion) }) },
    }),
    list: route('GET', '/barbershops/suggestions', {
      summary: 'O que a busca sugere: barbearias e barbeiros e por quê, lugares, e os filtros de uma frase',
      querystring: Strict({
        query: Text({ min: MIN_SENTENCE_LENGTH, max: MAX_SENTENCE_LENGTH }),
        latitude: Latitude,
        longitude: Longitude,
        limit: Type.Integer({ minimum: 1, maximum: 20, default: 8 }),
      }),
      response: {
        200: Type.Object({
          barbershops: Type.Array(BarbershopCard),
          /** One entry for each barbershop. */
          matches: Type.Array(Type.Object({ barbershopId: Id, matches: Type.Array(SuggestionMatch) })),
          barbers: Type.Array(SuggestedBarber),
          /** The one that is meant first: near the position before elsewhere. */
          places: Type.Array(PlaceSuggestion),
          sentence: SentenceFilters,
          /** The kinds of what is suggested, the one that is meant first. */
          order: Type.Array(Type.Enum(suggestionKinds)),
          /** Sentences for users: what a word was understood as, or that it was not. */
          notes: Type.Array(Type.String()),
        }),
      },
    }),
  },
)
