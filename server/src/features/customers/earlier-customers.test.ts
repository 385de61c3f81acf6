import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow, createReviewRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'

const file = fileURLToPath(new URL('../../../migrations/0041-profiles-of-earlier-customers.sql', import.meta.url))
const world = await createHarness()
afterAll(() => world.close())

test('customers from before profiles get one, also those who booked again before the migration ended', async () => {
  const shop = await createBarbershopRow(world)
  const earlier = await createReviewRow(world, shop.id)
  const again = await createReviewRow(world, shop.id)
  const profiles = () =>
    world.db
      .selectFrom('customer_profiles')
      .select(['user_id', 'created_at'])
      .where('barbershop_id', '=', shop.id)
      .orderBy('user_id')
      .execute()
  const expected = await profiles()
  expect(expected.map(({ user_id }) => user_id).toSorted()).toEqual([earlier.customer.id, again.customer.id].toSorted())
  await world.db.deleteFrom('customer_profiles').where('user_id', '=', earlier.customer.id).execute()
  const later = new Date('2100-01-01T00:00:00Z')
  await world.db
    .updateTable('customer_profiles')
    .set({ created_at: later })
    .where('user_id', '=', again.customer.id)
    .execute()
  const backfill = await readFile(file, 'utf8')
  await sql.raw(backfill).execute(world.db)
  await sql.raw(backfill).execute(world.db)
  expect(await profiles()).toEqual(expected)
})
