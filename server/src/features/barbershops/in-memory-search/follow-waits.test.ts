import { createSearchIndex, type SearchRow } from '@na-regua/search'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { findInDatabase } from '../find-in-database.ts'
import type { NearbyMatchQuery } from '../find-matches.ts'
import { createWaitsFollower } from './follow-waits.ts'

const world = await createHarness()
const { db, clock } = world
afterAll(() => world.close())
afterEach(() => void vi.useRealTimers())

function toRow(number: number): SearchRow {
  const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const row = [id, 0, 0, number / 1000, 4, null, 0, 0, false, 0, 'UTC', '', '', '', '', 4, '30 0 corte \t100'] as const
  return [...row, ['Centro', 'Goiânia', 'GO', 'Rua 1', null], true]
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('an index that knows no waits is filled without pauses', async () => {
  const toLocalMinute = (epochMinute: number) => ({ day: Math.floor(epochMinute / 1440), minute: epochMinute % 1440 })
  const toEpochMinute = ({ day, minute }: { day: number; minute: number }) => 1440 * day + minute
  const index = createSearchIndex({ features: [], toLocalMinute, toEpochMinute })
  index.add(Array.from({ length: 90 }, (_, number) => toRow(number)))
  await index.build()
  // No pause ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const loaded = new Set<string>()
  const follower = createWaitsFollower({
    clock,
    log: { warn: vi.fn() },
    async loadWaits(ids, now) {
      for (const id of ids) loaded.add(id)
      return ids.map((id) => ({ id, fromMin: 0, toMin: 0, validUntil: new Date(now.getTime() + 3_600_000) }))
    },
  })
  follower.follow(index)
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  expect(loaded.size).toBe(90)
  await follower.close()
})

test('waits are computed for two queries at once, and too many are refused', async () => {
  await createBarbershopRow(world)
  const query: NearbyMatchQuery = {
    area: { latitude: -16.675, longitude: -49.26, radiusInKm: 500 },
    ...{ filters: {}, orderBy: 'soonest', offset: 0, limit: 5, now: clock.now() },
  }
  const none = async () => new Map<string, number>()
  const slots = { listFreeToday: async () => new Set<string>(), listFreeIn: none, listNextFree: none }
  let [running, most] = [0, 0]
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  async function listWaits() {
    most = Math.max(most, ++running)
    await isReleased
    running--
    return new Map()
  }
  const finding = Array.from({ length: 19 }, () => findInDatabase({ db, slots, waits: { listWaits } }, query))
  const results = Promise.allSettled(finding)
  await Promise.any(finding.map((found) => found.catch((error) => expect(error.code).toBe('UNAVAILABLE'))))
  release()
  const outcomes = (await results).map(({ status }) => status)
  expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(18)
  expect(most).toBe(2)
})
