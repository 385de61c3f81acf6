import { afterAll, expect, test, vi } from 'vitest'
import {
  changeBulkBarbershops,
  compareWithDatabase,
  insertBulkBarbershops,
  inventQuery,
} from '../../../../test/bulk-barbershops.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createChangeFeed } from '../../../lib/change-feed.ts'
import { keepIndex } from './keep-index.ts'

// The little of what server/proof/search.proof.ts does at large.
const SHOPS = 3000
const QUESTIONS = 250

const world = await createHarness()
const log = { warn: vi.fn() }
const live = createChangeFeed({ databaseUrl: world.url, log })
const told = vi.fn()
const index = keepIndex({ live, log, onChange: told })
afterAll(async () => {
  await live.close()
  await index.close()
  await world.close()
})

await insertBulkBarbershops(world.db, SHOPS)
index.start()
await vi.waitFor(() => expect(index.find(inventQuery('ready'))).toBeDefined(), { timeout: 20_000, interval: 20 })

const compare = (seed: string, count: number) => compareWithDatabase(world.db, index, { seed, count })

test('memory gives the ids, the order and the total that SQL gives', async () => {
  expect(await compare('first', QUESTIONS)).toBeGreaterThan(QUESTIONS * 20)
})

test('and so it does a moment after shops changed, in whatever order that was committed', async () => {
  for (const round of ['1', '2', '3']) {
    await Promise.all(['a', 'b', 'c'].map((writer) => changeBulkBarbershops(world.db, round + writer, 25)))
    await vi.waitFor(() => compare(round, 40), { timeout: 3000, interval: 50 })
  }
  expect(told).toHaveBeenCalled()
})
