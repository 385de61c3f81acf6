import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLiveIndex } from '../src/features/listing/engine/follow-changes.ts'
import { createChangeFeed } from '../src/lib/change-feed.ts'
import { changeBulkTexts, compareTextsWithDatabase, generateTextQuery, insertBulkTexts } from '../test/bulk-texts.ts'
import { createHarness, type Harness } from '../test/harness.ts'

// P7, P9: text search in memory returns what SQL returns, also while barbershops change.
const SHOPS = Number(process.env.SEARCH_SHOPS ?? 6000)
const QUERIES = Number(process.env.SEARCH_QUERIES ?? 6000)
const ROUNDS = 30

let world: Harness
let changeFeed: ReturnType<typeof createChangeFeed>
let index: ReturnType<typeof createLiveIndex>

beforeAll(async () => {
  world = await createHarness()
  await insertBulkTexts(world.db, 'proof', SHOPS)
  changeFeed = createChangeFeed({ databaseUrl: world.url, log: { warn: () => {} } })
  index = createLiveIndex({ changeFeed, log: { warn: () => {} }, onChange: () => {} })
  index.start()
  const isReady = () => expect(index.findByText({ ...generateTextQuery('ready'), words: ['barba'] })).toBeDefined()
  await vi.waitFor(isReady, { timeout: 60_000, interval: 20 })
})

afterAll(async () => {
  await changeFeed.close()
  await index.close()
  await world.close()
})

const compare = (seed: string, count: number) => compareTextsWithDatabase(world.db, index, { seed, count })

test(`${QUERIES} texts have the same result`, async () => {
  expect((await compare('still', QUERIES)).found).toBeGreaterThan(QUERIES * 3)
})

test(`${ROUNDS} rounds of changes by three writers`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([1, 2, 3].map((writer) => changeBulkTexts(world.db, `${round} ${writer}`, 20)))
    await vi.waitFor(() => compare(`${round} settled`, 20), { timeout: 20_000, interval: 50 })
    await compare(`${round}`, 100)
  }
})
