import { type Static, Type } from 'typebox'
import { IdempotencyHeaders } from './appointments.ts'
import {
  Cents,
  Id,
  IdParams,
  Instant,
  Latitude,
  LocalDate,
  Longitude,
  MAX_SERVICES_PER_APPOINTMENT,
  Nullable,
  Strict,
  Text,
} from './fields.ts'
import { LinkParams } from './reminder-reply.ts'
import { defineApi, route } from './route.ts'
import { MAX_NAME, MAX_SERVICE_QUERY } from './text-limits.ts'

/** How many targets one request has at most. */
export const MAX_WAITLIST_TARGETS = 5
/** How many spans one request has at most. */
export const MAX_WANTED_SPANS = 14
/** ACTIVE or PAUSED ones of one person. */
export const MAX_OPEN_WAITLIST_REQUESTS = 5
/** The wanted days are within so many days from today. */
export const WAITLIST_DAYS = 60
/** Kilometres, as the search. */
export const waitlistRadius = { min: 1, max: 50 } as const
/** To one person, on one day of the barbershop's zone. */
export const MAX_OFFERS_PER_DAY = 3

/** ACTIVE and PAUSED are open. An accepted offer ends a request as FULFILLED, its customer as CANCELLED, its last wanted time as EXPIRED. */
export const WaitlistStatus = Type.Enum(['ACTIVE', 'PAUSED', 'FULFILLED', 'CANCELLED', 'EXPIRED'])
export type WaitlistStatus = Static<typeof WaitlistStatus>

/** An OPEN offer ends in exactly one of the others. WITHDRAWN: by the barbershop, or because the request ended. */
export const OfferStatus = Type.Enum(['OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN'])
export type OfferStatus = Static<typeof OfferStatus>

/** Why a time became free: an appointment or time off ended, or the hours grew. */
export const FreedCause = Type.Enum(['cancelled', 'rescheduled', 'no-show', 'finished-early', 'time-off', 'hours'])
export type FreedCause = Static<typeof FreedCause>

/** A local day of the request's zone, and minutes since its midnight: from `fromMin` until before `untilMin`. */
const WantedSpan = Type.Object({
  date: LocalDate,
  fromMin: Type.Integer({ minimum: 0, maximum: 1439 }),
  untilMin: Type.Integer({ minimum: 1, maximum: 1440 }),
})
export type WantedSpan = Static<typeof WantedSpan>

/** True when no time lies in a wanted span: it ends before it begins. */
export function isEmptySpan({ fromMin, untilMin }: Pick<WantedSpan, 'fromMin' | 'untilMin'>): boolean {
  return untilMin <= fromMin
}

const SpanInput = Strict(WantedSpan.properties)

const TargetInput = Strict({
  barbershopId: Id,
  /** Absent: any of its barbers. */
  barberId: Type.Optional(Id),
  serviceIds: Type.Array(Id, { minItems: 1, maxItems: MAX_SERVICES_PER_APPOINTMENT, uniqueItems: true }),
})
export type WaitlistTargetInput = Static<typeof TargetInput>

const AreaInput = Strict({
  /** What the customer chose on the map or typed: shown again, never searched for. */
  name: Text({ min: 1, max: MAX_NAME }),
  latitude: Latitude,
  longitude: Longitude,
  radiusInKm: Type.Number({ minimum: waitlistRadius.min, maximum: waitlistRadius.max }),
  /** Words of the service's name, as the `service` filter of the search. */
  service: Text({ min: 1, max: MAX_SERVICE_QUERY }),
})

const requestFields = {
  /** Chosen barbershops. Exactly one of `targets` and `area` is given. */
  targets: Type.Optional(Type.Array(TargetInput, { minItems: 1, maxItems: MAX_WAITLIST_TARGETS })),
  area: Type.Optional(AreaInput),
  wanted: Type.Array(SpanInput, { minItems: 1, maxItems: MAX_WANTED_SPANS }),
  /** The highest price of all services together. Absent: any. */
  maxPriceCents: Type.Optional(Cents),
}
const RequestInput = Strict(requestFields)
export type WaitlistRequestInput = Static<typeof RequestInput>

const WaitlistTarget = Type.Object({
  barbershop: Type.Object({ id: Id, name: Type.String(), slug: Nullable(Type.String()) }),
  /** Null: any of its barbers. */
  barber: Nullable(Type.Object({ id: Id, name: Type.String() })),
  services: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type WaitlistTarget = Static<typeof WaitlistTarget>

/** `fit`: what the request names. The other reasons decide between requests of the same fit. */
const OfferReason = Type.Object({
  fit: Type.Enum(['barber', 'barbershop', 'area']),
  isFavorite: Type.Boolean(),
  waitingSince: Instant,
})
export type OfferReason = Static<typeof OfferReason>

/** What the link of an offer shows. It does not identify the customer. */
export const WaitlistOffer = Type.Object({
  /** The key of its page, `/o/TOKEN`. */
  token: Type.String(),
  status: OfferStatus,
  startTime: Instant,
  endTime: Instant,
  timeZone: Type.String(),
  serviceName: Type.String(),
  priceCents: Cents,
  barber: Type.Object({ id: Id, name: Type.String(), avatarUrl: Nullable(Type.String()) }),
  barbershop: Type.Object({
    id: Id,
    name: Type.String(),
    address: Type.String(),
    phone: Nullable(Type.String()),
    cancelNoticeMin: Type.Integer(),
  }),
  reason: OfferReason,
  offeredAt: Instant,
  /** An OPEN offer is exclusive until then. */
  expiresAt: Instant,
  /** Countdowns follow it: the clock of a phone may be minutes off. */
  serverTime: Instant,
})
export type WaitlistOffer = Static<typeof WaitlistOffer>

/** A request of the customer, as the agenda shows it. */
export const WaitlistRequest = Type.Object({
  id: Id,
  status: WaitlistStatus,
  version: Type.Integer(),
  /** Empty for an area. */
  targets: Type.Array(WaitlistTarget),
  area: Nullable(Type.Object(AreaInput.properties)),
  /** The zone of the first barbershop, or of the place. */
  timeZone: Type.String(),
  wanted: Type.Array(WantedSpan),
  maxPriceCents: Nullable(Cents),
  /** How many offers the request has had, the open one included. */
  offerCount: Type.Integer(),
  openOffer: Nullable(WaitlistOffer),
  createdAt: Instant,
})
export type WaitlistRequest = Static<typeof WaitlistRequest>

const Version = Type.Integer({ minimum: 1, maximum: 2_000_000_000 })
const WaitlistRequestResponse = Type.Object({ request: WaitlistRequest })
const OfferResponse = Type.Object({ offer: WaitlistOffer })
/** WAITLIST_INVALID: no or both of targets and area, a wanted span in the past, too far ahead, or that ends before it begins. */
const inputErrors = [
  'BARBERSHOP_NOT_FOUND',
  'BARBER_NOT_FOUND',
  'SERVICE_NOT_FOUND',
  'PLACE_ABROAD',
  'WAITLIST_INVALID',
] as const

const Counts = {
  freed: Type.Integer(),
  /** Times with at least one offer. */
  offered: Type.Integer(),
  /** Times that an accepted offer took. */
  refilled: Type.Integer(),
  minutesRecovered: Type.Integer(),
  centsRecovered: Type.Integer(),
}
export const WaitlistStatistics = Type.Object({
  ...Counts,
  /** All offers, also several of one time. */
  offers: Type.Integer(),
  /** In the order of FreedCause; without causes of which nothing was freed. */
  byCause: Type.Array(Type.Object({ cause: FreedCause, ...Counts })),
})
export type WaitlistStatistics = Static<typeof WaitlistStatistics>

const WaitlistSetting = Type.Object({ isOn: Type.Boolean(), version: Type.Integer() })
export type WaitlistSetting = Static<typeof WaitlistSetting>

/** "Avise-me se abrir": requests of customers for times that may open, and the exclusive offers made to them. */
export const waitlistApi = defineApi(
  { tag: 'waitlist', description: 'Pedidos de aviso se um horário abrir, e as ofertas' },
  {
    create: route('POST', '/waitlist/requests', {
      summary: 'Pede para ser avisado se um horário abrir',
      headers: IdempotencyHeaders,
      body: RequestInput,
      errors: ['EMAIL_NOT_VERIFIED', 'CUSTOMER_BLOCKED', 'TOO_MANY_WAITLIST_REQUESTS', ...inputErrors],
      response: { 201: WaitlistRequestResponse },
    }),
    listOwn: route('GET', '/waitlist/requests/me', {
      summary: 'Os próprios pedidos: os abertos e os que terminaram há até 7 dias, o mais novo primeiro',
      response: { 200: Type.Object({ requests: Type.Array(WaitlistRequest) }) },
    }),
    edit: route('PUT', '/waitlist/requests/:id', {
      summary: 'Muda um pedido aberto; quem já espera não perde a vez',
      params: IdParams,
      body: Strict({ ...requestFields, version: Version }),
      errors: ['NOT_FOUND', 'WAITLIST_REQUEST_CHANGED', 'CUSTOMER_BLOCKED', ...inputErrors],
      response: { 200: WaitlistRequestResponse },
    }),
    setStatus: route('POST', '/waitlist/requests/:id/status', {
      summary: 'Pausa, retoma ou cancela um pedido; a oferta aberta dele termina ao pausar e ao cancelar',
      params: IdParams,
      body: Strict({ status: Type.Enum(['ACTIVE', 'PAUSED', 'CANCELLED']), version: Version }),
      errors: ['NOT_FOUND', 'WAITLIST_REQUEST_CHANGED'],
      response: { 200: WaitlistRequestResponse },
    }),
    listOffers: route('GET', '/waitlist/offers/me', {
      summary: 'As ofertas abertas da pessoa',
      response: { 200: Type.Object({ offers: Type.Array(WaitlistOffer) }) },
    }),
    getOffer: route('GET', '/waitlist/offers/:token', {
      summary: 'Uma oferta pelo link; olhar não muda nada',
      params: LinkParams,
      errors: ['LINK_INVALID'],
      response: { 200: OfferResponse },
    }),
    accept: route('POST', '/waitlist/offers/:token/accept', {
      summary: 'Fica com o horário, pelo link e sem login; de novo: a mesma resposta',
      params: LinkParams,
      errors: ['LINK_INVALID', 'OFFER_ENDED', 'CUSTOMER_BUSY', 'CUSTOMER_BLOCKED', 'ACCOUNT_LEAVING'],
      response: { 200: OfferResponse },
    }),
    decline: route('POST', '/waitlist/offers/:token/decline', {
      summary: 'Deixa o horário passar ao próximo, pelo link e sem login',
      params: LinkParams,
      errors: ['LINK_INVALID', 'OFFER_ENDED'],
      response: { 200: OfferResponse },
    }),
  },
)

/** The settings of the owner, per barbershop. */
export const waitlistSettingsApi = defineApi(
  { tag: 'waitlistSettings', description: 'A lista de espera, para o dono' },
  {
    get: route('GET', '/barbershops/:id/waitlist', {
      summary: 'Se a barbearia oferece os horários que abrem a quem espera',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ setting: WaitlistSetting }) },
    }),
    set: route('PUT', '/barbershops/:id/waitlist', {
      summary: 'Liga ou desliga a oferta dos horários que abrem',
      params: IdParams,
      body: Strict({ isOn: Type.Boolean(), version: Version }),
      errors: ['BARBERSHOP_NOT_FOUND', 'EDIT_CONFLICT', 'PLAN_LAPSED'],
      response: { 200: Type.Object({ setting: WaitlistSetting }) },
    }),
    statistics: route('GET', '/barbershops/:id/waitlist/statistics', {
      summary: 'Horários que abriram, foram oferecidos e preenchidos, com minutos e reais recuperados',
      params: IdParams,
      /** The last so many days, today included, in the barbershop's zone. */
      querystring: Strict({ days: Type.Integer({ minimum: 1, maximum: 365, default: 30 }) }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ statistics: WaitlistStatistics }) },
    }),
  },
)
