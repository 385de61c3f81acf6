import { afterEach, expect, test, vi } from 'vitest'
import { createSmallIndex } from '../../../../test/small-index.ts'
import { systemClock } from '../../../lib/clock.ts'
import { createSlotsFollower } from './follow-slots.ts'

afterEach(() => void vi.useRealTimers())

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a change is loaded at once, and those that follow it in a rush together, within a second', async () => {
  const { index, ids } = await createSmallIndex(2)
  const [rushed = '', calm = ''] = ids
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let loads: string[] = []
  const follower = createSlotsFollower({
    clock: systemClock,
    log: { warn: vi.fn() },
    async loadUpcomingSlots(shopIds) {
      loads.push(...shopIds)
      return []
    },
  })
  const change = (id: string) => follower.noteChanges([id], performance.now())
  /** What is loaded in so many milliseconds. */
  async function listLoads(ms: number) {
    loads = []
    for (let passed = 0; passed <= ms; passed += 10) {
      for (let turn = 0; turn < 5; turn++) await nextTurn()
      vi.advanceTimersByTime(10)
    }
    return loads
  }
  follower.follow(index)
  await listLoads(1000)

  change(rushed)
  expect(await listLoads(50)).toEqual([rushed])
  for (let booking = 0; booking < 5; booking++) change(rushed)
  change(calm)
  expect(await listLoads(300)).toEqual([calm])
  change(rushed)
  expect(await listLoads(500)).toEqual([rushed])
  expect(await listLoads(2000)).toEqual([])
  change(rushed)
  expect(await listLoads(50)).toEqual([rushed])
  await follower.close()
})
