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
import { closeLapsedJob } from './close-lapsed.ts'
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
/** What the minute brings: renewals, what was not said, what is over. */
async function minute(...jobs: Job<never, object>[]) {
  const all = jobs.length > 0 ? jobs : [renewSandboxJob, reconcilePaymentsJob, closeLapsedJob, warnOwnersJob]
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

describe('a renewal', () => {
  test('is charged by itself, ends no session, and is a payment with its own receipt', async () => {
    const { user } = await createOwner('professional')
    days(30)
    const token = await createSessionToken(world, user.id)
    days(1)
    await minute()
    const { body } = await world.call(plansApi.own, { token })
    expect(body).toMatchObject({ status: 'active', expiresAt: '2026-05-11T15:00:00.000Z' })
    const { payments } = (await world.call(paymentsApi.list, { token })).body
    expect(payments.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
    expect(new Set(payments.map(({ receiptNumber }: { receiptNumber: string }) => receiptNumber)).size).toBe(2)
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })

  test('that fails leaves seven days, then shops over the free limit are out of sight, and none is gone', async () => {
    const { user } = await createOwner('professional', { number: testCards.failsToRenew })
    const shops = await giveShops(user.id, 3)
    days(31)
    await minute()
    expect(await planOf(user.id)).toMatchObject({ status: 'past_due', canEdit: true })
    days(6.5)
    await minute()
    expect(await shopsOf(shops)).toEqual([true, true, true])
    const token = await createSessionToken(world, user.id)
    days(1)
    await minute()
    expect((await world.call(plansApi.own, { token })).status).toBe(401)
    expect(await planOf(user.id)).toMatchObject({ canEdit: false, plan: { tier: 'basic' } })
    expect(await shopsOf(shops)).toEqual([true, false, false])
    const told = await world.db.selectFrom('notifications').select('message').where('user_id', '=', user.id).execute()
    expect(told.map(({ message }) => message).join()).toContain('2 barbearias acima do limite do plano saíram do ar.')
    expect(subjects(user.email).at(-1)).toMatch(/terminou|cancelada/)
  })

  test('that failed is mended by paying once more, from where the last period ended', async () => {
    const { user } = await createOwner('professional', { number: testCards.failsToRenew })
    days(33)
    await minute()
    const token = await createSessionToken(world, user.id)
    const { body: intent } = await intend(token, 'professional')
    expect(intent).toMatchObject({ mode: 'payment', amountCents: 7990, creditCents: 0 })
    await createBuyer(world).pay(token, intent.sessionId)
    expect(await planOf(user.id)).toMatchObject({ status: 'active', expiresAt: '2026-05-11T15:00:00.000Z' })
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })
})

describe('an end that comes near', () => {
  test('is told seven, three and one day before, once each', async () => {
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
      await minute(warnOwnersJob)
      await minute(warnOwnersJob)
      expect(mailbox.emails.length - before, `after ${ahead} days`).toBe(steps)
    }
    expect(subjects(user.email)).toEqual([
      'Seu plano termina em 7 dias',
      'Seu plano termina em 3 dias',
      'Seu plano termina amanhã',
    ])
    expect(token).toBeDefined()
  })

  test('of a plan that renews by itself is told once', async () => {
    const { user } = await createOwner('premium')
    await mailbox.deliver()
    mailbox.emails.length = 0
    for (const ahead of [24, 4, 2]) {
      days(ahead)
      await minute(warnOwnersJob)
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
  test('that is dearer costs less for the days that were not used, and holds at once', async () => {
    const { user } = await createOwner('professional')
    days(15.5)
    const token = await createSessionToken(world, user.id)
    const { body: intent } = await intend(token, 'premium')
    expect(intent).toMatchObject({ mode: 'payment', creditCents: 3995, amountCents: 14_990 - 3995 })
    await createBuyer(world).pay(token, intent.sessionId)
    expect((await world.call(plansApi.own, { token })).status).toBe(401)
    expect((await planOf(user.id)).plan).toMatchObject({ tier: 'premium', max_barbershops: null })
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })

  test('that is cheaper needs no form; the newest shops over its limit are blocked and the owner is told', async () => {
    const { user, token } = await createOwner('premium')
    const shops = await giveShops(user.id, 5)
    await world.db.updateTable('barbershops').set({ is_featured: true }).where('id', '=', String(shops[0])).execute()
    const { body: intent } = await intend(token, 'professional')
    expect(intent).toMatchObject({ mode: 'change', amountCents: 0, methods: [] })
    const confirm = () => world.call(paymentsApi.confirmChange, { token, params: { sessionId: intent.sessionId } })
    expect((await confirm()).body.status).toBe('succeeded')
    expect(await shopsOf(shops)).toEqual([true, true, true, false, false])
    const featured = world.db.selectFrom('barbershops').select('id').where('owner_id', '=', user.id)
    expect(await featured.where('is_featured', '=', true).execute(), 'the badge was of the Premium plan').toEqual([])
    expect((await planOf(user.id)).plan.tier).toBe('professional')
    await minute()
    expect(subjects(user.email)).toContain('Seu plano agora é o Profissional')
    // What the dearer month was worth pays the next bill.
    days(31)
    await minute()
    const again = await createSessionToken(world, user.id)
    const { payments } = (await world.call(paymentsApi.list, { token: again })).body
    expect(payments.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([990, 14_990])
  })
})

test('a word of the sandbox that was lost is made good by asking, within five minutes', async () => {
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
  await minute(reconcilePaymentsJob)
  expect(await statusOf(intent.sessionId)).toBe('succeeded')
  expect((await planOf(user.id)).canEdit).toBe(true)
})

test('a renewal whose word was lost is made good too, before anybody lapses', async () => {
  const { user } = await createOwner('professional')
  const [row] = await subscriptionOf(user.id)
  days(31)
  await world.db.transaction().execute(async (tx) => {
    const id = row?.provider_reference ?? ''
    const state = await findObject(tx, 'subscription', id)
    const paid = { paidUntil: '2026-05-11T15:00:00.000Z', toldAt: world.clock.now().toISOString() }
    if (state) await saveObject(tx, 'subscription', { id, state: { ...state, ...paid } })
  })
  await minute(closeLapsedJob)
  expect((await planOf(user.id)).canEdit).toBe(true)
  await minute(reconcilePaymentsJob)
  expect((await planOf(user.id)).expiresAt).toBe('2026-05-11T15:00:00.000Z')
})

test('a subscription that no provider knows ends with its time', async () => {
  const user = await createUser(world, { role: 'OWNER' })
  await createSubscription(world, user.id, { tier: 'premium', days: 1 })
  const shops = await giveShops(user.id, 2)
  days(2)
  await minute()
  expect(await shopsOf(shops)).toEqual([true, false])
  expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'expired' }])
})
