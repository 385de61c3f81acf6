import { type Static, Type } from 'typebox'
import { AppointmentStatus } from './appointments.ts'
import { HourMinute, Id, IdParams, Instant, LocalDate, Nullable, Strict, Text } from './fields.ts'
import { route } from './route.ts'

export const Barber = Type.Object({
  id: Id,
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
  bio: Nullable(Type.String()),
  specialties: Type.Array(Type.String()),
  user: Type.Object({ name: Type.String(), avatarUrl: Nullable(Type.String()) }),
  barbershop: Type.Object({ id: Id, name: Type.String() }),
})
export type Barber = Static<typeof Barber>

/** Minutes since the weekday's midnight in the shop's zone; a night runs on beyond 1440. 0 = Sunday. */
const WeekSpan = Strict({
  dayOfWeek: Type.Integer({ minimum: 0, maximum: 6 }),
  start: Type.Integer({ minimum: 0, maximum: 2879 }),
  end: Type.Integer({ minimum: 1, maximum: 2880 }),
})
export type WeekSpan = Static<typeof WeekSpan>

/** An appointment that stands where the barber does not work (any more). */
export const ScheduleConflict = Type.Object({
  id: Id,
  status: AppointmentStatus,
  startTime: Instant,
  endTime: Instant,
  serviceName: Type.String(),
  customer: Type.Object({ name: Type.String(), phone: Nullable(Type.String()) }),
})
export type ScheduleConflict = Static<typeof ScheduleConflict>

const spans = Type.Array(WeekSpan, { maxItems: 70 })

const Schedule = Type.Object({
  barberId: Id,
  name: Type.String(),
  barbershop: Type.Object({ id: Id, name: Type.String() }),
  timeZone: Type.String(),
  /** Grows with each change: who saves an older one is told so. */
  version: Type.Integer(),
  shopHours: Type.Array(WeekSpan),
  /** Null: whenever the shop is open. */
  hours: Nullable(Type.Array(WeekSpan)),
  breaks: Type.Array(WeekSpan),
  /** What is ahead and no longer fits into hours, breaks and time off. */
  conflicts: Type.Array(ScheduleConflict),
})
export type Schedule = Static<typeof Schedule>

/** Whole days where the hours are null: then a night that runs past midnight belongs to its day. */
const TimeOff = Type.Object({
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

/** What is booked there stays booked; without it such a change is answered with 409 and the list. */
const keepConflicts = Type.Optional(Type.Boolean())

/** Who works where and when. The calls about a barber's time are for the person in the chair and the shop's owner. */
export const staffApi = {
  getSchedule: route('GET', '/barbers/:id/schedule', {
    summary: 'A semana do barbeiro: horários, pausas e o que não cabe mais neles',
    params: IdParams,
    response: { 200: Schedule },
  }),
  saveSchedule: route('PUT', '/barbers/:id/schedule', {
    summary: 'Muda a semana do barbeiro, dentro do horário da barbearia',
    params: IdParams,
    body: Strict({ version: Type.Integer(), hours: Nullable(spans), breaks: spans, keepConflicts }),
    response: { 200: Schedule, 409: Conflicting },
  }),
  listTimeOff: route('GET', '/barbers/:id/time-off', {
    summary: 'As folgas do barbeiro que não terminaram',
    params: IdParams,
    response: { 200: Type.Object({ timeZone: Type.String(), timeOff: Type.Array(TimeOff) }) },
  }),
  addTimeOff: route('POST', '/barbers/:id/time-off', {
    summary: 'Marca folga em dias inteiros, ou em horas quando as duas são dadas',
    params: IdParams,
    body: Strict({
      startDate: LocalDate,
      /** The last day of the time off, or the day of its last hour. */
      endDate: LocalDate,
      startTime: Type.Optional(HourMinute),
      endTime: Type.Optional(HourMinute),
      reason: Type.Optional(Text({ max: 120 })),
      keepConflicts,
    }),
    response: { 201: Type.Object({ timeOff: TimeOff }), 409: Conflicting },
  }),
  removeTimeOff: route('DELETE', '/barbers/:id/time-off/:timeOffId', {
    summary: 'Desmarca uma folga',
    params: Strict({ id: Id, timeOffId: Id }),
    response: { 200: Type.Object({ removed: Type.Boolean() }) },
  }),
  list: route('GET', '/barbershops/:id/barbers', {
    summary: 'Barbeiros de uma barbearia',
    params: IdParams,
    response: { 200: Type.Object({ barbers: Type.Array(Barber) }) },
  }),
}
