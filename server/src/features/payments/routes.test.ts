import { accountsApi } from '@na-regua/contract/accounts'
import { paymentsApi, sandboxApi, testCards } from '@na-regua/contract/payments'
import { plansApi } from '@na-regua/contract/plans'
import { privacyApi } from '@na-regua/contract/privacy'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createBuyer } from '../../../test/payment-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const mailbox = createMailbox(world)
const { card, createOwner, giveShops, intend, pay, planOf, statusOf, subscriptionOf } = createBuyer(world)

async function buyer() {
  const caller = await createCaller(world)
  const { body: intent } = await intend(caller.token, 'professional')
  return { ...caller, sessionId: intent.sessionId as string }
}
const roleOf = async (id: string) =>
  (await world.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role

describe('buying a plan by card', () => {
  test('makes an owner at once: old tokens are invalid, the new one can edit, and the owner is notified [3.13, 4.24, 6.6]', async () => {
    const { user, token } = await createCaller(world)
    const elsewhere = await createSessionToken(world, user.id)
    const { body: intent } = await intend(token, 'professional')
    expect(intent).toMatchObject({ mode: 'payment', provider: 'sandbox', methods: ['card', 'pix'], amountCents: 7990 })
    expect(intent.sessionId).toMatch(/^[\w-]{43}$/)
    expect(await statusOf(intent.sessionId)).toBe('pending')
    expect((await pay(token, intent.sessionId)).body).toEqual({ status: 'succeeded' })
    expect(await statusOf(intent.sessionId)).toBe('succeeded')
    for (const dead of [token, elsewhere]) expect((await world.call(accountsApi.me, { token: dead })).status).toBe(401)
    const fresh = await createSessionToken(world, user.id)
    const { user: me } = (await world.call(accountsApi.me, { token: fresh })).body
    expect(me).toMatchObject({ role: 'OWNER', planExpiryDate: '2026-04-11T15:00:00.000Z' })
    expect(me.plan).toMatchObject({ id: me.planId, name: 'Profissional', price_cents: 7990, max_barbershops: 3 })
    const own = (await world.call(plansApi.own, { token: fresh })).body
    expect(own).toMatchObject({ status: 'active', canEdit: true, expiresAt: '2026-04-11T15:00:00.000Z' })
    await mailbox.deliver()
    const emails = mailbox.emails.filter(({ to }) => to === user.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['Plano Profissional ativo'])
  })

  test('that is declined changes nothing; another card in the same form pays', async () => {
    const { user, token, sessionId } = await buyer()
    const { body } = await pay(token, sessionId, testCards.declined)
    expect(body).toMatchObject({ status: 'failed', message: expect.stringContaining('recusado') })
    expect(await statusOf(sessionId)).toBe('failed')
    expect([await roleOf(user.id), await subscriptionOf(user.id)]).toEqual(['CUSTOMER', []])
    expect((await pay(token, sessionId)).body.status).toBe('succeeded')
    expect(await statusOf(sessionId)).toBe('succeeded')
  })

  test.each([
    [true, 'succeeded'],
    [false, 'failed'],
  ] as const)('that the bank asks about: %s is %s', async (approve, status) => {
    const { token, sessionId } = await buyer()
    expect((await pay(token, sessionId, testCards.asksForConfirmation)).body).toEqual({ status: 'requires_action' })
    expect(await statusOf(sessionId)).toBe('requires_action')
    const answer = await world.call(sandboxApi.authenticate, { token, params: { sessionId }, body: { approve } })
    expect(answer.body.status).toBe(status)
    expect(await statusOf(sessionId)).toBe(status)
  })

  test.each([
    [testCards.staysPending, 'pending'],
    [testCards.asksForConfirmation, 'requires_action'],
  ])('that is declined and then made with %s is %s', async (number, status) => {
    const { token, sessionId } = await buyer()
    await pay(token, sessionId, testCards.declined)
    expect(await statusOf(sessionId)).toBe('failed')
    expect((await pay(token, sessionId, number)).body).toEqual({ status })
    expect(await statusOf(sessionId)).toBe(status)
    expect((await pay(token, sessionId, testCards.declined)).body.status).toBe('failed')
    expect(await statusOf(sessionId)).toBe('failed')
    expect((await pay(token, sessionId)).body.status).toBe('succeeded')
    expect(await statusOf(sessionId)).toBe('succeeded')
  })

  test('that stays pending expires [7.30]', async () => {
    const { user, token, sessionId } = await buyer()
    expect((await pay(token, sessionId, testCards.staysPending)).body).toEqual({ status: 'pending' })
    world.clock.advance({ minutes: 61 })
    expect(await statusOf(sessionId)).toBe('expired')
    const late = await pay(token, sessionId)
    expect([late.status, late.body.code, await roleOf(user.id)]).toEqual([409, 'PAYMENT_CLOSED', 'CUSTOMER'])
  })

  test.each([
    ['a number that is none', { number: '4242 4242 4242 4241' }, 'number'],
    ['last month', { expiry: '02/26' }, 'expiry'],
    ['a thirteenth month', { expiry: '13/30' }, 'expiry'],
    ['two digits', { cvc: '12' }, 'cvc'],
    ['nobody', { name: ' ' }, 'name'],
  ])('with %s is refused in words, and nothing happens', async (_, wrong, field) => {
    const { token, sessionId } = await buyer()
    const answer = await world.call(sandboxApi.payByCard, {
      token,
      params: { sessionId },
      body: { ...card(), ...wrong },
    })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([422, 'CARD_INVALID', field])
    expect(await statusOf(sessionId)).toBe('pending')
  })

  test('stores no card number', async () => {
    const { token, sessionId } = await buyer()
    await pay(token, sessionId)
    const objects = await world.db.selectFrom('sandbox_objects').selectAll().execute()
    const events = await world.db.selectFrom('payment_events').selectAll().execute()
    expect(JSON.stringify([objects, events])).not.toMatch(/4242 ?4242/)
  })
})

describe('a session', () => {
  test('is the same for repeated requests and several tabs [7.30]', async () => {
    const { user, token } = await createCaller(world)
    const answers = await Promise.all([intend(token, 'premium'), intend(token, 'premium'), intend(token, 'premium')])
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1)
    const { sessionId } = answers[0].body
    await Promise.all([pay(token, sessionId), pay(token, sessionId)])
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })

  test('for another plan closes the previous one: two tabs with two plans make one subscription', async () => {
    const { user, token } = await createCaller(world)
    const first = (await intend(token, 'professional')).body.sessionId
    const second = (await intend(token, 'premium')).body.sessionId
    expect(await statusOf(first)).toBe('expired')
    expect((await pay(token, first)).body.code).toBe('PAYMENT_CLOSED')
    expect((await pay(token, second)).body.status).toBe('succeeded')
    expect(await subscriptionOf(user.id)).toHaveLength(1)
  })

  test('can be paid only by its user; others see only the status and the plan', async () => {
    const { sessionId } = await buyer()
    const { token } = await createCaller(world)
    const plan = await planOf('professional')
    expect((await pay(token, sessionId)).body.code).toBe('PAYMENT_NOT_FOUND')
    const { status, body } = await world.call(paymentsApi.status, { params: { sessionId } })
    expect([status, body]).toEqual([200, { status: 'pending', planId: plan.id }])
    expect((await world.call(paymentsApi.status, { params: { sessionId: 'x'.repeat(43) } })).status).toBe(404)
    expect((await world.call(paymentsApi.status, { params: { sessionId: 'short' } })).status).toBe(400)
  })

  test('is not opened for the free plan, an unknown plan or the current plan [7.31]', async () => {
    const { token } = await createOwner('premium')
    expect((await intend(token, 'basic')).body.code).toBe('PLAN_IS_FREE')
    expect((await intend(token, 'premium')).body.code).toBe('ALREADY_SUBSCRIBED')
    const nothing = { planId: '00000000-0000-4000-8000-000000000000' }
    expect((await world.call(paymentsApi.createCheckoutSession, { token, body: nothing })).body.code).toBe(
      'PLAN_NOT_FOUND',
    )
    const { id: planId } = await planOf('premium', 'annually')
    expect((await world.call(paymentsApi.createCheckoutSession, { token, body: { planId } })).status).toBe(200)
  })
})

describe('Pix', () => {
  const offer = (token: string, sessionId: string) => world.call(sandboxApi.payByPix, { token, params: { sessionId } })
  const simulate = (token: string, sessionId: string) =>
    world.call(sandboxApi.simulatePix, { token, params: { sessionId } })

  test('is valid for ten minutes, repeatable until then, and pays once', async () => {
    const { user, token, sessionId } = await buyer()
    expect((await simulate(token, sessionId)).body.code).toBe('PIX_EXPIRED')
    const { body } = await offer(token, sessionId)
    expect(body.copyPaste).toMatch(/^000201.*br\.gov\.bcb\.pix.*540579\.90.*6304[0-9A-F]{4}$/)
    expect(Date.parse(body.expiresAt) - world.clock.now().getTime()).toBe(600_000)
    expect((await offer(token, sessionId)).body).toEqual(body)
    expect((await simulate(token, sessionId)).body).toEqual({ status: 'succeeded' })
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'active', renews_itself: false }])
  })

  test('that expired pays nothing; the next one does', async () => {
    const { token, sessionId } = await buyer()
    const first = (await offer(token, sessionId)).body
    world.clock.advance({ minutes: 10 })
    expect((await simulate(token, sessionId)).body.code).toBe('PIX_EXPIRED')
    const second = (await offer(token, sessionId)).body
    expect(second.expiresAt).not.toBe(first.expiresAt)
    expect((await simulate(token, sessionId)).body.status).toBe('succeeded')
  })
})

describe('the free plan', () => {
  const start = (token: string) => world.call(paymentsApi.startFree, { token, body: {} })

  test('needs no payment, makes an owner, and ends every session', async () => {
    const { user, token } = await createCaller(world)
    expect((await start(token)).status).toBe(200)
    expect((await start(token)).status).toBe(401)
    const fresh = await createSessionToken(world, user.id)
    expect((await start(fresh)).body.code).toBe('ALREADY_SUBSCRIBED')
    expect((await world.call(plansApi.own, { token: fresh })).body).toMatchObject({ canEdit: true, expiresAt: null })
    expect(await roleOf(user.id)).toBe('OWNER')
    const { body: intent } = await intend(fresh, 'professional')
    await pay(fresh, intent.sessionId)
    expect((await subscriptionOf(user.id)).map(({ provider, status }) => `${provider} ${status}`)).toEqual([
      'free cancelled',
      'sandbox active',
    ])
  })

  test('does not replace a paid plan', async () => {
    const { token } = await createOwner('premium')
    expect((await start(token)).body).toMatchObject({
      code: 'ALREADY_SUBSCRIBED',
      message: expect.stringContaining('Cancele'),
    })
  })
})

describe('cancelling', () => {
  const cancel = (token: string, body: object = {}) => world.call(paymentsApi.cancelSubscription, { token, body })

  test('with a refund ends the plan and every session; barbershops within the free limit stay visible, but cannot be edited [4.20, 4.21]', async () => {
    const { user, token } = await createOwner('professional')
    const shops = await giveShops(user.id, 2)
    world.clock.advance({ minutes: 10 })
    expect((await cancel(token, { refund: true })).status).toBe(200)
    expect((await world.call(plansApi.own, { token })).status).toBe(401)
    const fresh = await createSessionToken(world, user.id)
    expect((await world.call(plansApi.own, { token: fresh })).body).toMatchObject({
      status: 'cancelled',
      canEdit: false,
    })
    expect(await roleOf(user.id)).toBe('OWNER')
    const rows = await world.db.selectFrom('barbershops').select(['id', 'is_active']).where('id', 'in', shops).execute()
    expect(rows.find(({ id }) => id === shops[0])?.is_active).toBe(true)
    expect(rows.find(({ id }) => id === shops[1])?.is_active).toBe(false)
    expect((await cancel(fresh)).body.code).toBe('SUBSCRIPTION_NOT_FOUND')
  })

  test('keeps what is paid until its end, and ends every session', async () => {
    const { user, token } = await createOwner('professional')
    const shops = await giveShops(user.id, 2)
    expect((await cancel(token)).body).toEqual({
      message: 'Assinatura cancelada. O plano Profissional vale até 11 de abril de 2026 e não renova.',
    })
    expect((await world.call(plansApi.own, { token })).status).toBe(401)
    const fresh = await createSessionToken(world, user.id)
    expect((await world.call(plansApi.own, { token: fresh })).body).toMatchObject({ status: 'active', canEdit: true })
    expect((await world.call(paymentsApi.subscription, { token: fresh })).body).toMatchObject({
      renewsItself: false,
      cancelledAt: world.clock.now().toISOString(),
      continuesFree: false,
      priceCents: 7990,
      periodEndsAt: expect.stringMatching(/^2026-04-11T/),
      graceEndsAt: null,
    })
    const rows = await world.db.selectFrom('barbershops').select('is_active').where('id', 'in', shops).execute()
    expect(rows).toEqual([{ is_active: true }, { is_active: true }])
    await mailbox.deliver()
    const email = mailbox.emails.findLast(({ to }) => to === user.email)
    expect([email?.subject, email?.text]).toEqual([
      'Assinatura cancelada',
      expect.stringContaining('O plano Profissional vale até 11 de abril de 2026 e não renova'),
    ])
  })

  test('can still be followed by a refund, which ends the plan at once', async () => {
    const { user, token } = await createOwner('professional')
    await cancel(token)
    const fresh = await createSessionToken(world, user.id)
    expect((await cancel(fresh, { refund: true })).body.message).toMatch(/reembolso de R\$\s79,90/)
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'cancelled' }])
  })

  test('with a refund and the free plan after it, continues free at once', async () => {
    const { user, token } = await createOwner('professional')
    expect((await cancel(token, { refund: true, continueFree: true })).status).toBe(200)
    const fresh = await createSessionToken(world, user.id)
    expect((await world.call(plansApi.own, { token: fresh })).body).toMatchObject({
      status: 'active',
      canEdit: true,
      expiresAt: null,
      plan: { tier: 'basic' },
    })
  })

  test('is undone by paying for the same plan again', async () => {
    const { user, token } = await createOwner('professional')
    await cancel(token, { continueFree: true })
    const fresh = await createSessionToken(world, user.id)
    const { body: intent } = await intend(fresh, 'professional')
    await pay(fresh, intent.sessionId)
    expect((await world.call(paymentsApi.subscription, { token: fresh })).body).toMatchObject({
      renewsItself: true,
      cancelledAt: null,
      continuesFree: false,
      periodEndsAt: expect.stringMatching(/^2026-05-11T/),
    })
  })

  test('requires the password, or without one a recent login', async () => {
    const { user, token } = await createOwner('professional')
    world.clock.advance({ minutes: 16 })
    expect((await cancel(token)).body.code).toBe('RECENT_LOGIN_REQUIRED')
    const other = await createCaller(world, { password: 'navalha-azul-7' })
    const { body: intent } = await intend(other.token, 'professional')
    await pay(other.token, intent.sessionId)
    const fresh = await createSessionToken(world, other.user.id)
    expect((await cancel(fresh, { password: 'errada' })).body.code).toBe('WRONG_PASSWORD')
    world.clock.advance({ minutes: 16 })
    expect((await cancel(fresh)).body.code).toBe('RECENT_LOGIN_REQUIRED')
    expect((await cancel(fresh, { password: 'navalha-azul-7' })).status).toBe(200)
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'active' }])
  })

  test('needs no body up to 15 minutes after a login with a password [7.29]', async () => {
    const { user } = await createCaller(world, { password: 'navalha-azul-7' })
    const { body: intent } = await intend(await createSessionToken(world, user.id), 'professional')
    await pay(await createSessionToken(world, user.id), intent.sessionId)
    const fresh = await createSessionToken(world, user.id)
    world.clock.advance({ minutes: 14 })
    const { status, body } = await world.call(paymentsApi.cancelSubscription, { token: fresh })
    expect([status, body.message]).toEqual([
      200,
      expect.stringMatching(/^Assinatura cancelada\. O plano Profissional vale até/),
    ])
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'active', renews_itself: false }])
  })

  test('refunds within seven days, and shows the deadline', async () => {
    const { user, token } = await createOwner('professional')
    const bill = (await world.call(paymentsApi.subscription, { token })).body
    const until = new Date(world.clock.now().getTime() + 7 * 86_400_000).toISOString()
    expect(bill).toMatchObject({
      provider: 'sandbox',
      renewsItself: true,
      refundUntil: until,
      refundCents: 7990,
      hasPortal: false,
    })
    expect((await cancel(token, { refund: true })).body.message).toMatch(/reembolso de R\$\s79,90/)
    const fresh = await createSessionToken(world, user.id)
    expect((await world.call(paymentsApi.list, { token: fresh })).body.payments).toMatchObject([{ status: 'refunded' }])
  })

  test('refunds nothing later', async () => {
    const { user } = await createOwner('professional')
    world.clock.advance({ minutes: 7 * 1440 })
    const token = await createSessionToken(world, user.id)
    expect((await cancel(token, { refund: true })).body.code).toBe('REFUND_UNAVAILABLE')
    expect(await subscriptionOf(user.id)).toMatchObject([{ status: 'active' }])
  })

  test('is required before account deletion; payments are kept', async () => {
    const { user, token } = await createOwner('professional')
    expect((await world.call(privacyApi.requestDeletion, { token, body: {} })).body.code).toBe('ACCOUNT_HAS_SHOPS')
    await cancel(token)
    const fresh = await createSessionToken(world, user.id)
    expect((await world.call(privacyApi.requestDeletion, { token: fresh, body: {} })).status).toBe(200)
    expect(await world.db.selectFrom('payments').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
  })
})

describe('receipts', () => {
  test('show payer, seller, amount and period, only to their user', async () => {
    const { user, token } = await createOwner('professional', { period: 'annually' })
    const { payments, pagination } = (await world.call(paymentsApi.list, { token })).body
    expect(pagination.total).toBe(1)
    const { receipt } = (await world.call(paymentsApi.receipt, { token, params: { id: payments[0].id } })).body
    expect(receipt).toMatchObject({
      plan: 'Profissional',
      billing_period: 'annually',
      amountCents: 86_292,
      status: 'paid',
      method: 'card',
      buyer: { name: user.name, email: user.email },
      seller: { name: 'Na Régua', city: 'Goiânia, GO' },
      receiptNumber: expect.stringMatching(/^2026-\d{6}$/),
    })
    const stranger = await createCaller(world)
    const answer = await world.call(paymentsApi.receipt, { token: stranger.token, params: { id: payments[0].id } })
    expect(answer.body.code).toBe('PAYMENT_NOT_FOUND')
  })

  test('there is no portal and no webhook without a real provider', async () => {
    const { token } = await createOwner('professional')
    expect((await world.call(paymentsApi.portal, { token })).status).toBe(404)
    expect((await world.call(paymentsApi.stripeWebhook, { body: {} })).status).toBe(404)
  })
})
