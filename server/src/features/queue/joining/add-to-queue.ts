import { ApiError } from '@na-regua/contract/errors'
import { toE164 } from '@na-regua/contract/phones'
import type { QueueEntry } from '@na-regua/contract/queue-today'
import type { RecordChange } from '../../../lib/database.ts'
import { cleanName } from '../../accounts/rules.ts'
import { getCustomerIdentity, getStaffRole } from '../../customers/queries.ts'
import { findEntryFor } from '../entries/queries.ts'
import { toQueueEntry } from '../entries/rules.ts'
import { getQueueOf } from '../queries.ts'
import { type JoinDeps, joinQueue } from './join-queue.ts'
import type { QueueCustomer } from './queries.ts'

type AddRequest = {
  barbershopId: string
  userId: string
  entryId: string
  customerId?: string
  name?: string
  phone?: string
  barberId?: string
  serviceId?: string
  /** When staff tapped: earlier than the request if there was no network. */
  actedAt?: Date
  record?: RecordChange
}

/** Staff put a customer who has come into the queue: one whom the barbershop knows, or a name, or neither. */
export async function addToQueue(
  deps: JoinDeps,
  { barbershopId, userId, entryId, customerId, name, phone, ...choice }: AddRequest,
): Promise<{ entry: QueueEntry; isNew: boolean }> {
  const { db, waits } = deps
  await getStaffRole(db, barbershopId, userId)
  const customer: QueueCustomer = customerId
    ? { ...(await getCustomerIdentity(db, barbershopId, customerId)), name: null, phone: null }
    : {
        userId: null,
        profileId: null,
        name: name?.trim() ? cleanName(name) : null,
        phone: phone ? toE164(phone) : null,
      }
  const findSnapshot = () => getQueueOf(db, barbershopId)
  const joined = {
    id: entryId.toLowerCase(),
    source: 'staff',
    customer,
    addedBy: userId,
    findSnapshot,
    ...choice,
  } as const
  const { id, isNew } = await joinQueue(deps, joined)
  const entry = await findEntryFor(db, id, userId)
  const estimate = await waits.estimateQueue(barbershopId)
  if (!entry) throw new ApiError('QUEUE_ENTRY_NOT_FOUND')
  return { entry: toQueueEntry(entry, estimate?.entries.get(id) ?? null), isNew }
}
