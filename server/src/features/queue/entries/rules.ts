import type { OwnQueueEntry, QueueEntryStatus, WaitRange } from '@na-regua/contract/queue'
import { QUEUE_UNDO_SECONDS, type QueueEntry } from '@na-regua/contract/queue-today'

/** Staff of the barbershop; the customer, with the account or the link of the entry; the jobs of the late rule and of the end of day. */
export type QueueActor = 'staff' | 'customer' | 'system'

export type QueueAction =
  | 'call'
  | 'undoCall'
  | 'start'
  | 'startBefore'
  | 'undoStart'
  | 'fallBack'
  | 'remove'
  | 'undoRemove'
  | 'leave'
  | 'slide'
  | 'miss'
  | 'expire'

type EntryTransition = {
  by: readonly QueueActor[]
  from: readonly QueueEntryStatus[]
  to: QueueEntryStatus
  /** Only for some seconds after the last change. */
  isUndo?: true
  /** Not before the customer had their time to come. */
  isLate?: true
}

const open = ['WAITING', 'CALLED'] as const

/** Joining makes a WAITING entry. What is not listed is forbidden. */
export const entryTransitions: Record<QueueAction, EntryTransition> = {
  call: { by: ['staff'], from: ['WAITING'], to: 'CALLED' },
  undoCall: { by: ['staff'], from: ['CALLED'], to: 'WAITING' },
  start: { by: ['staff'], from: open, to: 'SERVED' },
  /** Tapped without a network before the late rule or the end of the day changed the entry. */
  startBefore: { by: ['staff'], from: ['WAITING', 'MISSED', 'EXPIRED'], to: 'SERVED' },
  undoStart: { by: ['staff'], from: ['SERVED'], to: 'WAITING', isUndo: true },
  fallBack: { by: ['staff', 'customer'], from: open, to: 'WAITING' },
  remove: { by: ['staff'], from: open, to: 'REMOVED' },
  undoRemove: { by: ['staff'], from: ['REMOVED'], to: 'WAITING', isUndo: true },
  leave: { by: ['customer'], from: open, to: 'LEFT' },
  slide: { by: ['system'], from: ['CALLED'], to: 'WAITING', isLate: true },
  miss: { by: ['system'], from: ['CALLED'], to: 'MISSED', isLate: true },
  expire: { by: ['system'], from: open, to: 'EXPIRED' },
}

/** What decides whether a change is allowed. `changedAt` is when the present status began. */
export type EntryState = { status: QueueEntryStatus; changedAt: Date; comeBy: Date | null }

export function evaluateEntry(
  actor: QueueActor,
  action: QueueAction,
  { status, changedAt, comeBy }: EntryState,
  now: Date,
): 'ok' | 'FORBIDDEN' | 'QUEUE_ENTRY_CHANGED' | 'UNDO_TOO_LATE' {
  const { by, from, isUndo, isLate } = entryTransitions[action]
  if (!by.includes(actor)) return 'FORBIDDEN'
  if (!from.includes(status)) return 'QUEUE_ENTRY_CHANGED'
  if (isUndo && now.getTime() - changedAt.getTime() > QUEUE_UNDO_SECONDS * 1000) return 'UNDO_TOO_LATE'
  if (isLate && (comeBy === null || now < comeBy)) return 'QUEUE_ENTRY_CHANGED'
  return 'ok'
}

/** Late: back in the queue, or out of it when that has happened often enough. */
export function lateActionOf({ slides, maxSlides }: { slides: number; maxSlides: number }): 'slide' | 'miss' {
  return slides < maxSlides ? 'slide' : 'miss'
}

/**
 * The rank behind so many of the customers who come after `own`: the middle between two, or beyond the last. `ranks` are those of the
 * other open entries. Undefined where two ranks have no number between them: the queue is numbered again first.
 */
export function rankBehind(ranks: readonly number[], own: number, positions: number): number | undefined {
  const behind = ranks.filter((rank) => rank > own).toSorted((one, other) => one - other)
  const before = behind[Math.min(positions, behind.length) - 1]
  if (before === undefined) return own
  const after = behind[positions]
  if (after === undefined) return before + 1
  const middle = (before + after) / 2
  return middle > before && middle < after ? middle : undefined
}

/** An entry with what its customer and the staff read of it. Instants in JSON are text. */
export type EntryRow = {
  id: string
  version: number
  status: QueueEntryStatus
  changedAt: Date
  changedBy: string | null
  comeBy: Date | null
  name: string
  phone: string | null
  userId: string | null
  profileId: string | null
  source: QueueEntry['source']
  /** The member of staff who added it. */
  addedBy: string | null
  joinedAt: Date
  rank: number
  slides: number
  maxSlides: number
  appointmentId: string | null
  timeZone: string
  barbershop: OwnQueueEntry['barbershop']
  barber: OwnQueueEntry['barber']
  service: OwnQueueEntry['service']
  call: { barber: NonNullable<OwnQueueEntry['barber']>; calledAt: string; comeBy: string } | null
  position: number | null
}

const toIso = (instant: Date | string) => new Date(instant).toISOString()

/** `wait` is null where no number is known. */
export function toQueueEntry(row: EntryRow, wait: WaitRange | null): QueueEntry {
  const { id, version, status, name, phone, profileId, barber, service, source, slides, appointmentId, call } = row
  return {
    id,
    version,
    status,
    name,
    phone,
    customerId: profileId,
    barberId: barber?.id ?? null,
    service,
    source,
    joinedAt: toIso(row.joinedAt),
    wait: status === 'WAITING' ? wait : null,
    call: call && { barberId: call.barber.id, calledAt: toIso(call.calledAt), comeBy: toIso(call.comeBy) },
    slides,
    appointmentId,
  }
}

/** `token` is the key of the customer's page. */
export function toOwnEntry(
  row: EntryRow,
  { token, wait, now }: { token: string; wait: WaitRange | null; now: Date },
): OwnQueueEntry {
  const { id, version, status, name, barbershop, timeZone, barber, service, position, call, slides, maxSlides } = row
  const shown = status === 'WAITING' ? wait : null
  return {
    id,
    token,
    version,
    status,
    name,
    barbershop,
    timeZone,
    barber,
    service,
    position,
    wait: shown,
    joinedAt: toIso(row.joinedAt),
    comeAt: shown && new Date(now.getTime() + shown.fromMin * 60_000).toISOString(),
    call: call && { ...call, calledAt: toIso(call.calledAt), comeBy: toIso(call.comeBy) },
    slidesLeft: Math.max(0, maxSlides - slides),
    serverTime: now.toISOString(),
  }
}
