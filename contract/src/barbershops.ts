import { type Static, Type } from 'typebox'
import { nearbyFilters } from './barbershop-filters.ts'
import { BarbershopMap } from './barbershop-map.ts'
import {
  Cents,
  HourMinute,
  Id,
  IdParams,
  Latitude,
  LocalDate,
  Longitude,
  Nullable,
  PageQuery,
  Pagination,
  Strict,
  Text,
  WaitRange,
} from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_SEARCH_TEXT } from './text-limits.ts'

export const Feature = Type.Object({ id: Type.Integer(), name: Type.String() })
export type Feature = Static<typeof Feature>

/** How one barber differs from the barbershop in a service. Null: as the barbershop. */
export const BarberTerms = Type.Object({
  barberId: Id,
  isProvided: Type.Boolean(),
  durationMin: Nullable(Type.Integer()),
  priceCents: Nullable(Cents),
})
export type BarberTerms = Static<typeof BarberTerms>

/** Duration and price are those of the list, which barbers without terms have. */
export const Service = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  durationMin: Type.Integer(),
  /** Minutes that the barber is blocked after the service. */
  bufferMin: Type.Integer(),
  priceCents: Cents,
  isActive: Type.Boolean(),
  /** By which the owner groups services. */
  category: Type.Optional(Nullable(Type.String())),
  /** The services in a combo. Null for any other service. */
  includes: Type.Optional(Nullable(Type.Array(Id))),
  /** The terms of the barbers who differ; null when none does. */
  barbers: Type.Optional(Nullable(Type.Array(BarberTerms))),
})
export type Service = Static<typeof Service>

/** The price of these services in one appointment; null means the sum of their prices. A combo is a service, too. */
export const ServiceCombination = Type.Object({
  serviceId: Type.Optional(Nullable(Id)),
  serviceIds: Type.Array(Id),
  durationMin: Type.Integer(),
  priceCents: Nullable(Cents),
})
export type ServiceCombination = Static<typeof ServiceCombination>

/** One opening of a weekday (0 = Sunday). A closeTime at or before openTime is past midnight; a closed day is one entry with isClosed. */
export const WorkingHour = Type.Object({
  id: Type.String(),
  dayOfWeek: Type.Integer({ minimum: 0, maximum: 6 }),
  openTime: HourMinute,
  closeTime: HourMinute,
  isClosed: Type.Boolean(),
})
export type WorkingHour = Static<typeof WorkingHour>

export const MAX_SPECIAL_DATE_REASON = 80

/** A date with its own hours, or closed, like a holiday. Several rows of one date are several intervals. */
export const SpecialDate = Strict({
  date: LocalDate,
  openTime: Nullable(HourMinute),
  closeTime: Nullable(HourMinute),
  isClosed: Type.Boolean(),
  reason: Nullable(Text({ max: MAX_SPECIAL_DATE_REASON })),
})
export type SpecialDate = Static<typeof SpecialDate>

/** How customers pay at the barbershop. */
export const shopPaymentMethods = ['pix', 'cash', 'debit', 'credit'] as const
export type ShopPaymentMethod = (typeof shopPaymentMethods)[number]
export const PaymentMethods = Type.Array(Type.Enum(shopPaymentMethods), {
  maxItems: shopPaymentMethods.length,
  uniqueItems: true,
})

const card = {
  id: Id,
  name: Type.String(),
  /** Without the number. */
  street: Type.String(),
  /** Empty when it has none. */
  number: Type.String(),
  neighborhood: Type.String(),
  city: Type.String(),
  state: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  /** IANA name; all local times of the barbershop are in it. */
  timeZone: Type.String(),
  coverImageUrl: Nullable(Type.String()),
  images: Type.Array(Type.String()),
  features: Type.Array(Type.String()),
  is_active: Type.Boolean(),
  is_featured: Type.Boolean(),
  /** Every check of the badge holds: see decision 22. */
  is_verified: Type.Boolean(),
  is_open: Type.Boolean(),
  /** HH:MM in `timeZone` while open. */
  openUntil: Nullable(Type.String()),
  averageRating: Nullable(Type.Number()),
  reviewCount: Type.Integer(),
  /** Along the surface, from the position of the request. */
  distance_in_km: Nullable(Type.Number()),
  /** Cents of the cheapest active service, with the cheapest barber. */
  price_from: Nullable(Cents),
}

export const BarbershopCard = Type.Object({
  ...card,
  /** Null: it has no queue, or it takes no entries now. Without a wait it takes walk-ins, and how long they wait is not known. */
  queue: Nullable(Type.Object({ wait: Nullable(WaitRange) })),
})
export type BarbershopCard = Static<typeof BarbershopCard>

export const Barbershop = Type.Object({
  ...card,
  /** It takes walk-ins: its queue is on. */
  hasQueue: Type.Boolean(),
  /** The own address of the page is `/slug`. Null until the barbershop gets one. */
  slug: Nullable(Type.String()),
  description: Nullable(Type.String()),
  /** The complete public line. */
  address: Type.String(),
  complement: Type.String(),
  zipCode: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  whatsapp: Nullable(Type.String()),
  /** The handle of its account, without '@'. */
  instagram: Type.Optional(Nullable(Type.String())),
  /** Empty: the barbershop has not said. */
  paymentMethods: Type.Optional(PaymentMethods),
  services: Type.Array(Service),
  combinations: Type.Array(ServiceCombination),
  /** Minutes before the start until which it can be booked, and until which the customer may change it. */
  minimumNoticeMin: Type.Integer(),
  cancelNoticeMin: Type.Integer(),
  /** How many days ahead can be booked. */
  bookingWindowDays: Type.Integer(),
  workingHours: Type.Array(WorkingHour),
  /** From today on, by date. */
  specialDates: Type.Array(SpecialDate),
})
export type Barbershop = Static<typeof Barbershop>

/** Completed appointments of the last 90 days that the verified badge needs. */
export const VERIFIED_COMPLETED = 10

export const barbershopOrders = ['distance', 'rating', 'price', 'popularity', 'nextFree', 'soonest'] as const
export type BarbershopOrder = (typeof barbershopOrders)[number]

/** `max` is null for "from min upwards". Cents. */
const PriceRange = Type.Object({ label: Type.String(), min: Cents, max: Nullable(Cents) })
const FilterOption = Type.Object({ value: Type.Number(), label: Type.String() })
export const FilterOptions = Type.Object({
  distances: Type.Array(FilterOption),
  priceRanges: Type.Array(PriceRange),
  ratings: Type.Array(FilterOption),
  features: Type.Array(Feature),
})
export type FilterOptions = Static<typeof FilterOptions>

/** So many days after today can be filtered by `freeOn`. Later ones match no barbershop. */
export const MAX_FREE_ON_DAYS = 30

export const MIN_BARBERSHOP_QUERY = 2

/** The widest search around a point. */
export const MAX_RADIUS_KM = 100

/** So many sets of filters are counted at once: each option of a panel is one. */
export const MAX_COUNTED = 64

const Position = { latitude: Latitude, longitude: Longitude }
const Radius = Type.Number({ exclusiveMinimum: 0, maximum: MAX_RADIUS_KM })
const Cards = Type.Object({ barbershops: Type.Array(BarbershopCard), pagination: Pagination })

export const barbershopsApi = defineApi(
  { tag: 'barbershops', description: 'Busca e dados públicos das barbearias' },
  {
    filters: route('GET', '/filters', { summary: 'Opções dos filtros', response: { 200: FilterOptions } }),
    nearby: route('GET', '/barbershops/nearby', {
      summary: 'Barbearias em volta de um ponto',
      querystring: Strict({
        ...Position,
        radiusInKm: Type.Number({ ...Radius, default: 5 }),
        ...nearbyFilters,
        orderBy: Type.Enum(barbershopOrders, {
          default: 'distance',
          description:
            'nextFree: o próximo horário livre primeiro; soonest: pela fila ou com hora, quem atende primeiro',
        }),
        ...PageQuery(6),
      }),
      response: { 200: Cards },
    }),
    count: route('POST', '/barbershops/counts', {
      summary: 'Quantas barbearias há em volta de um ponto com cada conjunto de filtros',
      body: Strict({
        ...Position,
        filters: Type.Array(Strict({ radiusInKm: Radius, ...nearbyFilters }), { minItems: 1, maxItems: MAX_COUNTED }),
      }),
      /** One total for each set, in its order. */
      response: { 200: Type.Object({ totals: Type.Array(Type.Integer()) }) },
    }),
    nearest: route('GET', '/barbershops/nearest', {
      summary:
        'A barbearia mais perto de um ponto: com estes filtros até 100 km, senão qualquer uma a qualquer distância',
      querystring: Strict({ ...Position, ...nearbyFilters }),
      response: {
        200: Type.Object({
          /** Null only while there is no barbershop at all. */
          barbershop: Nullable(BarbershopCard),
          /** It matches the filters. */
          isMatch: Type.Boolean(),
        }),
      },
    }),
    map: route('GET', '/barbershops/map', {
      summary: 'Barbearias de um retângulo do mapa, em grupos e pinos',
      querystring: Strict({
        north: Latitude,
        south: Latitude,
        east: Longitude,
        west: Longitude,
        zoom: Type.Integer({ minimum: 0, maximum: 22, description: 'O mundo tem 2^(8 + zoom) pixels de largura' }),
        latitude: Type.Optional(Latitude),
        longitude: Type.Optional(Longitude),
        radiusInKm: Type.Optional(
          Type.Number({ ...Radius, description: 'Com latitude e longitude: só as deste círculo' }),
        ),
        ...nearbyFilters,
      }),
      response: { 200: BarbershopMap },
    }),
    search: route('GET', '/barbershops/search', {
      summary: 'Busca por nome, serviço ou bairro',
      querystring: Strict({
        query: Text({ min: MIN_BARBERSHOP_QUERY, max: MAX_SEARCH_TEXT }),
        ...Position,
        radiusInKm: Type.Number({ ...Radius, default: 50 }),
        limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
      }),
      response: { 200: Type.Object({ barbershops: Type.Array(BarbershopCard) }) },
    }),
    list: route('GET', '/barbershops', {
      summary: 'Todas as barbearias, por nome',
      querystring: Strict(PageQuery(10)),
      response: { 200: Cards },
    }),
    get: route('GET', '/barbershops/:id', {
      summary: 'Uma barbearia',
      params: IdParams,
      querystring: Strict({ latitude: Type.Optional(Latitude), longitude: Type.Optional(Longitude) }),
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ barbershop: Barbershop }) },
    }),
  },
)
