import { accountsApi } from '@na-regua/contract/accounts'
import { plansApi } from '@na-regua/contract/plans'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSession } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createBuyer } from '../../../test/payment-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const mailbox = createMailbox(world)
const { intend, pay, statusOf } = createBuyer(world)

describe('buying a plan by card', () => {
  test('makes an owner at once: every old token is dead, the new one may edit, and he is told', async () => {
    const { user, token } = await createCaller(world)
    const elsewhere = await createSession(world, user.id)
    const { body: intent } = await intend(token, 'professional')
    expect(intent).toMatchObject({ mode: 'payment', provider: 'sandbox', methods: ['card', 'pix'], amountCents: 7990 })
    expect(intent.sessionId).toMatch(/^[\w-]{43}$/)
    expect(await statusOf(intent.sessionId)).toBe('pending')
    expect((await pay(token, intent.sessionId)).body).toEqual({ status: 'succeeded' })
    expect(await statusOf(intent.sessionId)).toBe('succeeded')
    for (const dead of [token, elsewhere]) expect((await world.call(accountsApi.me, { token: dead })).status).toBe(401)
    const fresh = await createSession(world, user.id)
    const { user: me } = (await world.call(accountsApi.me, { token: fresh })).body
    expect(me).toMatchObject({ role: 'OWNER', planExpiryDate: '2026-04-11T15:00:00.000Z' })
    expect(me.plan).toMatchObject({ id: me.planId, name: 'Profissional', price_cents: 7990, max_barbershops: 3 })
    const own = (await world.call(plansApi.own, { token: fresh })).body
    expect(own).toMatchObject({ status: 'active', canEdit: true, expiresAt: '2026-04-11T15:00:00.000Z' })
    expect(own.plan.tier).toBe('professional')
    await mailbox.deliver()
    expect(mailbox.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
      'Plano Profissional ativo',
    ])
  })
})
