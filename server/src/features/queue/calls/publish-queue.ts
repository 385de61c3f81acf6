import type { Database } from '../../../lib/database.ts'
import { formatInstantTime } from '../../../lib/format-time.ts'
import { signLinkToken } from '../../booking/link/rules.ts'
import { publishEvent } from '../../notifications/events/queries.ts'
import type { NewNotification } from '../../notifications/queries.ts'
import { noteNextEntry } from '../entries/queries.ts'
import type { EntryRow } from '../entries/rules.ts'
import { getQueueLinkSecret } from '../queries.ts'
import { isReplayed } from '../rules.ts'
import { queueCallJob } from './send-queue-call.ts'

/** A call that was just written. */
export type QueueCall = {
  entry: Pick<EntryRow, 'id' | 'version' | 'userId' | 'phone' | 'barbershop' | 'timeZone'>
  comeBy: Date
}

/** `tappedAt`: by staff, earlier than now if there was no network. */
type QueueChange = { barbershopId: string; now: Date; tappedAt?: Date; call?: QueueCall }

/**
 * What follows from a change of the queue, in its transaction: the pages of the barbershop and of its customers, and the notifications
 * of the customer who is called and of the one who is next now. Of a tap that comes late no one is notified: later ones follow, and the
 * next change in the barbershop notes who is next.
 */
export async function publishQueue(tx: Database, { tappedAt, ...change }: QueueChange): Promise<void> {
  const { barbershopId, now } = change
  if (!tappedAt || !isReplayed(tappedAt, now)) return notifyOfQueue(tx, change)
  await publishEvent(tx, { notifications: [], published: { queue: [barbershopId] }, jobs: [] }, now)
}

async function notifyOfQueue(tx: Database, { barbershopId, now, call }: Omit<QueueChange, 'tappedAt'>): Promise<void> {
  const next = await noteNextEntry(tx, barbershopId, now)
  const events = [
    ...(call?.entry.userId ? [calledEvent(call, now)] : []),
    ...(next?.userId ? [nextEvent(next, now)] : []),
  ]
  const secret = events.length > 0 ? await getQueueLinkSecret(tx) : ''
  const notifications = events.map(({ entryId, ...event }) => ({
    ...event,
    path: `/f/${signLinkToken(secret, entryId)}`,
  }))
  const hasPhoneOnly = call && !call.entry.userId && call.entry.phone
  const jobs = hasPhoneOnly ? [queueCallJob(call.entry.id, call.entry.version)] : []
  await publishEvent(tx, { notifications, published: { queue: [barbershopId] }, jobs }, now)
}

type QueueNotification = NewNotification & { entryId: string }

function calledEvent({ entry, comeBy }: QueueCall, now: Date): QueueNotification {
  return {
    entryId: entry.id,
    userId: String(entry.userId),
    type: 'queue_called',
    topic: 'appointments',
    dedupeKey: `queue:${entry.id}:called:${entry.version}`,
    title: `É a sua vez na ${entry.barbershop.name}`,
    message: `Estão chamando você. Chegue até ${formatInstantTime(comeBy, entry.timeZone)}, ou a vez passa para outra pessoa.`,
    startsAt: comeBy > now ? comeBy : undefined,
  }
}

/** It is of use until about the call. */
const NEXT_MINUTES = 30

type NextEntry = { id: string; userId: string | null; shopName: string }

function nextEvent({ id, userId, shopName }: NextEntry, now: Date): QueueNotification {
  return {
    entryId: id,
    userId: String(userId),
    type: 'queue_next',
    topic: 'appointments',
    dedupeKey: `queue:${id}:next:${now.toISOString()}`,
    title: `Você é o próximo na ${shopName}`,
    message: 'Só falta você na fila. Fique por perto: logo é a sua vez.',
    startsAt: new Date(now.getTime() + NEXT_MINUTES * 60_000),
  }
}
