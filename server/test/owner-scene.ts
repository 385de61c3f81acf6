import type { Tier } from '@na-regua/contract/plans'
import { createBarbershop } from './barbershop-factories.ts'
import { createCaller, createSession, subscribe } from './factories.ts'
import type { Harness } from './harness.ts'

/** An owner with a plan and a shop, logged in. */
export async function createOwner(world: Harness, { tier = 'premium' }: { tier?: Tier } = {}) {
  const shop = await createBarbershop(world)
  await subscribe(world, shop.owner_id, { tier })
  const user = await world.db.selectFrom('users').selectAll().where('id', '=', shop.owner_id).executeTakeFirstOrThrow()
  return { user, shop, token: await createSession(world, user.id) }
}

/** Everybody who has nothing to say in somebody else's shop, each with a token; a visitor has none. */
export async function createOutsiders(world: Harness) {
  const other = await createOwner(world)
  return {
    other: other.token,
    barber: (await createCaller(world, { role: 'BARBER' })).token,
    customer: (await createCaller(world)).token,
    visitor: undefined,
  }
}
