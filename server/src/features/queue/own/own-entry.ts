import { ApiError } from '@na-regua/contract/errors'
import type { OwnQueueEntry } from '@na-regua/contract/queue'
import type { Database } from '../../../lib/database.ts'
import { readLinkToken, signLinkToken } from '../../booking/link/rules.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { changeEntry, findEntry, findRankBehind, listOwnEntries } from '../entries/queries.ts'
import { type EntryRow, entryTransitions, evaluateEntry, toOwnEntry } from '../entries/rules.ts'
import type { JoinDeps } from '../joining/join-queue.ts'
import { getQueueLinkSecret, lockQueue } from '../queries.ts'

/** The id of the entry whose link it is. Throws LINK_INVALID for a token without our signature. */
export async function getLinkedId(db: Database, token: string): Promise<string> {
  const id = readLinkToken(await getQueueLinkSecret(db), token)
  if (!id) throw new ApiError('LINK_INVALID')
  return id
}

/** Throws LINK_INVALID for an entry that no longer exists. */
export async function showOwnEntry({ db, clock, waits }: JoinDeps, id: string): Promise<OwnQueueEntry> {
  const entry = await findEntry(db, id)
  if (!entry) throw new ApiError('LINK_INVALID')
  const estimate = entry.status === 'WAITING' ? await waits.estimateQueue(entry.barbershop.id) : undefined
  const token = signLinkToken(await getQueueLinkSecret(db), id)
  return toOwnEntry(entry, { token, wait: estimate?.entries.get(id) ?? null, now: clock.now() })
}

/** The queues in which an account waits or is called. */
export async function listOwnQueues({ db, clock, waits }: JoinDeps, userId: string): Promise<OwnQueueEntry[]> {
  const entries = await listOwnEntries(db, userId)
  if (entries.length === 0) return []
  const secret = await getQueueLinkSecret(db)
  return Promise.all(
    entries.map(async (entry) => {
      const estimate = await waits.estimateQueue(entry.barbershop.id)
      const shown = { token: signLinkToken(secret, entry.id), wait: estimate?.entries.get(entry.id) ?? null }
      return toOwnEntry(entry, { ...shown, now: clock.now() })
    }),
  )
}

/** `version` is the one that the customer saw. */
type OwnChange = { id: string } & ({ action: 'leave' } | { action: 'fallBack'; positions: number; version: number })

/** Leaving from whatever position is leaving; going back counts from the position that the customer saw. */
function isRepeated(entry: EntryRow, request: OwnChange): boolean {
  if (request.action === 'leave') return entry.status === 'LEFT'
  return entry.status === 'WAITING' && entry.version === request.version + 1 && entry.changedBy === entry.userId
}

/**
 * A change of the customer. Repeated it is the same as once. Throws QUEUE_ENTRY_CHANGED for an entry that is out of the queue, and for
 * going back from a stale version.
 */
export async function changeOwnEntry(deps: JoinDeps, request: OwnChange): Promise<OwnQueueEntry> {
  const { db, clock } = deps
  const now = clock.now()
  const seen = await findEntry(db, request.id)
  if (!seen) throw new ApiError('LINK_INVALID')
  await db.transaction().execute(async (tx) => {
    await lockQueue(tx, seen.barbershop.id)
    const entry = (await findEntry(tx, request.id)) as EntryRow
    if (isRepeated(entry, request)) return
    await writeOwnChange(tx, entry, request, now)
    await publishQueue(tx, { barbershopId: entry.barbershop.id, now })
  })
  return showOwnEntry(deps, request.id)
}

async function writeOwnChange(tx: Database, entry: EntryRow, request: OwnChange, now: Date): Promise<void> {
  const { action } = request
  const isStale = action === 'fallBack' && entry.version !== request.version
  if (isStale || evaluateEntry('customer', action, entry, now) !== 'ok') throw new ApiError('QUEUE_ENTRY_CHANGED')
  const rank = action === 'fallBack' ? await findRankBehind(tx, entry, request.positions) : entry.rank
  const change = { status: entryTransitions[action].to, rank, changedBy: entry.userId }
  if (!(await changeEntry(tx, entry, change, now))) throw new ApiError('QUEUE_ENTRY_CHANGED')
}
