import { afterAll, expect, test, vi } from 'vitest'
import {
  changeBulkTexts,
  compareTextsWithDatabase,
  generateTextQuery,
  insertBulkTexts,
} from '../../../../test/bulk-texts.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createChangeFeed } from '../../../lib/change-feed.ts'
import { createLiveIndex } from './follow-changes.ts'

// A small version of server/proof/search.proof.ts.
const SHOPS = 1500
/** The proof `text-search` compares 6,000. */
const QUERIES = 800

const world = await createHarness()
const log = { warn: vi.fn() }
const changeFeed = createChangeFeed({ databaseUrl: world.url, log })
const index = createLiveIndex({ changeFeed, log, onChange: () => {} })
afterAll(async () => {
  await changeFeed.close()
  await index.close()
  await world.close()
})

await insertBulkTexts(world.db, 'texts', SHOPS)
index.start()
const isReady = () => expect(index.findByText({ ...generateTextQuery('ready'), words: ['barba'] })).toBeDefined()
await vi.waitFor(isReady, { timeout: 60_000, interval: 20 })

const compare = (seed: string, count: number) => compareTextsWithDatabase(world.db, index, { seed, count })

test(`${QUERIES} texts find the barbershops that SQL finds, in its order`, async () => {
  const { found, leftToSql } = await compare('first', QUERIES)
  expect(found).toBeGreaterThan(QUERIES * 3)
  expect(leftToSql).toBeLessThan(QUERIES * 0.1)
})

test('and so they do shortly after names, services and whole barbershops changed', async () => {
  for (const round of ['1', '2', '3', '4']) {
    await Promise.all(['a', 'b'].map((writer) => changeBulkTexts(world.db, round + writer, 25)))
    // The index reads changes once a second, those of the two writers perhaps one after the other.
    await vi.waitFor(() => compare(round, 200), { timeout: 60_000, interval: 50 })
  }
})
