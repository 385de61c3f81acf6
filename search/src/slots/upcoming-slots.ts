import { SLOT_STEP_MINUTES, type StartSpan } from './slot-days.ts'

/** How long a service takes, and the buffer after it. */
type SlotDuration = { durationMin: number; bufferMin: number }

/**
 * When a barbershop can be booked, for services of any duration. All instants are epoch minutes and multiples of SLOT_STEP_MINUTES.
 * What depends on the present is left to the query: the minimum notice, the booking window and the business day.
 */
export type UpcomingSlots = {
  /** No start before this is known. */
  knownFrom: number
  /** Every start before this is known. */
  knownUntil: number
  gridMinutes: number
  /** When the first day begins. */
  firstDay: number
  /** The starts of that day and the days after it, in the order of `first`. Each is on the grid. */
  days: readonly (readonly StartSpan[])[]
  /** Where barbers differ in services, each of them in their order; `first` is null for one without the first service. */
  barbers?: readonly { days: readonly (readonly StartSpan[])[]; first: SlotDuration | null }[] | undefined
  noticeMinutes: number
  windowDays: number
  /** The duration and buffer of the barbershop's first service. */
  durationMin: number
  bufferMin: number
  /** The duration of its shortest one. */
  minDurationMin: number
}

/** What holds from an instant (milliseconds since 1970) on: the first version now, further ones when a hold ends. */
export type SlotsVersion = { from: number; slots: UpcomingSlots }

/** The slots of a barbershop without barbers or services. */
export const neverFree: UpcomingSlots = {
  knownFrom: 0,
  knownUntil: 2 ** 31 - 1,
  gridMinutes: SLOT_STEP_MINUTES,
  firstDay: 0,
  days: [],
  noticeMinutes: 0,
  windowDays: 0,
  durationMin: 0,
  bufferMin: 0,
  minDurationMin: 0,
}
