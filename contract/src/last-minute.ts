import { type Static, Type } from 'typebox'
import { DiscountPercent, LastMinuteSlot, LastMinuteSlots } from './availability.ts'
import { Id, IdParams, Instant, Latitude, Longitude, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'

export { discountLimits, LastMinutePrice, LastMinuteSlot } from './availability.ts'

/** How many hours before a time begins the rule offers it. */
export const ruleHours = { min: 1, max: 24 } as const
/** How far ahead a last-minute slot may begin, in hours. */
export const MAX_HOURS_AHEAD = 24
/** What one person gets at most, over all barbershops. */
export const lastMinuteCaps = { perDay: 1, perWeek: 3 } as const

/** What a person agrees to, in these words. Stored with the consent; with another text the server refuses it. */
export const LAST_MINUTE_CONSENT_TEXT =
  'Quero que a Na Régua me avise de horários relâmpago, com desconto: nas barbearias que favoritei; onde as datas das minhas visitas ' +
  'dizem que está na minha hora de voltar; e perto de onde pedi “Avise-me se abrir”, se o serviço, a hora e o preço combinam. ' +
  'No máximo um aviso por dia e três por semana, nunca à noite, e desligo quando quiser.'

const ruleFields = {
  isOn: Type.Boolean(),
  percent: DiscountPercent,
  hoursBefore: Type.Integer({ minimum: ruleHours.min, maximum: ruleHours.max }),
  /** 0 is Sunday. */
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7, uniqueItems: true }),
}
/** By which what is free in a barbershop becomes last-minute slots. */
export const LastMinuteRule = Type.Object({ ...ruleFields, version: Type.Integer() })
export type LastMinuteRule = Static<typeof LastMinuteRule>

const NearbyLastMinute = Type.Object({
  ...LastMinuteSlot.properties,
  barbershop: Type.Object({ name: Type.String(), neighborhood: Type.String(), coverImageUrl: Nullable(Type.String()) }),
  distanceKm: Type.Number(),
})
export type NearbyLastMinute = Static<typeof NearbyLastMinute>

/** The consent to messages about last-minute slots. Off until it is given. */
export const LastMinuteConsent = Type.Object({
  givenAt: Nullable(Instant),
  /** It was given to `consentText`. One to an earlier text is for messages of favorites only. */
  isCurrent: Type.Boolean(),
  /** The text to agree to. */
  consentText: Type.String(),
})
export type LastMinuteConsent = Static<typeof LastMinuteConsent>

const SavedRule = Type.Object({ rule: LastMinuteRule })

export const lastMinuteApi = defineApi(
  { tag: 'lastMinute', description: 'Horários relâmpago: os de hoje com desconto' },
  {
    nearby: route('GET', '/last-minute/nearby', {
      summary: 'Horários relâmpago em volta de um ponto, os que começam antes primeiro, no máximo um por barbearia',
      querystring: Strict({
        latitude: Latitude,
        longitude: Longitude,
        radiusInKm: Type.Number({ exclusiveMinimum: 0, maximum: 20, default: 5 }),
        limit: Type.Integer({ minimum: 1, maximum: 20, default: 10 }),
      }),
      response: { 200: Type.Object({ slots: Type.Array(NearbyLastMinute) }) },
    }),
    make: route('POST', '/barbershops/:id/last-minute', {
      summary: 'A equipe oferece um horário livre de hoje com desconto',
      params: IdParams,
      body: Strict({ barberId: Id, startsAt: Instant, endsAt: Instant, percent: DiscountPercent }),
      errors: ['BARBERSHOP_NOT_FOUND', 'BARBER_NOT_FOUND', 'SLOT_UNAVAILABLE', 'STATE_CHANGED'],
      response: { 201: LastMinuteSlots },
    }),
    withdraw: route('DELETE', '/last-minute/:id', {
      summary: 'A equipe retira um horário relâmpago',
      params: IdParams,
      errors: ['NOT_FOUND', 'LAST_MINUTE_ENDED'],
      response: { 200: Type.Object({ withdrawn: Type.Boolean() }) },
    }),
    rule: route('GET', '/barbershops/:id/last-minute/rule', {
      summary: 'A regra dos horários relâmpago da barbearia',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: SavedRule },
    }),
    saveRule: route('PUT', '/barbershops/:id/last-minute/rule', {
      summary: 'Muda a regra; os horários que ela abriu e ninguém marcou são retirados',
      params: IdParams,
      body: Strict({ ...ruleFields, version: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }) }),
      errors: ['BARBERSHOP_NOT_FOUND', 'EDIT_CONFLICT', 'PLAN_LAPSED'],
      response: { 200: SavedRule },
    }),
    consent: route('GET', '/last-minute/consent', {
      summary: 'Se a pessoa quer ser avisada de horários relâmpago, e desde quando',
      response: { 200: LastMinuteConsent },
    }),
    setConsent: route('PUT', '/last-minute/consent', {
      summary: 'Aceita, com o texto que leu, ou deixa de aceitar os avisos de horários relâmpago',
      body: Strict({
        isOn: Type.Boolean(),
        /** To agree: the text that was shown. */
        consentText: Type.Optional(Text({ max: 1000 })),
      }),
      errors: ['CONSENT_OUTDATED'],
      response: { 200: LastMinuteConsent },
    }),
  },
)
