import type { Tier } from '@na-regua/contract/plans'
import { createBarbershopRow } from './barbershop-factories.ts'
import { createCaller, createSessionToken, createSubscription } from './factories.ts'
import type { Harness } from './harness.ts'

/** A logged-in owner with a plan and a barbershop. */
export async function createOwner(world: Harness, { tier = 'premium' }: { tier?: Tier } = {}) {
  const shop = await createBarbershopRow(world)
  await createSubscription(world, shop.owner_id, { tier })
  const user = await world.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', shop.owner_id)
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow()
  return { user, shop, token: await createSessionToken(world, user.id) }
}

/** Tokens of users without access to the barbershop of another owner; an anonymous user has none. */
export async function createOutsiders(world: Harness) {
  const other = await createOwner(world)
  return {
    other: other.token,
    barber: (await createCaller(world, { role: 'BARBER' })).token,
    customer: (await createCaller(world)).token,
    anonymous: undefined,
  }
}
