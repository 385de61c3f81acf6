import { type Static, Type } from 'typebox'
import { Id, Instant } from './fields.ts'

/** A slot to offer instead of one that was taken. The last two kinds are for requests with any barber. */
export const Alternative = Type.Object({
  kind: Type.Enum(['same-barber', 'same-time', 'next-day', 'other-time', 'other-day']),
  barberId: Id,
  barberName: Type.String(),
  startTime: Instant,
  /** YYYY-MM-DD and HH:MM in the barbershop's time zone, the values that the booking screen selects. */
  date: Type.String(),
  time: Type.String(),
})
export type Alternative = Static<typeof Alternative>

export const SlotConflict = Type.Object({
  code: Type.String(),
  message: Type.String(),
  alternatives: Type.Optional(Type.Array(Alternative)),
})
