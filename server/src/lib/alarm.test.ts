import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAlarm } from './alarm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An alarm whose runs end when the test says so. */
function startHeld() {
  const runs: PromiseWithResolvers<number>[] = []
  const failures: string[] = []
  const alarm = startAlarm({
    run() {
      const held = Promise.withResolvers<number>()
      runs.push(held)
      return held.promise
    },
    retryMs: 50,
    onFailure: ({ message }) => void failures.push(message),
  })
  return {
    alarm,
    runs,
    failures,
    async end(ms = 1000) {
      runs.at(-1)?.resolve(ms)
      await vi.advanceTimersByTimeAsync(0)
    },
    async fail(message: string) {
      runs.at(-1)?.reject(new Error(message))
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('runs at once, then when the time is over', async () => {
  const { runs, end } = startHeld()
  expect(runs.length).toBe(1)
  await end(1000)
  await vi.advanceTimersByTimeAsync(999)
  expect(runs.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs.length).toBe(2)
})

test('runs earlier when it is rung', async () => {
  const { alarm, runs, end } = startHeld()
  await end(1000)
  alarm.ring()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs.length).toBe(2)
})

test('rings during a run are one more, after it', async () => {
  const { alarm, runs, end } = startHeld()
  for (let ring = 0; ring < 3; ring++) alarm.ring()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs.length).toBe(1)
  await end()
  expect(runs.length).toBe(2)
  await end()
  expect(runs.length).toBe(2)
})

test('of several failures in a row the first is reported', async () => {
  const { runs, failures, end, fail } = startHeld()
  await fail('one')
  await vi.advanceTimersByTimeAsync(50)
  await fail('two')
  await vi.advanceTimersByTimeAsync(50)
  await end(0)
  await vi.advanceTimersByTimeAsync(0)
  await fail('three')
  expect([runs.length, failures]).toEqual([4, ['one', 'three']])
})

test('stopping waits for the run in progress, and no other follows', async () => {
  const { alarm, runs, end } = startHeld()
  let isStopped = false
  const stopping = alarm.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(isStopped).toBe(false)
  await end()
  await stopping
  alarm.ring()
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs.length).toBe(1)
})
