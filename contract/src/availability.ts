import { type Static, Type } from 'typebox'
import { slotFilters } from './barbershop-filters.ts'
import {
  Cents,
  HourMinute,
  Id,
  IdParams,
  Instant,
  LocalDate,
  MAX_SERVICES_PER_APPOINTMENT,
  Nullable,
  Strict,
} from './fields.ts'
import { defineApi, route } from './route.ts'

/** What the services of an appointment cost, and how long they take. */
export const Quote = Type.Object({
  priceCents: Cents,
  durationMin: Type.Integer(),
  /** In a last-minute slot: the slot to book with, and the price without it. */
  lastMinuteId: Type.Optional(Id),
  fullPriceCents: Type.Optional(Cents),
})
export type Quote = Static<typeof Quote>

/**
 * `slots` are start times in the barbershop's time zone, on its grid, each free for the whole service. A slot past midnight belongs
 * to the date on which it falls.
 */
export const DaySlots = Type.Object({
  date: Type.String({ format: 'date' }),
  slots: Type.Array(HourMinute),
  /** The barbershop is closed or the barber does not work on that day, as opposed to being fully booked. */
  isClosed: Type.Boolean(),
  /** Who has the first of a barbershop's slots. */
  firstBarberId: Type.Optional(Id),
  /** The terms by slot where a barbershop's barbers differ: those of the cheapest barber who is free then. Last-minute slots in any case. */
  quotes: Type.Optional(Type.Record(Type.String(), Quote)),
})
export type DaySlots = Static<typeof DaySlots>

export const Availability = Type.Object({
  date: LocalDate,
  slots: Type.Array(HourMinute),
  timeZone: Type.String(),
  days: Type.Optional(Type.Array(DaySlots)),
})
export type Availability = Static<typeof Availability>

/** How far to search for the next day that has a slot. */
export const LOOK_AHEAD_DAYS = 14

// The syntax of a tuple differs between drafts of JSON Schema; an array of exactly two is the same in all.
const MinuteRange = Type.Unsafe<[number, number]>(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }))

/** A slot that can be booked as it is shown, with this barber and for this service. */
export const NextTime = Type.Object({
  startTime: Instant,
  /** YYYY-MM-DD and HH:MM in the barbershop's time zone, the values that the booking screen selects. */
  date: Type.String(),
  time: Type.String(),
  barberId: Id,
  barberName: Type.String(),
  serviceId: Id,
  serviceName: Type.String(),
  /** What this barber takes for it, without a discount. */
  priceCents: Type.Optional(Cents),
  /** In a last-minute slot: what the service costs there, and what it costs otherwise. */
  discount: Type.Optional(Type.Object({ priceCents: Cents, listPriceCents: Cents })),
})
export type NextTime = Static<typeof NextTime>

/** When some barber of a barbershop has time for its first service, on one day. Ranges are [start, end) in minutes since midnight. */
export const BarbershopSlotsToday = Type.Object({
  id: Id,
  timeZone: Type.String(),
  /** YYYY-MM-DD: of the ranges. The current business day, unless a date or a filter by a day was sent. */
  date: Type.String(),
  /** Minutes of the first opening and the last closing (past 1440 if after midnight); null if closed all day. */
  opens: Nullable(Type.Integer()),
  closes: Nullable(Type.Integer()),
  free: Type.Array(MinuteRange),
  /** The next slot of that day, from now on. */
  nextFreeAt: Nullable(Instant),
  /** The next slots from now on, at most MAX_NEXT_SLOTS. */
  nextSlots: Type.Optional(Type.Array(Instant)),
  /** The same with what each of them books, which a link to the booking screen preselects. */
  nextTimes: Type.Optional(Type.Array(NextTime)),
  /** The first barber and the first service, which a booking starts with; null without barbers. */
  preselection: Type.Optional(Nullable(Type.Object({ barberId: Id, serviceId: Nullable(Id) }))),
  /** The barbershop is closed and does not open again on that day. */
  isOver: Type.Boolean(),
  /** When the barbershop opens next; null while it is open, and when it stays closed for the next 14 days. */
  nextOpensAt: Nullable(Instant),
})
export type BarbershopSlotsToday = Static<typeof BarbershopSlotsToday>

export const MAX_BARBERSHOPS_PER_LOOKUP = 50
export const MAX_NEXT_SLOTS = 4

const AvailabilityQuery = Strict({
  /** Defaults to today in the barbershop's time zone. */
  date: Type.Optional(LocalDate),
  /** Defaults to the barbershop's shortest active service. */
  serviceId: Type.Optional(Id),
  serviceIds: Type.Optional(
    Type.String({
      maxLength: MAX_SERVICES_PER_APPOINTMENT * 37,
      description: 'Vários serviços na mesma visita: até 5 ids separados por vírgula, no lugar de serviceId',
    }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
  /**
   * An appointment to reschedule: it keeps its duration, and its own time counts as free. Only for those who may reschedule it. A
   * customer who changes the barber requests the services, which may take another time then.
   */
  reschedule: Type.Optional(Id),
  /** The token of the appointment's link, of a customer without an account. */
  link: Type.Optional(
    Type.String({ maxLength: 100, description: 'O link do agendamento, de quem remarca sem ter conta' }),
  ),
})

/** Percent off the list price. */
export const discountLimits = { min: 5, max: 50 } as const
export const DiscountPercent = Type.Integer({ minimum: discountLimits.min, maximum: discountLimits.max })

/** Two prices of a service with one barber. `priceCents` is fixed, and never above the list price. */
export const LastMinutePrice = Type.Object({
  serviceId: Id,
  name: Type.String(),
  priceCents: Cents,
  listPriceCents: Cents,
})
export type LastMinutePrice = Static<typeof LastMinutePrice>

/** Each start of the barber from `startsAt` until before `endsAt` that can be booked costs less, until one of them is booked. */
export const LastMinuteSlot = Type.Object({
  id: Id,
  barbershopId: Id,
  barber: Type.Object({ id: Id, name: Type.String(), avatarUrl: Nullable(Type.String()) }),
  timeZone: Type.String(),
  startsAt: Instant,
  endsAt: Instant,
  percent: DiscountPercent,
  /** In the order of the barbershop's list. */
  prices: Type.Array(LastMinutePrice),
})
export type LastMinuteSlot = Static<typeof LastMinuteSlot>

export const LastMinuteSlots = Type.Object({ slots: Type.Array(LastMinuteSlot) })

export const availabilityApi = defineApi(
  { tag: 'availability', description: 'Horários livres' },
  {
    get: route('GET', '/barbers/:id/availability', {
      summary: 'Horários livres de um barbeiro',
      params: IdParams,
      querystring: AvailabilityQuery,
      errors: ['BARBER_NOT_FOUND', 'SERVICE_NOT_FOUND', 'APPOINTMENT_NOT_FOUND'],
      response: { 200: Availability },
    }),
    getForBarbershop: route('GET', '/barbershops/:id/availability', {
      summary: 'Horários em que algum barbeiro da barbearia está livre',
      params: IdParams,
      querystring: AvailabilityQuery,
      errors: ['BARBERSHOP_NOT_FOUND', 'SERVICE_NOT_FOUND', 'APPOINTMENT_NOT_FOUND'],
      response: { 200: Availability },
    }),
    slotsToday: route('GET', '/barbershops/free-times', {
      summary: 'Horários livres do dia de várias barbearias',
      querystring: Strict({
        ids: Type.String({
          maxLength: MAX_BARBERSHOPS_PER_LOOKUP * 37,
          description: 'Até 50 ids separados por vírgula',
        }),
        date: Type.Optional(LocalDate),
        /** `nextTimes` are then those of such a service, they and the ranges those of that day: what a filtered list shows. */
        ...slotFilters,
      }),
      response: { 200: Type.Object({ freeTimes: Type.Array(BarbershopSlotsToday) }) },
    }),
    /** In this file because the booking page, which requests it, loads this one anyway. */
    standing: route('GET', '/barbershops/:id/customer-standing', {
      summary: 'Se a barbearia aceita agendamentos de quem está na conta',
      params: IdParams,
      response: { 200: Type.Object({ isBlocked: Type.Boolean() }) },
    }),
    /** Here for the same reason. */
    lastMinute: route('GET', '/barbershops/:id/last-minute', {
      summary: 'Os horários relâmpago de uma barbearia',
      params: IdParams,
      response: { 200: LastMinuteSlots },
    }),
  },
)
