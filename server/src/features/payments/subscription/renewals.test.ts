import { paymentsApi, testCards } from '@na-regua/contract/payments'
import { plansApi } from '@na-regua/contract/plans'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createSessionToken, createSubscription, createUser } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'
import { createBuyer } from '../../../../test/payment-scene.ts'
import { renewSandboxJob } from '../../../dev/sandbox-payments/renew-sandbox.ts'
import { settleCheckout } from '../../../dev/sandbox-payments/sandbox-checkout.ts'
import { findObject, saveObject } from '../../../dev/sandbox-payments/sandbox-queries.ts'
import { addJob, type Job } from '../../../lib/jobs.ts'
import { expireUnpaidSubscriptionsJob } from './expire-unpaid-subscriptions.ts'
import { reconcilePaymentsJob } from './reconcile-payments.ts'
import { warnOwnersJob } from './warn-owners.ts'

const world = await createHarness()
afterAll(() => world.close())
const mailbox = createMailbox(world)
const { createOwner, giveShops, intend, statusOf, subscriptionOf } = createBuyer(world)
beforeEach(() => {
  world.clock.set(noonInSaoPaulo)
  mailbox.emails.length = 0
})

const days = (count: number) => world.clock.advance({ minutes: count * 1440 })
/** The jobs of one minute: renewals, reconciliation, expiry, warnings. */
async function runJobs(...jobs: Job<never, object>[]) {
  const all =
    jobs.length > 0 ? jobs : [renewSandboxJob, reconcilePaymentsJob, expireUnpaidSubscriptionsJob, warnOwnersJob]
  for (const job of all) await addJob(world.db, job, {})
  await mailbox.deliver()
}
const planOf = async (userId: string) =>
  (await world.call(plansApi.own, { token: await createSessionToken(world, userId) })).body
const shopsOf = async (ids: string[]) => {
  const rows = await world.db
    .selectFrom('barbershops')
    .select(['id', 'is_active', 'blocked_at'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.is_active)
}
const subjects = (email: string) => mailbox.emails.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('a cancelled subscription', () => {
  const cancel = async (userId: string, body: object) =>
    world.call(paymentsApi.cancelSubscription, { token: await createSessionToken(world, userId), body })

  test('ends with its paid period, without a charge and without a grace period', async () => {
    const { user } = await createOwner('professional')
    const shops = await giveShops(user.id, 3)
    await cancel(user.id, {})
    days(30)
    await runJobs()
    expect(await planOf(user.id)).toMatchObject({ status: 'active', canEdit: true })
    const token = await createSessionToken(world, user.id)
    days(1)
    await runJobs()
    expect((await world.call(plansApi.own, { token })).status).toBe(401)
    expect(await planOf(user.id)).toMatchObject({ status: 'cancelled', canEdit: false })
    expect(await shopsOf(shops)).toEqual([true, false, false])
    const { payments } = (await world.call(paymentsApi.list, { token: await createSessionToken(world, user.id) })).body
    expect(payments).toHaveLength(1)
    expect(subjects(user.email).at(-1)).toBe('Sua assinatura terminou')
  })

  test('ends even when its provider stays silent', async () => {
    const { user } = await createOwner('professional')
    await cancel(user.id, {})
    days(31)
    await runJobs(expireUnpaidSubscriptionsJob)
    expect(await planOf(user.id)).toMatchObject({ status: 'cancelled', canEdit: false })
  })

  test.each([[[]], [[expireUnpaidSubscriptionsJob]]])('is followed by the free plan on request', async (jobs) => {
    const { user } = await createOwner('professional')
    const shops = await giveShops(user.id, 2)
    const { body } = await cancel(user.id, { continueFree: true })
    expect(body.message).toBe('O plano Profissional vale até 11 de abril de 2026. Depois começa o Básico, grátis.')
    days(30)
    const token = await createSessionToken(world, user.id)
    days(1)
    await runJobs(...(jobs as Job<never, object>[]))
    // The owner stays logged in.
    expect((await world.call(plansApi.own, { token })).body).toMatchObject({
      status: 'active',
      canEdit: true,
      expiresAt: null,
      plan: { tier: 'basic' },
    })
    expect(await shopsOf(shops)).toEqual([true, false])
    expect(subjects(user.email).at(-1)).toBe('Seu plano agora é o Básico')
  })
})

describe('a renewal', () => {
  test('is charged automatically, ends no session, and has its own receipt', async () => {
    const { user } = await createOwner('professional')
    days(30)
    const token = await createSessionToken(world, user.id)
    days(1)
    await runJobs()
    const { body } = await world.call(plansApi.own, { token })
    expect(body).toMatchObject({ status: 'active', expiresAt: '2026-05-11T15:00:00.000Z' })
    const { payments } = (await world.call(paymentsApi.list, { token })).body
    expect(payments.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
    expect(new Set(payments.map(({ receiptNumber }: { receiptNumber: string }) => receiptNumber)).size).toBe(2)
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })

  test('that fails leaves seven days, then barbershops over the free limit are hidden, and none is deleted', async () => {
    const { user } = await createOwner('professional', { number: testCards.failsToRenew })
    const shops = await giveShops(user.id, 3)
    days(31)
    await runJobs()
    expect(await planOf(user.id)).toMatchObject({ status: 'past_due', canEdit: true })
    days(6.5)
    await runJobs()
    expect(await shopsOf(shops)).toEqual([true, true, true])
    const token = await createSessionToken(world, user.id)
    days(1)
    await runJobs()
    expect((await world.call(plansApi.own, { token })).status).toBe(401)
    expect(await planOf(user.id)).toMatchObject({ canEdit: false, plan: { tier: 'basic' } })
    expect(await shopsOf(shops)).toEqual([true, false, false])
    const notifications = await world.db
      .selectFrom('notifications')
      .select('message')
      .where('user_id', '=', user.id)
      .execute()
    expect(notifications.map(({ message }) => message).join()).toContain(
      '2 barbearias acima do limite do plano saíram do ar.',
    )
    expect(subjects(user.email).at(-1)).toMatch(/terminou|cancelada/)
  })

  test('that failed is fixed by another payment, from the end of the last period', async () => {
    const { user } = await createOwner('professional', { number: testCards.failsToRenew })
    days(33)
    await runJobs()
    const token = await createSessionToken(world, user.id)
    const { body: intent } = await intend(token, 'professional')
    expect(intent).toMatchObject({ mode: 'payment', amountCents: 7990, creditCents: 0 })
    await createBuyer(world).pay(token, intent.sessionId)
    expect(await planOf(user.id)).toMatchObject({ status: 'active', expiresAt: '2026-05-11T15:00:00.000Z' })
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })
})

describe('an approaching end', () => {
  test('is announced seven, three and one day before, once each', async () => {
    const { user, token } = await createOwnerByPix()
    await mailbox.deliver()
    mailbox.emails.length = 0
    for (const [ahead, steps] of [
      [24, 1],
      [0.2, 0],
      [4, 1],
      [2, 1],
      [0.5, 0],
    ] as const) {
      days(ahead)
      const before = mailbox.emails.length
      await runJobs(warnOwnersJob)
      await runJobs(warnOwnersJob)
      expect(mailbox.emails.length - before, `after ${ahead} days`).toBe(steps)
    }
    expect(subjects(user.email)).toEqual([
      'Seu plano termina em 7 dias',
      'Seu plano termina em 3 dias',
      'Seu plano termina amanhã',
    ])
    expect(token).toBeDefined()
  })

  test('of a plan that renews automatically is announced once', async () => {
    const { user } = await createOwner('premium')
    await mailbox.deliver()
    mailbox.emails.length = 0
    for (const ahead of [24, 4, 2]) {
      days(ahead)
      await runJobs(warnOwnersJob)
    }
    expect(subjects(user.email)).toEqual(['Seu plano renova em 3 dias'])
  })

  async function createOwnerByPix() {
    const owner = await createOwner('professional')
    await world.db
      .updateTable('subscriptions')
      .set({ renews_itself: false })
      .where('user_id', '=', owner.user.id)
      .execute()
    return owner
  }
})

describe('another plan', () => {
  test('that is more expensive is credited for unused days, and starts at once', async () => {
    const { user } = await createOwner('professional')
    days(15.5)
    const token = await createSessionToken(world, user.id)
    const { body: intent } = await intend(token, 'premium')
    expect(intent).toMatchObject({ mode: 'payment', creditCents: 3995, amountCents: 14_990 - 3995 })
    await createBuyer(world).pay(token, intent.sessionId)
    // The owner stays logged in.
    expect((await world.call(plansApi.own, { token })).body).toMatchObject({ plan: { tier: 'premium' } })
    expect((await planOf(user.id)).plan).toMatchObject({ tier: 'premium', max_barbershops: null })
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })

  test('that is cheaper needs no form; the newest barbershops over its limit are blocked and the owner is notified', async () => {
    const { user, token } = await createOwner('premium')
    const shops = await giveShops(user.id, 5)
    await world.db.updateTable('barbershops').set({ is_featured: true }).where('id', 'in', shops.slice(0, 2)).execute()
    const { body: intent } = await intend(token, 'professional')
    expect(intent).toMatchObject({ mode: 'change', amountCents: 0, methods: [] })
    const confirm = () => world.call(paymentsApi.confirmChange, { token, params: { sessionId: intent.sessionId } })
    expect((await confirm()).body.status).toBe('succeeded')
    expect(await shopsOf(shops)).toEqual([true, true, true, false, false])
    const featured = world.db.selectFrom('barbershops').select('id').where('owner_id', '=', user.id)
    const stillFeatured = await featured.where('is_featured', '=', true).execute()
    expect(stillFeatured, 'only Premium features').toEqual([])
    expect((await planOf(user.id)).plan.tier).toBe('professional')
    await runJobs()
    expect(subjects(user.email)).toContain('Seu plano agora é o Profissional')
    // What the dearer month was worth pays the next bill.
    days(31)
    await runJobs()
    const again = await createSessionToken(world, user.id)
    const { payments } = (await world.call(paymentsApi.list, { token: again })).body
    expect(payments.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([990, 14_990])
  })
})

test('a lost event of the sandbox is reconciled within five minutes', async () => {
  const user = await createUser(world)
  const token = await createSessionToken(world, user.id)
  const { body: intent } = await intend(token, 'professional')
  const id = `cs_${intent.sessionId}`
  await world.db.transaction().execute(async (tx) => {
    const checkout = await findObject(tx, 'checkout', id)
    if (checkout) await settleCheckout(tx, { id, checkout, payer: 'card', now: world.clock.now() })
  })
  expect(await statusOf(intent.sessionId)).toBe('pending')
  world.clock.advance({ minutes: 3 })
  await runJobs(reconcilePaymentsJob)
  expect(await statusOf(intent.sessionId)).toBe('succeeded')
  expect((await planOf(user.id)).canEdit).toBe(true)
})

test('a renewal with a lost event is reconciled before the plan lapses', async () => {
  const { user } = await createOwner('professional')
  const [row] = await subscriptionOf(user.id)
  days(31)
  await world.db.transaction().execute(async (tx) => {
    const id = row?.provider_reference ?? ''
    const state = await findObject(tx, 'subscription', id)
    const paid = { paidUntil: '2026-05-11T15:00:00.000Z', toldAt: world.clock.now().toISOString() }
    if (state) await saveObject(tx, 'subscription', { id, state: { ...state, ...paid } })
  })
  await runJobs(expireUnpaidSubscriptionsJob)
  expect((await planOf(user.id)).canEdit).toBe(true)
  await runJobs(reconcilePaymentsJob)
  expect((await planOf(user.id)).expiresAt).toBe('2026-05-11T15:00:00.000Z')
})

test('a subscription without a provider ends with its period', async () => {
  const user = await createUser(world, { role: 'OWNER' })
  await createSubscription(world, user.id, { tier: 'premium', days: 1 })
  const shops = await giveShops(user.id, 2)
  days(2)
  await runJobs()
  expect(await shopsOf(shops)).toEqual([true, false])
  expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'expired' }])
})
