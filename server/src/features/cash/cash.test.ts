import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { getUsualRegister } from './queries.ts'

const world = await createHarness()
afterAll(() => world.close())

test('the usual register is made once, also by requests at the same time', async () => {
  const shop = await createBarbershopRow(world)
  const ids = await Promise.all(Array.from({ length: 8 }, () => getUsualRegister(world.db, shop.id)))
  expect(new Set([...ids, await getUsualRegister(world.db, shop.id)]).size).toBe(1)
})
