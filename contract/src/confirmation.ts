import { type Static, Type } from 'typebox'

/** When a booking is a request, and until when the barbershop confirms it: the same for the server, which decides, and for the page, which says so before the tap. */

const MINUTE = 60_000

/** In minutes. */
export const CONFIRMATION_LIMITS = {
  /** A request ends two hours before its start, so that the customer can still book elsewhere. */
  beforeStartMin: 120,
  /** The barbershop has an hour, also at shorter notice. */
  atLeastMin: 60,
  /** Then the customer knows, at the latest an hour before the start. */
  latestBeforeStartMin: 60,
  atMostMin: 1440,
} as const

/** Starts closer than this are confirmed at once, unless the barbershop responds to them itself. */
export const SHORT_NOTICE_MIN = 120
/** Those closer than this are in any case: the barbershop could not respond an hour before. */
export const NO_RESPONSE_MIN = 75

/** Which bookings of a customer the barbershop confirms without a response. */
export const AutomaticConfirmation = Type.Object({
  /** Whenever they start. */
  isAlways: Type.Boolean(),
  /** Those that start in less than so many minutes. */
  withinMin: Type.Integer(),
})
export type AutomaticConfirmation = Static<typeof AutomaticConfirmation>

/** Whether a booking that is made now is confirmed at once. */
export function isConfirmedAtOnce({ isAlways, withinMin }: AutomaticConfirmation, startsAt: Date, now: Date): boolean {
  return isAlways || startsAt.getTime() - now.getTime() < withinMin * MINUTE
}

/** When a request that the barbershop does not confirm is cancelled: at least an hour before its start. */
export function confirmationDeadline({ startsAt, requestedAt }: { startsAt: Date; requestedAt: Date }): Date {
  const start = startsAt.getTime()
  const requested = requestedAt.getTime()
  const inTime = Math.max(
    start - CONFIRMATION_LIMITS.beforeStartMin * MINUTE,
    requested + CONFIRMATION_LIMITS.atLeastMin * MINUTE,
  )
  const latest = start - CONFIRMATION_LIMITS.latestBeforeStartMin * MINUTE
  const deadline = Math.min(latest, inTime, requested + CONFIRMATION_LIMITS.atMostMin * MINUTE)
  return new Date(deadline)
}
