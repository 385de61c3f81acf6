import { plansApi } from '@na-regua/contract/plans'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSubscription } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { getOwnPlan } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())

describe('GET /plans', () => {
  test('returns three plans in three periods, with the discount of a longer one and the limits [1.4, 3.9, 7.29, 9.12]', async () => {
    const { body } = await world.call(plansApi.list)
    expect(body.plans).toHaveLength(9)
    const annual = body.plans.find(
      (plan: { name: string; billing_period: string }) =>
        plan.name === 'Profissional' && plan.billing_period === 'annually',
    )
    expect(annual).toMatchObject({
      price_cents: 86_292,
      original_price_cents: 95_880,
      discount_percent: 10,
      is_highlighted: true,
      max_barbershops: 3,
      max_barbers: 10,
    })
    const free = body.plans.filter((plan: { tier: string }) => plan.tier === 'basic')
    expect(free.map((plan: { price_cents: number }) => plan.price_cents)).toEqual([0, 0, 0])
    expect(free.map((plan: { discount_percent: number }) => plan.discount_percent)).toEqual([0, 0, 0])
  })
})

describe('GET /users/plan', () => {
  test('is the free plan without editing for a user who never chose one [3.9, 9.11]', async () => {
    const { token } = await createCaller(world)
    const { body } = await world.call(plansApi.own, { token })
    expect(body).toMatchObject({ status: 'none', canEdit: false, expiresAt: null })
    expect(body.plan).toMatchObject({ name: 'Básico', max_barbershops: 1, max_barbers: 2 })
  })

  test('is the chosen plan until its period is over, then the free one [3.1, 7.8]', async () => {
    const { user, token } = await createCaller(world, { role: 'OWNER' })
    const { endsAt } = await createSubscription(world, user.id, { tier: 'premium' })
    const before = await world.call(plansApi.own, { token })
    expect(before.body).toMatchObject({ status: 'active', canEdit: true, expiresAt: endsAt.toISOString() })
    expect(before.body.plan).toMatchObject({ tier: 'premium', max_barbershops: null })
    expect(await getOwnPlan(world.db, user.id, endsAt)).toMatchObject({ status: 'expired', canEdit: false })
  })

  test('a renewal that failed still edits until its grace is over', async () => {
    const { user, token } = await createCaller(world, { role: 'OWNER' })
    await createSubscription(world, user.id, { tier: 'professional', days: -1, status: 'past_due', graceDays: 6 })
    const { body } = await world.call(plansApi.own, { token })
    expect(body).toMatchObject({ status: 'past_due', canEdit: true })
  })
})
