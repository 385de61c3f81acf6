import { accountsApi } from '@na-regua/contract/accounts'
import { paymentsApi } from '@na-regua/contract/payments'
import { plansApi } from '@na-regua/contract/plans'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createBuyer } from '../../../test/payment-scene.ts'
import { startStripeDouble } from '../../../test/stripe-double.ts'
import { addJob, type Job } from '../../lib/jobs.ts'
import { expireUnpaidSubscriptionsJob } from './subscription/expire-unpaid-subscriptions.ts'
import { reconcilePaymentsJob } from './subscription/reconcile-payments.ts'

const clock = { now: () => new Date() }
const stripe = await startStripeDouble({ now: () => clock.now() })
const world = await createHarness({ environment: stripe.environment })
clock.now = () => world.clock.now()
afterAll(async () => {
  await world.close()
  await stripe.close()
})
afterEach(() => Object.assign(stripe.state, { isDown: false, isCardGood: true }))
const { deliver } = createMailbox(world)
const { intend, statusOf, subscriptionOf } = createBuyer(world)
async function runJob<Payload>(job: Job<never, Payload>, payload: NoInfer<Payload>) {
  await addJob(world.db, job, payload)
  await deliver()
}

type Signing = Parameters<typeof stripe.sign>[1]
async function send(event: object, signing?: Signing, header?: string) {
  const payload = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': header ?? stripe.sign(payload, signing),
  }
  return world.app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe', payload, headers })
}

async function buy(tier: 'professional' | 'premium' = 'professional') {
  const { user, token } = await createCaller(world)
  const { body: intent } = await intend(token, tier)
  const paid = stripe.pay(stripe.ofSession(intent.sessionId))
  return { user, token, intent, ...paid }
}
type Bought = Awaited<ReturnType<typeof buy>>

const eventsOf = ({ session, subscription, invoice }: Bought) => [
  stripe.event('checkout.session.completed', session),
  stripe.event('customer.subscription.created', subscription),
  stripe.event('invoice.paid', invoice),
]
async function own() {
  const bought = await buy()
  for (const event of eventsOf(bought)) expect((await send(event)).statusCode).toBe(200)
  return { ...bought, fresh: await createSessionToken(world, bought.user.id) }
}
const planOfToken = async (token: string) => (await world.call(plansApi.own, { token })).body

describe('buying through Stripe', () => {
  test('opens its form inside the page, and makes an owner after all events', async () => {
    const bought = await buy()
    const { intent, session } = bought
    expect(intent).toMatchObject({
      provider: 'stripe',
      mode: 'payment',
      methods: ['card'],
      publishableKey: 'pk_test_double',
    })
    expect(intent.clientSecret).toBe(`${session.id}_secret`)
    expect(session.return_url).toMatch(/\/payment\/confirmation\?session_id=[\w-]{43}$/)
    const [done, created, paid] = eventsOf(bought) as [object, object, object]
    await send(done)
    expect(await statusOf(intent.sessionId)).toBe('pending')
    await send(created)
    expect(await statusOf(intent.sessionId)).toBe('succeeded')
    await send(paid)
    expect((await world.call(accountsApi.me, { token: bought.token })).status).toBe(401)
    const fresh = await createSessionToken(world, bought.user.id)
    const { payments } = (await world.call(paymentsApi.list, { token: fresh })).body
    expect(payments).toMatchObject([{ amountCents: 7990, status: 'paid', method: 'card', plan: 'Profissional' }])
    expect((await world.call(paymentsApi.portal, { token: fresh })).body.url).toBe('https://billing.stripe.test/cus_1')
  })

  test('in two tabs is one session', async () => {
    const { token } = await createCaller(world)
    const [a, b] = await Promise.all([intend(token, 'premium'), intend(token, 'premium')])
    expect([a.status, b.status]).toEqual([200, 200])
    expect(a.body).toEqual(b.body)
  })

  test('whose events are lost is reconciled by reading', async () => {
    const { user, intent } = await buy()
    world.clock.advance({ minutes: 3 })
    await runJob(reconcilePaymentsJob, {})
    expect(await statusOf(intent.sessionId)).toBe('succeeded')
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'active', provider: 'stripe' }])
  })

  test('while it is unavailable changes nothing and returns the specified message [8.17]', async () => {
    stripe.state.isDown = true
    const { user, token } = await createCaller(world)
    const answer = await intend(token, 'professional')
    const message = 'Erro ao criar sessão de checkout. Por favor, tente novamente.'
    expect([answer.status, answer.body]).toEqual([503, { code: 'CHECKOUT_UNAVAILABLE', message }])
    world.clock.advance({ minutes: 5 })
    await runJob(reconcilePaymentsJob, {})
    expect((await world.call(accountsApi.me, { token })).body.user.role).toBe('CUSTOMER')
    expect(await subscriptionOf(user.id)).toEqual([])
    stripe.state.isDown = false
    expect((await intend(token, 'professional')).status).toBe(200)
  })
})

describe('an event of Stripe', () => {
  test.each([
    ['of a wrong secret', { secret: 'whsec_other' }, undefined],
    ['older than five minutes', { at: -301 }, undefined],
    ['unsigned', undefined, ''],
    ['with rubbish for a signature', undefined, 't=1,v1=zz'],
  ])('%s is refused with 400', async (_, signing, header) => {
    const bought = await buy()
    const seconds = Math.floor(world.clock.now().getTime() / 1000)
    const at = signing && 'at' in signing ? seconds + Number(signing.at) : seconds
    const answer = await send(eventsOf(bought)[0] as object, { ...signing, at }, header)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'WEBHOOK_INVALID'])
    expect(await statusOf(bought.intent.sessionId)).toBe('pending')
  })

  test('that was modified in transit is refused', async () => {
    const event = JSON.stringify(eventsOf(await buy())[0])
    const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(event) }
    const payload = event.replace('"paid"', '"Paid"')
    const answer = await world.app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe', payload, headers })
    expect(answer.statusCode).toBe(400)
  })

  test('about users, plans or objects of another database is ignored', async () => {
    const bought = await buy()
    const foreign = { ...bought.subscription, id: 'sub_x', metadata: { userId: 'somebody', planId: 'something' } }
    expect((await send(stripe.event('customer.subscription.created', foreign))).statusCode).toBe(200)
    expect((await send(stripe.event('customer.created', { id: 'cus_9', object: 'customer' }))).statusCode).toBe(200)
  })
})

describe('an owner of a plan at Stripe', () => {
  test('changes it with the stored card; Stripe computes the difference', async () => {
    const { user, fresh, subscription } = await own()
    const { body: intent } = await intend(fresh, 'premium')
    expect(intent).toMatchObject({ mode: 'change', amountCents: null, methods: [] })
    const confirm = () =>
      world.call(paymentsApi.confirmChange, { token: fresh, params: { sessionId: intent.sessionId } })
    expect((await confirm()).body).toEqual({ status: 'succeeded' })
    // The owner stays logged in.
    expect((await planOfToken(fresh)).plan.tier).toBe('premium')
    const again = await createSessionToken(world, user.id)
    expect((await planOfToken(again)).plan.tier).toBe('premium')
    expect(stripe.find(subscription.id).metadata.planId).toBe((await planOfToken(again)).plan.id)
    expect((await world.call(paymentsApi.list, { token: again })).body.payments).toHaveLength(2)
  })

  test('keeps the old plan when the card is declined', async () => {
    const { fresh } = await own()
    stripe.state.isCardGood = false
    const { body: intent } = await intend(fresh, 'premium')
    const answer = await world.call(paymentsApi.confirmChange, {
      token: fresh,
      params: { sessionId: intent.sessionId },
    })
    expect(answer.body).toEqual({ status: 'failed' })
    expect((await planOfToken(fresh)).plan.tier).toBe('professional')
  })

  test('cancels with a refund, at Stripe first', async () => {
    const { user, fresh, subscription } = await own()
    stripe.state.isDown = true
    const cancel = () => world.call(paymentsApi.cancelSubscription, { token: fresh, body: { refund: true } })
    expect((await cancel()).body).toEqual({ code: 'CANCEL_UNAVAILABLE', message: 'Erro ao cancelar assinatura' })
    expect((await planOfToken(fresh)).canEdit).toBe(true)
    stripe.state.isDown = false
    expect((await cancel()).body.message).toMatch(/^Assinatura cancelada\. O reembolso de R\$\s79,90/)
    expect(stripe.find(subscription.id).status).toBe('canceled')
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'cancelled' }])
    const again = await createSessionToken(world, user.id)
    expect((await world.call(paymentsApi.list, { token: again })).body.payments).toMatchObject([{ status: 'refunded' }])
  })

  test('cancels with the period: Stripe charges no more, and its last event ends the plan', async () => {
    const { user, fresh, subscription } = await own()
    const cancel = (token: string) =>
      world.call(paymentsApi.cancelSubscription, { token, body: { continueFree: true } })
    stripe.state.isDown = true
    expect((await cancel(fresh)).body.code).toBe('CANCEL_UNAVAILABLE')
    stripe.state.isDown = false
    expect((await cancel(fresh)).status).toBe(200)
    expect(stripe.find(subscription.id)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    const again = await createSessionToken(world, user.id)
    expect((await planOfToken(again)).plan.tier).toBe('professional')
    const ended = { ...stripe.find(subscription.id), status: 'canceled' }
    expect((await send(stripe.event('customer.subscription.deleted', ended))).statusCode).toBe(200)
    expect(await planOfToken(again)).toMatchObject({ status: 'active', plan: { tier: 'basic' } })
  })

  test('whose renewal fails has seven days, and no attempts of Stripe’s after that', async () => {
    const { user, subscription } = await own()
    const period_ends_at = (await subscriptionOf(user.id))[0]?.period_ends_at
    world.clock.advance({ minutes: 31 * 1440 })
    const unpaid = stripe.renew(stripe.find(subscription.id), false)
    await send(stripe.event('invoice.payment_failed', unpaid))
    await send(stripe.event('customer.subscription.updated', stripe.find(subscription.id)))
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'past_due', period_ends_at }])
    expect((await planOfToken(await createSessionToken(world, user.id))).canEdit).toBe(true)
    world.clock.advance({ minutes: 7 * 1440 })
    await runJob(expireUnpaidSubscriptionsJob, {})
    expect(stripe.find(subscription.id).status).toBe('canceled')
    expect((await planOfToken(await createSessionToken(world, user.id))).canEdit).toBe(false)
  })
})
