import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a worker reports from its start, and judges others once it has reported for two beats without a gap', async () => {
  vi.useFakeTimers()
  const sent: string[] = []
  let isAvailable = true
  const pool = {
    async query(statement: string) {
      if (!isAvailable) throw new Error('no connection')
      sent.push(statement.startsWith('insert') ? 'report' : 'judge')
      return { rows: [] }
    },
  }
  const events = new EventEmitter() as WorkerEvents
  startHeartbeat({ pool: pool as unknown as Pool, events, log: { warn() {} }, beatMs: 250 })
  events.emit('pool:create', { workerPool: { id: 'own' } } as never)
  await vi.advanceTimersByTimeAsync(499)
  expect(sent).toEqual(['report', 'report'])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.splice(0)).toEqual(['report', 'report', 'report', 'judge'])

  isAvailable = false
  await vi.advanceTimersByTimeAsync(1_000)
  isAvailable = true
  await vi.advanceTimersByTimeAsync(500)
  expect(sent.splice(0)).toEqual(['report', 'report'])
  await vi.advanceTimersByTimeAsync(250)
  expect(sent).toEqual(['report', 'judge'])
})
