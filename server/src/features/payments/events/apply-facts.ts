import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { addJob, defineJob } from '../../../lib/jobs.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import type {
  PaymentFact,
  ProviderEvent,
  ProviderFact,
  ProviderName,
  SessionFact,
  SubscriptionFact,
} from '../../../lib/payments/provider.ts'
import { followPlan } from './follow-plan.ts'
import {
  closeSubscription,
  findKnownPlans,
  findPaymentStatus,
  findSessionStatus,
  findWord,
  getStanding,
  insertEvent,
  listOtherOpen,
  listPayers,
  lockPeople,
  putPayment,
  putSubscription,
  type Standing,
  updateSession,
} from './queries.ts'
import { ASKED, isFurther, isLaterPayment, isNewer } from './rules.ts'

/** Applies a provider's event in one transaction, once, however often it is delivered. */
export async function recordPaymentEvent(tx: Database, event: ProviderEvent, now: Date): Promise<void> {
  if (!(await insertEvent(tx, event, now))) return
  await applyFacts(tx, { provider: event.provider, toldBy: event.id, facts: event.facts }, now)
}

/** `toldBy` names the event, or says that we asked (events/rules.ts). */
export type Told = { provider: ProviderName; toldBy: string; facts: readonly ProviderFact[] }

/**
 * Brings our state to what a provider said, in whatever order, however often, however late, and lets follow what follows.
 * Facts about people or plans of another base, which the same account of a provider may serve, are none of ours.
 */
export async function applyFacts(tx: Database, told: Told, now: Date): Promise<void> {
  const people = await lockConcerned(tx, told.facts)
  const plans = new Set(await findKnownPlans(tx, [...new Set(told.facts.flatMap(planOf))]))
  const before = new Map<string, Standing>()
  for (const id of people) before.set(id, await getStanding(tx, id))
  for (const fact of told.facts) {
    if (fact.kind === 'session') await applySession(tx, fact, now)
    else if (before.has(fact.userId) && plans.has(fact.planId)) {
      if (fact.kind === 'payment') await applyPayment(tx, told.provider, fact)
      else await applySubscription(tx, { ...told, fact, now })
    }
  }
  for (const [userId, standing] of before) await followPlan(tx, { userId, before: standing, now })
}

async function lockConcerned(tx: Database, facts: readonly ProviderFact[]): Promise<string[]> {
  const sessions = facts.flatMap((fact) => (fact.kind === 'session' ? [fact.sessionId] : []))
  const named = facts.flatMap((fact) => (fact.kind === 'session' ? [] : [fact.userId]))
  const payers = sessions.length > 0 ? await listPayers(tx, sessions) : []
  return lockPeople(tx, [...new Set([...named, ...payers])])
}

function planOf(fact: ProviderFact): string[] {
  return fact.kind === 'session' ? [] : [fact.planId]
}

async function applySession(tx: Database, fact: SessionFact, now: Date): Promise<void> {
  const status = await findSessionStatus(tx, fact.sessionId)
  if (status && isFurther(fact.status, status)) await updateSession(tx, fact, now)
}

async function applyPayment(tx: Database, provider: ProviderName, fact: PaymentFact): Promise<void> {
  const status = await findPaymentStatus(tx, provider, fact.reference)
  if (!status || isLaterPayment(fact.status, status)) await putPayment(tx, provider, fact)
}

async function applySubscription(
  tx: Database,
  { provider, toldBy, fact, now }: Told & { fact: SubscriptionFact; now: Date },
) {
  const word = await findWord(tx, provider, fact.reference)
  if (word && !isNewer({ ...fact, toldBy }, word)) return
  const isOpening = fact.status !== 'cancelled'
  const isSecond = isOpening && !(await makeRoom(tx, { provider, fact, now }))
  const status = isSecond ? 'cancelled' : fact.status
  await putSubscription(tx, { provider, fact: { ...fact, status }, toldBy, now })
  if (isSecond) await endAtProvider(tx, { provider, reference: fact.reference, isRefunded: true })
}

/** A person has one plan. The free one and another provider's give way; a second paid one of two tabs does not come in. */
async function makeRoom(
  tx: Database,
  { provider, fact, now }: { provider: string; fact: SubscriptionFact; now: Date },
) {
  for (const other of await listOtherOpen(tx, fact, now)) {
    if (other.provider === provider && !other.isOver) return false
    await closeSubscription(tx, { id: other.id, status: other.isOver ? 'expired' : 'cancelled', now })
  }
  return true
}

type EndSubscription = { provider: ProviderName; reference: string; isRefunded: boolean }

export async function endAtProvider(tx: Database, payload: EndSubscription): Promise<void> {
  await addJob(tx, endSubscriptionJob, payload, { key: `end-subscription:${payload.provider}:${payload.reference}` })
}

type EndSubscriptionDeps = { db: DatabasePool; clock: Clock; payments: Payments }

/** Fails, and is retried by the queue, until the provider has cancelled. With `isRefunded` the payments are refunded. */
async function endSubscription({ db, clock, payments }: EndSubscriptionDeps, payload: EndSubscription): Promise<void> {
  const { provider, reference, isRefunded } = payload
  const known = payments.of(provider)
  if (!known) return
  const current = await known.readSubscription(db, reference)
  const paid = current.filter((fact): fact is PaymentFact => fact.kind === 'payment' && fact.status === 'paid')
  const refunds = isRefunded && paid.length > 0 ? await known.refund(db, paid) : []
  const facts = [...refunds, ...(await known.cancelSubscription(db, reference))]
  await db.transaction().execute((tx) => applyFacts(tx, { provider, toldBy: ASKED, facts }, clock.now()))
}

export const endSubscriptionJob = defineJob('end-subscription', { run: endSubscription })
