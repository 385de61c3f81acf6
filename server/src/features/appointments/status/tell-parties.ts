import type { Database } from '../../../lib/database.ts'
import { type EventRows, publishEvent } from '../../notifications/events/queries.ts'
import { describeNews, type NewsFacts, type NewsKind, type Side } from '../emails/rules.ts'
import type { Life } from './queries.ts'
import { type Actor, answerDeadline } from './rules.ts'

/** What has to be known of an appointment to tell of it. */
type Known = Pick<Life, 'id' | 'version' | 'status' | 'requestedAt' | 'customerId' | 'barberUserId' | 'ownerId'> &
  Omit<NewsFacts, 'previousStart' | 'answerBy'>

/** A transition as everything that follows from it sees it. `before` is absent where nothing was there. */
export type Transition = {
  before?: Pick<Life, 'status' | 'startsAt'>
  after: Known
  by: { actor: Actor; userId: string } | 'system'
  now: Date
}

/**
 * Tells who serves and who is served, but not who did it: inside the product with the commit, by e-mail soon after it. Every open
 * page of them and of the owner follows live.
 */
export async function notifyParticipants(tx: Database, transition: Transition): Promise<void> {
  await publishEvent(tx, appointmentEvent(transition), transition.now)
}

export function appointmentEvent({ before, after, by }: Omit<Transition, 'now'>): EventRows<'send-appointment-letter'> {
  const kind = newsOf({ before, after, by })
  const answerBy = after.status === 'SCHEDULED' ? answerDeadline(after) : undefined
  const facts = { ...after, previousStart: before?.startsAt, answerBy }
  const fact = `appointment:${after.id}:${kind}:${after.version}`
  const told = listReaders(after, by).flatMap((reader) => {
    const news = describeNews(kind, reader.side, facts)
    return news ? [{ ...reader, news }] : []
  })
  const everybody = [after.customerId, after.barberUserId, after.ownerId].filter((id) => id !== null)
  return {
    notifications: told.map(({ userId, news }) => ({ ...news, userId, topic: 'appointments', fact })),
    changed: { userIds: [...new Set(everybody)], topic: 'appointments' },
    jobs: told.map((reader) => letterJob(kind, fact, reader, facts)),
  }
}

function newsOf({ before, after, by }: Omit<Transition, 'now'>): NewsKind {
  if (!before) return after.status === 'SCHEDULED' ? 'received' : 'seated'
  if (after.status === 'SCHEDULED') return 'rescheduled'
  if (after.status === 'CONFIRMED') return 'confirmed'
  if (after.status === 'COMPLETED') return 'completed'
  if (after.status === 'NO_SHOW') return 'missed'
  if (by === 'system') return 'released'
  return before.status === 'SCHEDULED' && by.actor !== 'customer' ? 'rejected' : 'cancelled'
}

type Reader = { side: Side; userId: string }

function listReaders({ customerId, barberUserId }: Known, by: Transition['by']): Reader[] {
  const sides: [Side, string | null][] = [
    ['customer', customerId],
    ['barber', barberUserId],
  ]
  const doer = by === 'system' ? undefined : by.userId
  return sides.flatMap(([side, userId]) => (userId && userId !== doer ? [{ side, userId }] : []))
}

/** The job asks again, when the letter leaves, whether it is still so. */
function letterJob(kind: NewsKind, fact: string, { side, userId }: Reader, facts: Known & NewsFacts) {
  const { id: appointmentId, version } = facts
  const previousStart = kind === 'rescheduled' ? facts.previousStart?.toISOString() : undefined
  const payload = { appointmentId, userId, side, kind, version, previousStart }
  return { name: 'send-appointment-letter' as const, payload, key: `${fact}:${side}:email` }
}
