import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JobIdentity } from '../jobs.ts'
import { yieldToRequests } from './yield-to-requests.ts'

const job = (createdAt = new Date()): JobIdentity => ({ id: '1', key: null, revision: 0, createdAt })

type Options = { countRequests: () => number; createdAt?: Date; laterMs?: number }

/** Runs a job that takes some milliseconds and then another one, and a timer meanwhile. Returns what happened, in order. */
async function runTwo({ countRequests, createdAt, laterMs = 200 }: Options) {
  const events: string[] = []
  const handlers = yieldToRequests(
    {
      email: async () => {
        await wait(30)
        events.push('job')
      },
    },
    { countRequests },
  )
  await handlers.email?.({} as never, job(createdAt))
  const second = handlers.email?.({} as never, job(createdAt))
  const timer = wait(laterMs).then(() => events.push('later'))
  await Promise.all([second, timer])
  return events
}

test('jobs follow each other at once while few requests are in flight', async () => {
  expect(await runTwo({ countRequests: () => 3 })).toEqual(['job', 'job', 'later'])
})

test('while many are in flight a job waits several times as long as the one before it ran', async () => {
  expect(await runTwo({ countRequests: () => 16 })).toEqual(['job', 'later', 'job'])
})

test('a waiting job runs when the requests have ended', async () => {
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 50)
  expect(await runTwo({ countRequests: () => (isOver ? 0 : 16) })).toEqual(['job', 'job', 'later'])
})

test('a late job waits a third of that', async () => {
  const createdAt = new Date(Date.now() - 31_000)
  expect(await runTwo({ countRequests: () => 16, createdAt, laterMs: 50 })).toEqual(['job', 'later', 'job'])
  expect(await runTwo({ countRequests: () => 16, createdAt })).toEqual(['job', 'job', 'later'])
})
