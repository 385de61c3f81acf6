import { afterAll, expect, test } from 'vitest'
import { changeBulkTexts, compareTextsWithDatabase, insertBulkTexts } from '../../../../test/bulk-texts.ts'
import { createHarness } from '../../../../test/harness.ts'

// A small version of server/proof/text-search.proof.ts.
const SHOPS = 1500
/** The proof `text-search` compares 6,000. */
const QUERIES = 800

const world = await createHarness()
const { listing } = world.app
afterAll(() => world.close())

await insertBulkTexts(world.db, 'texts', SHOPS)

const compare = (seed: string, count: number) => compareTextsWithDatabase(world.db, listing, { seed, count })

test(`${QUERIES} texts find the barbershops that SQL finds, in its order`, async () => {
  expect(await compare('first', QUERIES)).toBeGreaterThan(QUERIES * 3)
})

test('and so they do after names, services and whole barbershops changed', async () => {
  for (const round of ['1', '2', '3', '4']) {
    await Promise.all(['a', 'b'].map((writer) => changeBulkTexts(world.db, round + writer, 25)))
    await listing.catchUp()
    await compare(round, 200)
  }
})
