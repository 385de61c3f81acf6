import { type Static, Type } from 'typebox'
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
} from './fields.ts'
import { route } from './route.ts'

export const Feature = Type.Object({ id: Type.Integer(), name: Type.String() })
export type Feature = Static<typeof Feature>

export const Service = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  durationMin: Type.Integer(),
  /** Minutes that the barber is blocked after the service. */
  bufferMin: Type.Integer(),
  priceCents: Cents,
  isActive: Type.Boolean(),
})
export type Service = Static<typeof Service>

/** The price of these services in one appointment; null means the sum of their prices. */
export const ServiceCombination = Type.Object({
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

/** A date with its own hours, or closed, like a holiday. Several rows of one date are several intervals. */
export const SpecialDate = Strict({
  date: LocalDate,
  openTime: Nullable(HourMinute),
  closeTime: Nullable(HourMinute),
  isClosed: Type.Boolean(),
  reason: Nullable(Text({ max: 80 })),
})
export type SpecialDate = Static<typeof SpecialDate>

const card = {
  id: Id,
  name: Type.String(),
  street: Type.String(),
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
  is_open: Type.Boolean(),
  /** HH:MM in `timeZone` while open. */
  openUntil: Nullable(Type.String()),
  averageRating: Nullable(Type.Number()),
  reviewCount: Type.Integer(),
  /** Along the surface, from the position of the request. */
  distance_in_km: Nullable(Type.Number()),
  /** Cents of the cheapest active service. */
  price_from: Nullable(Cents),
}

export const BarbershopCard = Type.Object(card)
export type BarbershopCard = Static<typeof BarbershopCard>

export const Barbershop = Type.Object({
  ...card,
  description: Nullable(Type.String()),
  address: Type.String(),
  zipCode: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  whatsapp: Nullable(Type.String()),
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

export const barbershopOrders = ['distance', 'rating', 'price', 'popularity', 'nextFree'] as const
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

const Position = { latitude: Latitude, longitude: Longitude }
const Radius = Type.Number({ exclusiveMinimum: 0, maximum: 100 })
const Cards = Type.Object({ barbershops: Type.Array(BarbershopCard), pagination: Pagination })

export const barbershopsApi = {
  filters: route('GET', '/filters', { summary: 'Opções dos filtros', response: { 200: FilterOptions } }),
  nearby: route('GET', '/barbershops/nearby', {
    summary: 'Barbearias em volta de um ponto',
    querystring: Strict({
      ...Position,
      radiusInKm: Type.Number({ ...Radius, default: 5 }),
      ratingMin: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
      priceMin: Type.Optional(Cents),
      priceMax: Type.Optional(Cents),
      /** Names joined by commas. */
      features: Type.Optional(Text({ max: 600 })),
      orderBy: Type.Enum(barbershopOrders, {
        default: 'distance',
        description: 'nextFree: o próximo horário livre primeiro',
      }),
      openNow: Type.Optional(Type.Boolean({ description: 'Só as que atendem agora' })),
      freeToday: Type.Optional(Type.Boolean({ description: 'Só as que têm horário livre hoje' })),
      featured: Type.Optional(Type.Boolean({ description: 'Só as em destaque' })),
      ...PageQuery(6),
    }),
    response: { 200: Cards },
  }),
  search: route('GET', '/barbershops/search', {
    summary: 'Busca por nome, serviço ou bairro',
    querystring: Strict({
      query: Text({ min: 2, max: 80 }),
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
}
