import { ApiError } from '@na-regua/contract/errors'
import type { QueueEntry } from '@na-regua/contract/queue-today'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { publishQueue, type QueueCall } from '../calls/publish-queue.ts'
import { changeEntry, type EntryChange, findEntry, findEntryFor, findRankBehind, hasTwin } from '../entries/queries.ts'
import { type EntryRow, entryTransitions, evaluateEntry, type QueueAction, toQueueEntry } from '../entries/rules.ts'
import { type LateRule, lockQueue } from '../queries.ts'
import type { Waits } from '../waits/rules.ts'
import { callOf } from './call-entry.ts'

export type TodayDeps = { db: DatabasePool; clock: Clock; waits: Waits }

/** As RecordChange, of an entry and of the appointment that it became. */
type RecordEntryChange = (
  tx: Database,
  changed: { id: string; version: number; appointmentId: string | null },
) => Promise<void>

/** `version` is the one that the caller saw. `actedAt`: when staff tapped, earlier than the request if there was no network. */
export type StaffChange = {
  id: string
  userId: string
  version: number
  actedAt?: Date | undefined
  record?: RecordEntryChange | undefined
}

type StaffAction = Exclude<QueueAction, 'start' | 'startBefore' | 'undoStart' | 'leave' | 'slide' | 'miss' | 'expire'>
type ChangeRequest = StaffChange & { action: StaffAction; barberId?: string; positions?: number }

/**
 * A change of staff. Repeated by the same user it returns the same result. Throws QUEUE_ENTRY_NOT_FOUND for an entry of another
 * barbershop, QUEUE_ENTRY_CHANGED when the version is stale or the status does not allow it, UNDO_TOO_LATE, and for a call
 * BARBER_NOT_FOUND, FORBIDDEN and BARBER_CALLING.
 */
export async function changeByStaff(deps: TodayDeps, request: ChangeRequest): Promise<QueueEntry> {
  const { db, clock } = deps
  const { id, userId } = request
  const { barbershop } = await getEntryFor(db, id, userId)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const rule = await lockQueue(tx, barbershop.id, { userId, now: request.actedAt ?? now })
    const entry = rule && (await findEntry(tx, id))
    if (!entry) throw new ApiError('QUEUE_ENTRY_NOT_FOUND')
    const tappedAt = tapOf(entry, request, now)
    if (!isRepeatedTap(entry, request)) await writeChange(tx, { entry, rule, request, tappedAt, now })
    await request.record?.(tx, { id, version: request.version + 1, appointmentId: null })
  })
  return readEntry(deps, id, userId)
}

/** For staff of its barbershop; for everyone else it does not exist. */
export async function getEntryFor(db: Database, id: string, userId: string): Promise<EntryRow> {
  const entry = await findEntryFor(db, id, userId)
  if (!entry) throw new ApiError('QUEUE_ENTRY_NOT_FOUND')
  return entry
}

/** When staff tapped: by the clock of a device, which may be wrong, but no entry changes before it is there. */
export function tapOf({ joinedAt }: EntryRow, { actedAt }: StaffChange, now: Date): Date {
  return actedAt ? new Date(Math.max(actedAt.getTime(), joinedAt.getTime())) : now
}

/** Whether it is the last change of the entry, and made by the same user. */
export function isRepeatedTap(
  entry: EntryRow,
  { action, userId, version }: StaffChange & { action: QueueAction },
): boolean {
  return entry.status === entryTransitions[action].to && entry.version === version + 1 && entry.changedBy === userId
}

export function requireChange(
  entry: EntryRow,
  { action, version }: StaffChange & { action: QueueAction },
  now: Date,
): void {
  const verdict = evaluateEntry('staff', action, entry, now)
  if (verdict !== 'ok') throw new ApiError(verdict)
  if (entry.version !== version) throw new ApiError('QUEUE_ENTRY_CHANGED')
}

async function writeChange(tx: Database, decision: Decision): Promise<void> {
  const { entry, request, tappedAt, now } = decision
  requireChange(entry, request, now)
  const { change, call } = await decideChange(tx, decision)
  if (!(await changeEntry(tx, entry, change, tappedAt))) throw new ApiError('QUEUE_ENTRY_CHANGED')
  await publishQueue(tx, { barbershopId: entry.barbershop.id, now, tappedAt, ...(call && { call }) })
}

type Decision = { entry: EntryRow; rule: LateRule; request: ChangeRequest; tappedAt: Date; now: Date }

async function decideChange(
  tx: Database,
  { entry, rule, request, tappedAt, now }: Decision,
): Promise<{ change: EntryChange; call?: QueueCall }> {
  const { action, userId, positions = 1, barberId = '' } = request
  const change = { status: entryTransitions[action].to, changedBy: userId }
  if (action === 'fallBack') return { change: { ...change, rank: await findRankBehind(tx, entry, positions) } }
  if (action === 'undoRemove' && (await hasTwin(tx, entry.id))) throw new ApiError('ALREADY_IN_QUEUE')
  if (action !== 'call') return { change }
  const call = await callOf(tx, { barberId, barbershopId: entry.barbershop.id, userId, rule, tappedAt, now })
  return { change: { ...change, call }, call: { entry: { ...entry, version: entry.version + 1 }, comeBy: call.comeBy } }
}

/** As the user may read it, who has just changed it. */
export async function readEntry({ db, waits }: TodayDeps, id: string, userId: string): Promise<QueueEntry> {
  const entry = await getEntryFor(db, id, userId)
  const estimate = entry.status === 'WAITING' ? await waits.estimateQueue(entry.barbershop.id) : undefined
  return toQueueEntry(entry, estimate?.entries.get(id) ?? null)
}
