import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool, RecordChange } from '../../../lib/database.ts'
import { lockCustomer } from '../../appointments/status/queries.ts'
import { isCustomerBlocked, lockExistingProfile } from '../../customers/queries.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { type JoinSnapshot, lockQueue } from '../queries.ts'
import { findClosure, isReplayed } from '../rules.ts'
import type { Waits } from '../waits/rules.ts'
import {
  doesOffer,
  findPresentEntry,
  findUsualService,
  insertEntry,
  lockDecidedBarbershop,
  type NewEntry,
  type PresentEntry,
} from './queries.ts'

export type JoinDeps = { db: DatabasePool; clock: Clock; waits: Waits }

type JoinInput = Pick<NewEntry, 'id' | 'source' | 'customer'> & {
  barberId?: string | undefined
  serviceId?: string | undefined
  addedBy?: string | undefined
  /** When staff tapped: earlier than the request if there was no network. */
  actedAt?: Date | undefined
  record?: RecordChange | undefined
  /** Read again for each attempt. */
  findSnapshot: () => Promise<JoinSnapshot>
}

/** Each failed attempt means that another change of the queue succeeded. */
const MAX_ATTEMPTS = 5

/**
 * Puts a customer at the end of a queue. Repeated it returns the same entry, and an account in the queue gets the entry that it has.
 * Throws QUEUE_CLOSED, QUEUE_FULL, ALREADY_IN_QUEUE for a phone or a known customer, and CUSTOMER_BLOCKED.
 */
export async function joinQueue(deps: JoinDeps, input: JoinInput): Promise<{ id: string; isNew: boolean }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const snapshot = await input.findSnapshot()
    const present = await findPresentEntry(deps.db, { ...input, snapshot })
    if (present) return { id: requireOwn(input, present), isNew: false }
    const entry = await decideEntry(deps, input, snapshot)
    if (!(await writeEntry(deps, entry, input))) continue
    return { id: entry.id, isNew: true }
  }
  throw new ApiError('ALREADY_IN_QUEUE')
}

/** The entry of the same request, or that of the account. At the door the id and a name alone get no one the link of an entry. */
function requireOwn({ id, source, customer }: JoinInput, present: PresentEntry): string {
  const isRepeated = present.id === id.toLowerCase() && present.source === source
  const isOwn = source === 'account' ? present.userId === customer.userId : isRepeated
  const isSame = present.name === customer.name && present.phone === customer.phone
  if (!isOwn || (source === 'door' && !isSame)) throw new ApiError('ALREADY_IN_QUEUE')
  return present.id
}

async function decideEntry(
  { db, clock, waits }: JoinDeps,
  { id, source, customer, serviceId, ...input }: JoinInput,
  snapshot: JoinSnapshot,
): Promise<NewEntry> {
  const barberId = input.barberId ?? null
  const addedBy = input.addedBy ?? null
  const joinedAt = input.actedAt ?? clock.now()
  const isLate = isReplayed(joinedAt, clock.now())
  requireOpenQueue(snapshot, joinedAt, isLate)
  const isBlocked = source === 'account' && (await isCustomerBlocked(db, snapshot.id, String(customer.userId)))
  if (isBlocked) throw new ApiError('CUSTOMER_BLOCKED')
  if (barberId && !snapshot.barbers.some((barber) => barber.id === barberId.toLowerCase()))
    throw new ApiError('BARBER_NOT_FOUND')
  if (serviceId) await requireService(db, snapshot, { serviceId: serviceId.toLowerCase(), barberId })
  const chosen = serviceId ?? (await findUsualService(db, { barbershopId: snapshot.id, barberId }, clock.now()))
  const promised = isLate ? null : await waits.estimateAtJoin(snapshot.id, { barberId, serviceId: chosen })
  const decided = { promised: promised ?? null, snapshot, joinedAt, isReplayed: isLate }
  return { id, source, customer, barberId, serviceId: chosen, addedBy, ...decided }
}

/** Who joined without a network finds a position also in a queue that is full by now. */
function requireOpenQueue(snapshot: JoinSnapshot, joinedAt: Date, isLate: boolean): void {
  const closure = findClosure(snapshot, joinedAt)
  if (closure === 'full' && !isLate) throw new ApiError('QUEUE_FULL')
  if (closure && closure !== 'full') throw new ApiError('QUEUE_CLOSED')
}

async function requireService(
  db: DatabasePool,
  { services }: JoinSnapshot,
  { serviceId, barberId }: { serviceId: string; barberId: string | null },
) {
  const isKnown = services.some(({ id }) => id === serviceId)
  if (!isKnown || (barberId && !(await doesOffer(db, serviceId, barberId)))) throw new ApiError('SERVICE_NOT_FOUND')
}

function writeEntry({ db, clock }: JoinDeps, entry: NewEntry, { record }: JoinInput): Promise<boolean> {
  const now = clock.now()
  const { joinedAt, customer } = entry
  const { id: barbershopId } = entry.snapshot
  return db.transaction().execute(async (tx) => {
    // Closing the account waits, or has finished: it leaves all of its queues.
    if (customer.userId) await lockCustomer(tx, customer.userId)
    if (!(await lockDecidedBarbershop(tx, entry))) return false
    // An erasure waits, or has finished: no customer without a profile is put into the queue.
    if (customer.profileId && !(await lockExistingProfile(tx, customer.profileId)))
      throw new ApiError('CUSTOMER_NOT_FOUND')
    const tap = entry.addedBy ? { userId: entry.addedBy, now: joinedAt } : undefined
    if (!(await lockQueue(tx, barbershopId, tap))) return false
    if (!(await insertEntry(tx, entry))) return false
    await publishQueue(tx, { barbershopId, now, tappedAt: joinedAt })
    await record?.(tx, { id: entry.id, version: 1 })
    return true
  })
}
