import type { Database } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { announce } from '../../../lib/live.ts'
import { insertNotification } from '../../notifications/queries.ts'
import { describeNews, type NewsFacts, type NewsKind, type Side } from '../letters/rules.ts'
import type { Life } from './queries.ts'
import { type Actor, answerDeadline } from './rules.ts'

/** A transition as everything that follows from it sees it. `before` is absent for a walk-in: nothing was there. */
export type Transition = {
  before?: Life
  after: Life & { reason?: string }
  by: { actor: Actor; userId: string } | 'system'
  now: Date
}

/** Who is told of it: who serves and who is served, but not who did it. Every open page of all three follows live. */
export async function tellParties(tx: Database, { before, after, by, now }: Transition): Promise<void> {
  const kind = newsOf({ before, after, by })
  const facts = { ...after, previousStart: before?.startsAt, answerBy: openUntil(after) }
  for (const { side, userId } of listReaders(after, by)) await tell(tx, { kind, side, userId, life: after, facts, now })
  const everybody = [after.customerId, after.barberUserId, after.ownerId].filter((id) => id !== null)
  await announce(tx, [...new Set(everybody)], 'appointments')
}

function newsOf({ before, after, by }: Omit<Transition, 'now'>): NewsKind {
  if (!before) return 'seated'
  if (after.status === 'SCHEDULED') return 'rescheduled'
  if (after.status === 'CONFIRMED') return 'confirmed'
  if (after.status === 'COMPLETED') return 'completed'
  if (after.status === 'NO_SHOW') return 'missed'
  if (by === 'system') return 'released'
  return before.status === 'SCHEDULED' && by.actor !== 'customer' ? 'rejected' : 'cancelled'
}

function openUntil(life: Life): Date | undefined {
  return life.status === 'SCHEDULED' ? answerDeadline(life) : undefined
}

function listReaders({ customerId, barberUserId }: Life, by: Transition['by']): { side: Side; userId: string }[] {
  const sides: [Side, string | null][] = [
    ['customer', customerId],
    ['barber', barberUserId],
  ]
  const doer = by === 'system' ? undefined : by.userId
  return sides.flatMap(([side, userId]) => (userId && userId !== doer ? [{ side, userId }] : []))
}

type Telling = { kind: NewsKind; side: Side; userId: string; life: Life; facts: NewsFacts; now: Date }

/** Inside the product at once; by e-mail after the commit, by a job that asks again whether it is still so. */
async function tell(tx: Database, { kind, side, userId, life, facts, now }: Telling): Promise<void> {
  const news = describeNews(kind, side, facts)
  if (!news) return
  const fact = `appointment:${life.id}:${kind}:${life.version}`
  await insertNotification(tx, { ...news, userId, topic: 'appointments', fact }, now)
  const { id: appointmentId, version } = life
  const previousStart = kind === 'rescheduled' ? facts.previousStart?.toISOString() : undefined
  const payload = { appointmentId, userId, side, kind, version, previousStart }
  await addJob(tx, 'send-appointment-letter', payload, { key: `${fact}:${side}:email` })
}
