import type { Tier } from '@na-regua/contract/plans'
import { createSubscription } from '../../server/test/factories.ts'
import { openTwoBarbershops } from './appointments.ts'
import type { Backend } from './backend.ts'

/** The two barbershops, with a subscription of their owner. */
export async function openBarbershopsWithPlan(backend: Backend, tier: Tier) {
  const scene = await openTwoBarbershops(backend)
  await createSubscription({ db: backend.db, clock: backend }, scene.owner.user.id, { tier, provider: 'free' })
  return scene
}
