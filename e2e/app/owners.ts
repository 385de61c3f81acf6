import type { Tier } from '@na-regua/contract/plans'
import { openTwoShops } from './agendas.ts'
import type { World } from './world.ts'

/** The two shops, whose owner has a plan. */
export async function openShopsWithPlan(world: World, tier: Tier) {
  const scene = await openTwoShops(world)
  await subscribe(world, scene.owner.user.id, tier)
  return scene
}

async function subscribe({ db, now }: World, user_id: string, tier: Tier) {
  const plan = await db
    .selectFrom('plans')
    .select('id')
    .where('tier', '=', tier)
    .where('billing_period', '=', 'monthly')
    .executeTakeFirstOrThrow()
  // Given, not bought: nothing of it is asked of whoever takes payments.
  const subscription = { user_id, plan_id: plan.id, status: 'active', provider: 'free', period_starts_at: now() }
  await db.insertInto('subscriptions').values(subscription).execute()
}
