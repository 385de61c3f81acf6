import { barbershopsApi } from '@na-regua/contract/barbershops'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Tier } from '@na-regua/contract/plans'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createSessionToken, createSubscription } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { expireUnpaidSubscriptions } from '../../payments/subscription/expire-unpaid-subscriptions.ts'
import { refreshBadges } from './refresh-badges.ts'

const world = await createHarness()
afterAll(() => world.close())
beforeEach(async () => void (await world.db.updateTable('barbershops').set({ is_active: false }).execute()))

/** A barbershop that passes every check, with a plan. */
async function createChecked(tier: Tier) {
  const shop = await createBarbershopRow(world, { completedCount: 10, images: ['/uploads/shops/a.webp'] })
  await world.db.updateTable('barbershops').set({ phone: '62999990000' }).where('id', '=', shop.id).execute()
  await world.db
    .updateTable('users')
    .set({ email_verified_at: world.clock.now() })
    .where('id', '=', shop.owner_id)
    .execute()
  await createSubscription(world, shop.owner_id, { tier })
  return shop
}

async function read(id: string) {
  const { body } = await world.call(barbershopsApi.get, { params: { id } })
  return body.barbershop as { is_verified: boolean; is_featured: boolean }
}

test.each([
  ['premium', true],
  ['professional', false],
  ['basic', false],
] as const)('with %s the badge is %s', async (tier, verified) => {
  const shop = await createChecked(tier)
  await refreshBadges(world)
  expect(await read(shop.id)).toMatchObject({ is_verified: verified, is_featured: false })
})

test.each([
  ['an unconfirmed email', 'users', { email_verified_at: null }],
  ['no phone', 'barbershops', { phone: null, whatsapp: null }],
  ['too few finished appointments', 'barbershops', { completed_count: 9 }],
] as const)('%s takes the badge away within the hour, and its correction brings it back', async (_, table, change) => {
  const shop = await createChecked('premium')
  await refreshBadges(world)
  const id = table === 'users' ? shop.owner_id : shop.id
  const before = await world.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { body } = await world.call(ownBarbershopsApi.listBarbershops, {
    token: await createSessionToken(world, shop.owner_id),
  })
  expect(body.barbershops[0]).toMatchObject({
    is_verified: true,
    verification: { hasEmail: true, hasPhone: true, hasPhoto: true, completed: 10 },
  })
  await world.db.updateTable(table).set(change).where('id', '=', id).execute()
  await refreshBadges(world)
  expect((await read(shop.id)).is_verified).toBe(false)
  const restored = Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof typeof before]]))
  await world.db.updateTable(table).set(restored).where('id', '=', id).execute()
  await refreshBadges(world)
  expect((await read(shop.id)).is_verified).toBe(true)
})

test('without a photo there is no badge', async () => {
  const shop = await createChecked('premium')
  await world.db.deleteFrom('images').where('barbershop_id', '=', shop.id).execute()
  await refreshBadges(world)
  expect((await read(shop.id)).is_verified).toBe(false)
})

test('it ends with the plan, at once', async () => {
  const shop = await createChecked('premium')
  await refreshBadges(world)
  await expireUnpaidSubscriptions({ ...world, clock: { now: () => new Date('2029-01-01T12:00:00Z') } })
  expect((await read(shop.id)).is_verified).toBe(false)
})
