import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ExampleTask } from '../../test/example-thread.ts'
import { createThreads, ThreadFailure } from './run-in-threads.ts'

const start = (change: { timeoutMs?: number; maxQueued?: number } = {}) =>
  createThreads<ExampleTask, string>({
    module: new URL('../../test/example-thread.ts', import.meta.url),
    maxThreads: 2,
    maxQueued: 20,
    timeoutMs: 30_000,
    maxHeapMb: 64,
    ...change,
  })

test('a task that never ends is stopped, this process runs on meanwhile, and another thread takes the next task', async () => {
  const run = start({ timeoutMs: 200 })
  let turns = 0
  let isOver = false
  const hanging = run({ name: 'hang' })
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await nextTurn()
    turns++
  }
  expect(await hanging).toBeInstanceOf(ThreadFailure)
  // Requests are handled in each turn.
  expect(turns).toBeGreaterThan(20)
  expect(await run({ name: 'answer' })).toBe('answered')
})

test.each([{ name: 'exit' }, { name: 'fail' }, { name: 'exhaust' }] as const)(
  'a thread that ends ($name) fails its own task only',
  async (task) => {
    const run = start()
    const both = await Promise.allSettled([run(task), run({ name: 'answer' })])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect((both[0] as PromiseRejectedResult).reason).toBeInstanceOf(ThreadFailure)
    expect(await Promise.all([run({ name: 'answer' }), run({ name: 'answer' })])).toEqual(['answered', 'answered'])
  },
)

test('at most two tasks run at once, the others wait, and one too many is refused', async () => {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const run = start({ maxQueued: 8 })
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => run({ name: 'count', shared })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect([shared[0], shared[1]]).toEqual([0, 2])
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['UNAVAILABLE', 'UNAVAILABLE'])
})
