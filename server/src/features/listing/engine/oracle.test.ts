import { afterAll, expect, test } from 'vitest'
import { changeBulkBarbershops, compareWithDatabase, insertBulkBarbershops } from '../../../../test/bulk-barbershops.ts'
import { createHarness } from '../../../../test/harness.ts'

// A small version of server/proof/search.proof.ts.
const SHOPS = 3000
const QUERIES = 250

// The special dates of the bulk data are those around the present of the database.
const world = await createHarness({ now: new Date().toISOString() })
const { listing } = world.app
afterAll(() => world.close())

await insertBulkBarbershops(world.db, SHOPS)

const compare = (seed: string, count: number) => compareWithDatabase(world.db, listing, { seed, count })

test('the index finds the ids, the order and the total that SQL finds', async () => {
  expect(await compare('first', QUERIES)).toBeGreaterThan(QUERIES * 20)
})

test('the index agrees with SQL after concurrent changes, in whatever order they commit', async () => {
  const changed: (readonly string[] | undefined)[] = []
  listing.onChange((ids) => changed.push(ids))
  for (const round of ['1', '2', '3']) {
    await Promise.all(['a', 'b', 'c'].map((writer) => changeBulkBarbershops(world.db, round + writer, 25)))
    await listing.catchUp()
    await compare(round, 40)
  }
  expect(changed.flat().length).toBeGreaterThan(30)
})
