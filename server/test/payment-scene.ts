import { paymentsApi, sandboxApi, testCards } from '@na-regua/contract/payments'
import type { BillingPeriod, Tier } from '@na-regua/contract/plans'
import { createBarbershopRow } from './barbershop-factories.ts'
import { createCaller, createSessionToken } from './factories.ts'
import type { Harness } from './harness.ts'

/** Steps of buying a plan. */
export function createBuyer(world: Harness) {
  const card = (number: string = testCards.succeeds) => ({ number, expiry: '12/30', cvc: '123', name: 'ANA SOUZA' })

  async function planOf(tier: Tier, period: BillingPeriod = 'monthly') {
    return world.db
      .selectFrom('plans')
      .selectAll()
      .where('tier', '=', tier)
      .where('billing_period', '=', period)
      .executeTakeFirstOrThrow()
  }

  async function intend(token: string, tier: Tier, period?: BillingPeriod) {
    const { id: planId } = await planOf(tier, period)
    return world.call(paymentsApi.createIntent, { token, body: { planId } })
  }

  const pay = (token: string, sessionId: string, number?: string) =>
    world.call(sandboxApi.payByCard, { token, params: { sessionId }, body: card(number) })

  async function statusOf(sessionId: string): Promise<string> {
    return (await world.call(paymentsApi.status, { params: { sessionId } })).body.status
  }

  /** A user who has just bought a plan and logged in again. */
  async function createOwner(tier: Tier, { period, number }: { period?: BillingPeriod; number?: string } = {}) {
    const { user, token } = await createCaller(world)
    const { body: intent } = await intend(token, tier, period)
    await pay(token, intent.sessionId, number)
    return { user, token: await createSessionToken(world, user.id), sessionId: intent.sessionId as string }
  }

  const subscriptionOf = (userId: string) =>
    world.db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()

  /** Barbershops of the user, created a day apart. */
  async function giveShops(userId: string, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let age = count; age > 0; age--) {
      const { id } = await createBarbershopRow(world)
      const created_at = new Date(world.clock.now().getTime() - age * 86_400_000)
      await world.db.updateTable('barbershops').set({ owner_id: userId, created_at }).where('id', '=', id).execute()
      ids.push(id)
    }
    return ids
  }

  return { giveShops, card, planOf, intend, pay, statusOf, createOwner, subscriptionOf }
}
