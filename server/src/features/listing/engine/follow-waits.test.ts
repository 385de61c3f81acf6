import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createSmallIndex } from '../../../../test/small-index.ts'
import { findInDatabase } from '../nearby/find-in-database.ts'
import type { NearbyMatchQuery } from '../nearby/find-matches.ts'
import { createWaitsFollower } from './follow-waits.ts'

const world = await createHarness()
const { db, clock } = world
afterAll(() => world.close())
afterEach(() => void vi.useRealTimers())

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('an index that knows no waits is filled without pauses', async () => {
  const { index } = await createSmallIndex(90)
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

test.each([
  { what: 'waits', orderBy: 'soonest', maxQueued: 16 },
  { what: 'slots', orderBy: 'nextFree', maxQueued: 32 },
] as const)(
  '$what are computed for two queries at once, and too many are refused',
  async ({ what, orderBy, maxQueued }) => {
    await createBarbershopRow(world)
    const query: NearbyMatchQuery = {
      area: { latitude: -16.675, longitude: -49.26, radiusInKm: 500 },
      filters: {},
      orderBy,
      offset: 0,
      limit: 5,
      now: clock.now(),
    }
    let running = 0
    let most = 0
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    async function hold() {
      most = Math.max(most, ++running)
      await isReleased
      running--
      return new Map<string, never>()
    }
    const none = async () => new Map<string, never>()
    const [listWaits, listNextFree] = what === 'waits' ? [hold, none] : [none, hold]
    const slots = { listFreeToday: async () => new Set<string>(), listFreeIn: none, listNextFree }
    const finding = Array.from({ length: maxQueued + 3 }, () =>
      findInDatabase({ db, slots, waits: { listWaits } }, query),
    )
    const results = Promise.allSettled(finding)
    await Promise.any(finding.map((found) => found.catch((error) => expect(error.code).toBe('UNAVAILABLE'))))
    release()
    const outcomes = (await results).map(({ status }) => status)
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(maxQueued + 2)
    expect(most).toBe(2)
  },
)
