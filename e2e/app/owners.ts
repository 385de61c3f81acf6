import type { Tier } from '@na-regua/contract/plans'
import { subscribe } from '../../server/test/factories.ts'
import { openTwoShops } from './agendas.ts'
import type { World } from './world.ts'

/** The two shops, whose owner has a plan. */
export async function openShopsWithPlan(world: World, tier: Tier) {
  const scene = await openTwoShops(world)
  await subscribe({ db: world.db, clock: world }, scene.owner.user.id, { tier, provider: 'free' })
  return scene
}
