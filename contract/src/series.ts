import { type Static, Type } from 'typebox'
import { AppointmentStatus, IdAndName } from './appointments.ts'
import { Cents, HourMinute, Id, IdParams, Instant, LocalDate, Nullable, Strict } from './fields.ts'
import { defineApi, route } from './route.ts'
import { Alternative, SlotConflict } from './slot-conflicts.ts'

/** How far ahead the dates of a series are booked. */
export const SERIES_WEEKS = 8
export const MAX_INTERVAL_WEEKS = 8
/** Counts those of one account that have not ended. */
export const MAX_OPEN_SERIES = 5

const SeriesStatus = Type.Enum(['ACTIVE', 'PAUSED', 'ENDED'])
export type SeriesStatus = Static<typeof SeriesStatus>

const SeriesEnd = Type.Enum([
  'customer',
  'staff',
  'unanswered',
  'no-show',
  'barber',
  'service',
  'barbershop',
  'account',
])
export type SeriesEnd = Static<typeof SeriesEnd>

const SeriesDateReason = Type.Enum([
  'closed',
  'time-off',
  'taken',
  'busy',
  'chosen',
  'unanswered',
  'paused',
  'ended',
  'unmoved',
])
export type SeriesDateReason = Static<typeof SeriesDateReason>

const SeriesDateStatus = Type.Enum(['BOOKED', 'ALTERNATIVES', 'SKIPPED'])
export type SeriesDateStatus = Static<typeof SeriesDateStatus>

/** One date of a series. A BOOKED one may have been changed since, as every appointment. */
export const SeriesDate = Type.Object({
  /** The local date that the series wants. */
  date: LocalDate,
  status: SeriesDateStatus,
  /** Why it is not booked as wanted. `unmoved`: it stays at its earlier time, because the new one was taken. */
  reason: Nullable(SeriesDateReason),
  appointment: Nullable(
    Type.Object({ id: Id, startTime: Instant, status: AppointmentStatus, barberName: Type.String() }),
  ),
  /** To choose from until `replyBy`. */
  alternatives: Type.Array(Alternative),
  replyBy: Nullable(Instant),
})
export type SeriesDate = Static<typeof SeriesDate>

/** A standing appointment. */
export const Series = Type.Object({
  id: Id,
  /** Incremented by each change of the series, not of its dates. */
  version: Type.Integer(),
  status: SeriesStatus,
  endedBecause: Nullable(SeriesEnd),
  /** The barbershop is not active: no date is booked until it is. */
  isSuspended: Type.Boolean(),
  intervalWeeks: Type.Integer(),
  /** 0 is Sunday. Local, as the time. */
  weekday: Type.Integer(),
  time: HourMinute,
  timeZone: Type.String(),
  serviceName: Type.String(),
  /** What a new date costs. A booked one keeps its own price. */
  priceCents: Cents,
  barber: IdAndName,
  barbershop: IdAndName,
  customerName: Type.String(),
  /** The coming ones, by date. */
  dates: Type.Array(SeriesDate),
})
export type Series = Static<typeof Series>

const OneSeries = Type.Object({ series: Series })
const Version = Type.Integer({ minimum: 1 })

export const seriesApi = defineApi(
  { tag: 'series', description: 'Horários fixos: o mesmo horário a cada n semanas' },
  {
    create: route('POST', '/appointments/:id/series', {
      summary: 'Repete um agendamento a cada n semanas, no mesmo horário e com o mesmo barbeiro',
      params: IdParams,
      body: Strict({ intervalWeeks: Type.Integer({ minimum: 1, maximum: MAX_INTERVAL_WEEKS }) }),
      errors: [
        'APPOINTMENT_NOT_FOUND',
        'APPOINTMENT_OVER',
        'BARBER_NOT_FOUND',
        'CUSTOMER_BLOCKED',
        'EMAIL_NOT_VERIFIED',
        'SERIES_EXISTS',
        'SERVICE_NOT_FOUND',
        'STATE_CHANGED',
        'TOO_MANY_SERIES',
      ],
      response: { 200: OneSeries, 201: OneSeries },
    }),
    list: route('GET', '/series/me', {
      summary: 'Os horários fixos de quem está na conta, com as próximas datas',
      response: { 200: Type.Object({ series: Type.Array(Series) }) },
    }),
    get: route('GET', '/series/:id', {
      summary: 'Um horário fixo, para o cliente ou a barbearia',
      params: IdParams,
      errors: ['SERIES_NOT_FOUND'],
      response: { 200: OneSeries },
    }),
    /** Paused and ended, the coming dates are cancelled that can be; with `from`, those from that date on. */
    change: route('PATCH', '/series/:id', {
      summary: 'Pausa, retoma ou encerra um horário fixo',
      params: IdParams,
      body: Strict({ version: Version, status: SeriesStatus, from: Type.Optional(LocalDate) }),
      errors: ['SERIES_NOT_FOUND', 'STATE_CHANGED'],
      response: { 200: OneSeries },
    }),
    move: route('PATCH', '/series/:id/schedule', {
      summary: 'Muda o dia da semana e a hora de uma data e das próximas',
      params: IdParams,
      /** `from` is the date of the series that gets this start; the others follow by as many days. */
      body: Strict({ version: Version, from: LocalDate, startTime: Instant }),
      errors: ['SERIES_NOT_FOUND', 'STATE_CHANGED', 'SLOT_UNAVAILABLE'],
      response: { 200: OneSeries },
    }),
    reply: route('POST', '/series/:id/dates/:date/reply', {
      summary: 'Escolhe um dos horários no lugar de uma data que não deu, ou nenhum',
      params: Strict({ id: Id, date: LocalDate }),
      /** Null: the date is skipped. */
      body: Strict({ choice: Nullable(Strict({ barberId: Id, startTime: Instant })) }),
      errors: ['SERIES_NOT_FOUND', 'STATE_CHANGED', 'SLOT_TAKEN', 'SLOT_UNAVAILABLE', 'CUSTOMER_BUSY'],
      response: { 200: OneSeries, 409: SlotConflict },
    }),
  },
)
