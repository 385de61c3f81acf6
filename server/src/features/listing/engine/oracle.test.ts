import { afterAll, expect, test, vi } from 'vitest'
import {
  changeBulkBarbershops,
  compareWithDatabase,
  generateQuery,
  insertBulkBarbershops,
} from '../../../../test/bulk-barbershops.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createChangeFeed } from '../../../lib/change-feed.ts'
import { createLiveIndex } from './follow-changes.ts'

// A small version of server/proof/search.proof.ts.
const SHOPS = 3000
const QUERIES = 250

const world = await createHarness()
const log = { warn: vi.fn() }
const changeFeed = createChangeFeed({ databaseUrl: world.url, log })
const onChange = vi.fn()
const index = createLiveIndex({ changeFeed, log, onChange })
afterAll(async () => {
  await changeFeed.close()
  await index.close()
  await world.close()
})

await insertBulkBarbershops(world.db, SHOPS)
index.start()
await vi.waitFor(() => expect(index.find(generateQuery('ready'))).toBeDefined(), { timeout: 60_000, interval: 20 })

const compare = (seed: string, count: number) => compareWithDatabase(world.db, index, { seed, count })

test('the index finds the ids, the order and the total that SQL finds', async () => {
  expect(await compare('first', QUERIES)).toBeGreaterThan(QUERIES * 20)
})

test('the index agrees with SQL shortly after concurrent changes, in whatever order they commit', async () => {
  for (const round of ['1', '2', '3']) {
    await Promise.all(['a', 'b', 'c'].map((writer) => changeBulkBarbershops(world.db, round + writer, 25)))
    await vi.waitFor(() => compare(round, 40), { timeout: 60_000, interval: 50 })
  }
  expect(onChange).toHaveBeenCalled()
})
