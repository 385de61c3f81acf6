import type { DelayReply } from '@na-regua/contract/serving'

const MINUTE = 60_000

/** The delay of which the customer of an appointment was notified. */
export type NotifiedDelay = {
  startsAt: Date
  /** Negative: the barber could serve them so much earlier. 0: a delay that is over. Null: nothing. */
  notifiedMin: number | null
  toldAt: Date | null
  reply: DelayReply | null
}

/** A delay that concerns the customer at the moment. */
export type PresentDelay = NotifiedDelay & { notifiedMin: number; toldAt: Date; expectedStart: Date }

type DelayedAppointment = NotifiedDelay & {
  status: string
  arrivedAt: Date | null
  servingFrom: Date | null
  endsAt: Date
}

/** Undefined: there was no notification, it is over, or the customer is there. An earlier time lasts until the booked one. */
export function presentDelay(appointment: DelayedAppointment, now: Date): PresentDelay | undefined {
  const { startsAt, endsAt, notifiedMin, toldAt, reply, status } = appointment
  if ((status !== 'SCHEDULED' && status !== 'CONFIRMED') || appointment.arrivedAt || appointment.servingFrom)
    return undefined
  if (!notifiedMin || !toldAt) return undefined
  const shift = notifiedMin * MINUTE
  const isOver = notifiedMin < 0 ? now >= startsAt : now.getTime() >= endsAt.getTime() + shift
  if (isOver) return undefined
  return { startsAt, notifiedMin, toldAt, reply, expectedStart: new Date(startsAt.getTime() + shift) }
}

/** When an appointment begins whose customer comes earlier: as offered, or at once. Undefined: not before the booked time any more. */
export function earlierStart({ notifiedMin, expectedStart, startsAt }: PresentDelay, now: Date): Date | undefined {
  const start = Math.max(expectedStart.getTime(), Math.ceil(now.getTime() / MINUTE) * MINUTE)
  return notifiedMin < 0 && start < startsAt.getTime() ? new Date(start) : undefined
}
