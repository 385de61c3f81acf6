import type { WaitRange } from '@na-regua/contract/queue'
import type { WaitQuantiles } from '@na-regua/wait'
import type { Database } from '../../../lib/database.ts'

/** When a coming appointment of the barbershop is expected to begin, at most three hours ahead. */
export type ExpectedStart = {
  appointmentId: string
  startsAt: Date
  /** The median of when the barber is ready for it: before `startsAt` when nothing else is to do. */
  expectedStart: Date
  /** Minutes from `startsAt` to `expectedStart`; negative: the barber could serve the customer so much earlier. */
  delayMin: number
  isArrived: boolean
}

/** What one barber does now, and what comes next. In the order in which the barbershop displays its barbers. */
export type BarberEstimate = {
  barberId: string
  userId: string
  name: string
  /** By the schedule, breaks included, and without time off; or because a customer is being served. */
  isAtWork: boolean
  serving: { appointmentId: string; customerName: string; since: Date } | null
  /** The median of when the present service ends, or of when the barber is back. Null for one who is not at work. */
  freeAt: Date | null
  /** The wait of one who joins now for this barber, with the usual service. Null: no number. */
  wait: WaitRange | null
  /** In the order of their starts, of this barbershop. */
  upcoming: ExpectedStart[]
  /** The waiting entry that this barber calls next without displacing a booking. */
  suggestedEntryId: string | null
  /** The end of the present service was probably not tapped. */
  isDoubtful: boolean
}

/** The waits of one barbershop at one moment. */
export type QueueEstimate = {
  barbershopId: string
  timeZone: string
  computedAt: Date
  /** No taps: every wait is null. Delays and doubts of it are guesses. */
  isSilent: boolean
  /** The service that customers choose most; null without services. */
  usualServiceId: string | null
  /** The wait of one who joins now with the usual service, for the barber who is free first. Null: no number. */
  wait: WaitRange | null
  /** By the id of each waiting or called entry, in order. Null: called already, or no number. */
  entries: ReadonlyMap<string, WaitRange | null>
  barbers: BarberEstimate[]
}

/** What the wait is for, of one who would join now. Absent: the barber who is free first; the usual service. */
export type JoinChoice = { barberId?: string | null; serviceId?: string | null }

/**
 * For the search: of one who joins now with the usual service, for the barber who is free first. Null where the queue takes no entries or
 * no number is shown. Valid until then, or until the queue of the barbershop changes.
 */
export type BarbershopWait = {
  id: string
  fromMin: number | null
  toMin: number | null
  validUntil: Date
  /** It takes no entries. */
  isClosed?: true
}

/**
 * The waits of barbershops. An estimate is stored for a second, or until an entry, a tap or an appointment of the barbershop changes, in
 * whatever process: a thousand pages of one barbershop are one estimate.
 */
export type Waits = {
  /** Undefined: the barbershop is unknown or inactive. It need not have a queue. */
  estimateQueue(barbershopId: string): Promise<QueueEstimate | undefined>
  /** Null: no number. */
  estimateAtJoin(barbershopId: string, choice: JoinChoice): Promise<WaitRange | null>
  /** Two statements however many barbershops; those that are unknown or inactive are missing. */
  loadBarbershopWaits(db: Database, barbershopIds: readonly string[], now: Date): Promise<BarbershopWait[]>
}

const MINUTE_MS = 60_000
/** Without a tap for so long nothing is known of a queue on which something happens. */
const SILENT_MIN = 45
const STEP_MIN = 5

/** Whether no number is shown: customers wait or are served, and the last tap is too old (decision 15). */
export function isSilent({ tappedAt, isBusy, now }: { tappedAt: number; isBusy: boolean; now: Date }): boolean {
  return isBusy && now.getTime() - tappedAt > SILENT_MIN * MINUTE_MS
}

/** When a queue that is not silent becomes silent unless staff tap. */
export const silentAt = (tappedAt: number) => new Date(tappedAt + SILENT_MIN * MINUTE_MS)

/** The middle half of the waits, rounded outwards to five minutes. */
export function toWaitRange(quantiles: WaitQuantiles | undefined): WaitRange | null {
  if (!quantiles) return null
  const { p25, p75 } = quantiles
  return {
    fromMin: Math.floor(p25 / STEP_MIN) * STEP_MIN,
    toMin: p75 < 1 ? 0 : Math.ceil(p75 / STEP_MIN) * STEP_MIN,
  }
}

/** The seed of a barbershop: its number changes with its state, and not with each request. */
export function seedOf(barbershopId: string): number {
  return Number.parseInt(barbershopId.slice(0, 8), 16)
}
