import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBulkTexts, compareTextsWithDatabase, insertBulkTexts } from '../test/bulk-texts.ts'
import { createHarness, type Harness } from '../test/harness.ts'

// P7, P9: text search in memory returns what SQL returns, also while barbershops change.
const SHOPS = Number(process.env.SEARCH_SHOPS ?? 6000)
const QUERIES = Number(process.env.SEARCH_QUERIES ?? 6000)
const ROUNDS = 30

let world: Harness

beforeAll(async () => {
  world = await createHarness()
  await insertBulkTexts(world.db, 'proof', SHOPS)
  await world.app.listing.catchUp()
})

afterAll(() => world.close())

const compare = (seed: string, count: number) => compareTextsWithDatabase(world.db, world.app.listing, { seed, count })

test(`${QUERIES} texts have the same result`, async () => {
  expect(await compare('still', QUERIES)).toBeGreaterThan(QUERIES * 3)
})

test(`${ROUNDS} rounds of changes by three writers`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([1, 2, 3].map((writer) => changeBulkTexts(world.db, `${round} ${writer}`, 20)))
    await world.app.listing.catchUp()
    await compare(`${round}`, 100)
  }
})
