import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createBuyer } from '../../../../test/payment-scene.ts'
import type { ProviderEvent, ProviderUpdate } from '../../../lib/payments/provider.ts'
import { recordPaymentEvent } from './apply-updates.ts'
import { isNewer } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())
const { giveShops, planOf, subscriptionOf } = createBuyer(world)
const cheap = await planOf('professional')
const dear = await planOf('premium')

const start = new Date('2026-03-11T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const month = (count: number) => after(count * 30 * 1440)

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}

/** Five events: a card that requires confirmation, a first period, a more expensive plan, a failed renewal and its repeated payment. */
async function createEvents() {
  const user = await createUser(world)
  const reference = `sub_${user.id}`
  const sessionId = randomUUID().replaceAll('-', '').padEnd(43, 'x')
  await world.db
    .insertInto('payment_sessions')
    .values({
      id: sessionId,
      user_id: user.id,
      plan_id: cheap.id,
      mode: 'payment',
      provider: 'stripe',
      expires_at: after(60),
    })
    .execute()
  const purpose = (plan: { id: string }) => ({ userId: user.id, planId: plan.id })
  const subscription = (
    plan: { id: string },
    status: 'active' | 'past_due',
    from: number,
    reportedAt: Date,
  ): ProviderUpdate => ({
    ...purpose(plan),
    kind: 'subscription',
    reference,
    status,
    renewsItself: true,
    reportedAt,
    periodStartsAt: month(from),
    paidUntil: month(status === 'active' ? from + 1 : from),
  })
  const payment = (
    plan: { id: string },
    name: string,
    status: 'paid' | 'failed',
    reportedAt: Date,
  ): ProviderUpdate => ({
    ...purpose(plan),
    kind: 'payment',
    reference: `${reference}:${name}`,
    subscriptionReference: reference,
    method: 'card',
    amountCents: 7990,
    status,
    periodStartsAt: start,
    periodEndsAt: month(1),
    reportedAt,
  })
  const session = (status: 'requires_action' | 'succeeded'): ProviderUpdate => ({
    kind: 'session',
    sessionId,
    status,
    method: 'card',
    subscriptionReference: status === 'succeeded' ? reference : undefined,
  })
  const reports: ProviderUpdate[][] = [
    [session('requires_action')],
    [session('succeeded'), subscription(cheap, 'active', 0, after(1)), payment(cheap, 'first', 'paid', after(1))],
    [subscription(dear, 'active', 0, after(2)), payment(dear, 'change', 'paid', after(2))],
    [subscription(dear, 'past_due', 1, month(1)), payment(dear, 'second', 'failed', month(1))],
    [subscription(dear, 'active', 1, month(1.1)), payment(dear, 'second', 'paid', month(1.1))],
  ]
  const events = reports.map(
    (updates, index): ProviderEvent => ({ provider: 'stripe', id: `evt_${user.id}_${index}`, updates }),
  )
  return { user, sessionId, events }
}

/** The final state, without ids that differ for each user. */
async function stateOf(userId: string, sessionId: string) {
  const { db } = world
  const session = await db
    .selectFrom('payment_sessions')
    .select(['status', 'method'])
    .where('id', '=', sessionId)
    .execute()
  const subscriptions = (await subscriptionOf(userId)).map((row) => ({
    plan: row.plan_id,
    status: row.status,
    from: row.period_starts_at,
    until: row.period_ends_at,
    grace: row.grace_ends_at,
    reportedAt: row.told_at,
    renews: row.renews_itself,
    cancelledAt: row.cancelled_at,
  }))
  const payments = await db
    .selectFrom('payments')
    .select(['plan_id', 'amount_cents', 'status', 'method', 'paid_at', 'period_ends_at'])
    .where('user_id', '=', userId)
    .orderBy('paid_at')
    .execute()
  const receipts = await db.selectFrom('payments').select('receipt_number').where('user_id', '=', userId).execute()
  const areNumbered = receipts.every(({ receipt_number }) => receipt_number !== null)
  const shops = await db.selectFrom('barbershops').select('is_active').where('owner_id', '=', userId).execute()
  const { role } = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()
  return { session, subscriptions, payments, areNumbered, shops, role }
}

async function play(order: number[]) {
  const { user, sessionId, events } = await createEvents()
  await giveShops(user.id, 2)
  // Each event is delivered three times, up to three days late.
  const arrivals = [...order, ...order.toReversed(), ...order].map((index) => events[index] as ProviderEvent)
  const arrived = new Date(month(1.1).getTime() + 72 * 3_600_000)
  for (const event of arrivals) await world.db.transaction().execute((tx) => recordPaymentEvent(tx, event, arrived))
  return stateOf(user.id, sessionId)
}

describe('five events of a provider', () => {
  test('in all 120 orders, each three times and three days late, end in the same state', async () => {
    const expected = await play([0, 1, 2, 3, 4])
    expect(expected).toMatchObject({
      role: 'OWNER',
      session: [{ status: 'succeeded' }],
      areNumbered: true,
      subscriptions: [{ plan: dear.id, status: 'active', until: month(2) }],
      payments: [{ status: 'paid' }, { status: 'paid' }, { status: 'paid' }],
      shops: [{ is_active: true }, { is_active: true }],
    })
    const orders = permutations([0, 1, 2, 3, 4])
    expect(orders).toHaveLength(120)
    for (const order of orders) expect(await play(order), order.join()).toEqual(expected)
  })

  test('delivered concurrently end in the same state', async () => {
    const expected = await play([0, 1, 2, 3, 4])
    const { user, sessionId, events } = await createEvents()
    await giveShops(user.id, 2)
    const arrivals = [...events, ...events.toReversed(), ...events]
    const take = (event: ProviderEvent) =>
      world.db
        .transaction()
        .execute((tx) => recordPaymentEvent(tx, event, new Date(month(1.1).getTime() + 72 * 3_600_000)))
    await Promise.all(arrivals.map(take))
    expect(await stateOf(user.id, sessionId)).toEqual(expected)
  })
})

test('which of two reports wins does not depend on their order of arrival', () => {
  const moments = [after(0), after(1)]
  const reports = moments.flatMap((reportedAt) =>
    ['active', 'past_due', 'cancelled'].flatMap((status) =>
      ['evt_a', 'evt_b'].map((source) => ({ reportedAt, status, source })),
    ),
  )
  for (const a of reports)
    for (const b of reports) if (a !== b && a.status !== 'cancelled') expect(isNewer(a, b)).toBe(!isNewer(b, a))
})
