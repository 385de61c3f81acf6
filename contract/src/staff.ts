import { type Static, Type } from 'typebox'
import { AppointmentStatus } from './appointments.ts'
import { NextTime } from './availability.ts'
import { HourMinute, Id, IdParams, Instant, LocalDate, Nullable, Strict, Text } from './fields.ts'
import { PortfolioImage } from './portfolio.ts'
import { defineApi, route } from './route.ts'
import { MAX_REASON } from './text-limits.ts'

export const Barber = Type.Object({
  id: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  bio: Nullable(Type.String()),
  /** The handle of the barber's account, without '@'. */
  instagram: Type.Optional(Nullable(Type.String())),
  specialties: Type.Array(Type.String()),
  user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
  barbershop: Type.Object({ id: Id, name: Type.String() }),
  /** The average of the reviews of this barber's appointments; null without any. */
  averageRating: Nullable(Type.Number()),
  reviewCount: Type.Integer(),
  /** The first images of the barber's work, and how many there are. */
  portfolio: Type.Array(PortfolioImage),
  portfolioCount: Type.Integer(),
  /** In the list of a barbershop: the next slot for its first service, null if there is none in the booking window. */
  nextTime: Type.Optional(Nullable(NextTime)),
})
export type Barber = Static<typeof Barber>

/** Minutes since the weekday's midnight in the shop's zone; a night past midnight goes beyond 1440. 0 = Sunday. */
const WeekSpan = Strict({
  dayOfWeek: Type.Integer({ minimum: 0, maximum: 6 }),
  start: Type.Integer({ minimum: 0, maximum: 2879 }),
  end: Type.Integer({ minimum: 1, maximum: 2880 }),
})
export type WeekSpan = Static<typeof WeekSpan>

/** An active appointment at a time at which the barber does not work. */
export const ScheduleConflict = Type.Object({
  id: Id,
  status: AppointmentStatus,
  startTime: Instant,
  endTime: Instant,
  serviceName: Type.String(),
  customer: Type.Object({ name: Type.String(), phone: Nullable(Type.String()) }),
  /** A date of a standing appointment at its own time. Cancelled by the barbershop, it has other times to choose from. */
  isOfSeries: Type.Boolean(),
})
export type ScheduleConflict = Static<typeof ScheduleConflict>

const spans = Type.Array(WeekSpan, { maxItems: 70 })

const Schedule = Type.Object({
  barberId: Id,
  name: Type.String(),
  barbershop: Type.Object({ id: Id, name: Type.String() }),
  timeZone: Type.String(),
  /** Raised by each change; saving with a stale version is refused. */
  version: Type.Integer(),
  shopHours: Type.Array(WeekSpan),
  /** Null: the barber works whenever the barbershop is open. */
  hours: Nullable(Type.Array(WeekSpan)),
  breaks: Type.Array(WeekSpan),
  /** Upcoming appointments outside of hours, breaks and time off. */
  conflicts: Type.Array(ScheduleConflict),
})
export type Schedule = Static<typeof Schedule>

/** Whole business days where the times are null: a night past midnight belongs to the day on which it began. */
export const TimeOff = Type.Object({
  id: Id,
  startDate: Type.String(),
  endDate: Type.String(),
  startTime: Nullable(Type.String()),
  endTime: Nullable(Type.String()),
  startsAt: Instant,
  endsAt: Instant,
  reason: Nullable(Type.String()),
})
export type TimeOff = Static<typeof TimeOff>

export const Conflicting = Type.Object({
  code: Type.String(),
  message: Type.String(),
  conflicts: Type.Optional(Type.Array(ScheduleConflict)),
})

/** Whole days, or hours when both times are given. */
export const timeOffFields = {
  startDate: LocalDate,
  /** The last day of the time off, or the day of its last hour. */
  endDate: LocalDate,
  startTime: Type.Optional(HourMinute),
  endTime: Type.Optional(HourMinute),
  reason: Type.Optional(Text({ max: MAX_REASON })),
}

/** Keeps appointments that are outside; without it such a change returns 409 and the list. */
export const keepConflicts = Type.Optional(Type.Boolean())

/** The hours of a barber's week. Null: the barber works whenever the barbershop is open. */
export const scheduleChange = { version: Type.Integer(), hours: Nullable(spans), breaks: spans }

/** Barbers and their schedules. The schedule endpoints are for the barber and the barbershop's owner. */
export const staffApi = defineApi(
  { tag: 'staff', description: 'Barbeiros, o seu horário e as suas folgas' },
  {
    getSchedule: route('GET', '/barbers/:id/schedule', {
      summary: 'A semana do barbeiro: horários, pausas e o que não cabe mais neles',
      params: IdParams,
      errors: ['BARBER_NOT_FOUND'],
      response: { 200: Schedule },
    }),
    saveSchedule: route('PUT', '/barbers/:id/schedule', {
      summary: 'Muda a semana do barbeiro, dentro do horário da barbearia',
      params: IdParams,
      body: Strict({ ...scheduleChange, keepConflicts }),
      errors: ['BARBER_NOT_FOUND', 'SCHEDULE_CHANGED', 'SCHEDULE_INVALID', 'SCHEDULE_CONFLICT'],
      response: {
        200: Schedule,
        409: Conflicting,
      },
    }),
    listTimeOff: route('GET', '/barbers/:id/time-off', {
      summary: 'As folgas do barbeiro que não terminaram',
      params: IdParams,
      errors: ['BARBER_NOT_FOUND'],
      response: { 200: Type.Object({ timeZone: Type.String(), timeOff: Type.Array(TimeOff) }) },
    }),
    addTimeOff: route('POST', '/barbers/:id/time-off', {
      summary: 'Marca folga em dias inteiros, ou em horas quando as duas são dadas',
      params: IdParams,
      body: Strict({ ...timeOffFields, keepConflicts }),
      errors: ['BARBER_NOT_FOUND', 'TIME_OFF_INVALID', 'SCHEDULE_CONFLICT'],
      response: { 201: Type.Object({ timeOff: TimeOff }), 409: Conflicting },
    }),
    removeTimeOff: route('DELETE', '/barbers/:id/time-off/:timeOffId', {
      summary: 'Desmarca uma folga',
      params: Strict({ id: Id, timeOffId: Id }),
      errors: ['BARBER_NOT_FOUND', 'TIME_OFF_NOT_FOUND'],
      response: { 200: Type.Object({ removed: Type.Boolean() }) },
    }),
    list: route('GET', '/barbershops/:id/barbers', {
      summary: 'Barbeiros de uma barbearia, pelo próximo horário livre',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ barbers: Type.Array(Barber) }) },
    }),
  },
)
