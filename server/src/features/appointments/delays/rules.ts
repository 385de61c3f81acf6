import type { DelayReply } from '@na-regua/contract/serving'

const MINUTE = 60_000

/** What the customer of an appointment was told of its delay. */
export type ToldDelay = {
  startsAt: Date
  /** Negative: the barber could serve them so much earlier. 0: a delay that is over. Null: nothing. */
  toldDelayMin: number | null
  toldAt: Date | null
  reply: DelayReply | null
}

/** A delay that concerns the customer at the moment. */
export type PresentDelay = ToldDelay & { toldDelayMin: number; toldAt: Date; expectedStart: Date }

type DelayedAppointment = ToldDelay & { status: string; arrivedAt: Date | null; servingFrom: Date | null; endsAt: Date }

/** Undefined: nothing was told, it is over, or the customer is there. An earlier time lasts until the booked one. */
export function presentDelay(appointment: DelayedAppointment, now: Date): PresentDelay | undefined {
  const { startsAt, endsAt, toldDelayMin, toldAt, reply, status } = appointment
  if ((status !== 'SCHEDULED' && status !== 'CONFIRMED') || appointment.arrivedAt || appointment.servingFrom)
    return undefined
  if (!toldDelayMin || !toldAt) return undefined
  const shift = toldDelayMin * MINUTE
  const isOver = toldDelayMin < 0 ? now >= startsAt : now.getTime() >= endsAt.getTime() + shift
  if (isOver) return undefined
  return { startsAt, toldDelayMin, toldAt, reply, expectedStart: new Date(startsAt.getTime() + shift) }
}

/** When an appointment begins whose customer comes earlier: as offered, or at once. Undefined: not before the booked time any more. */
export function earlierStart({ toldDelayMin, expectedStart, startsAt }: PresentDelay, now: Date): Date | undefined {
  const start = Math.max(expectedStart.getTime(), Math.ceil(now.getTime() / MINUTE) * MINUTE)
  return toldDelayMin < 0 && start < startsAt.getTime() ? new Date(start) : undefined
}
