import { setTimeout as wait } from 'node:timers/promises'
import type { JobHandlers } from '../jobs.ts'

/** Requests in flight from which the process counts as busy. */
const BUSY_FROM = 4
/** A job that is this late no longer waits for requests: its email should leave within a minute. */
const MAX_LATE_MS = 30_000
/** While the process is busy, jobs wait this many times as long as they run. */
const REST = 9
const MAX_REST_MS = 500

type Options = { countRequests: () => number; now?: () => number }

/**
 * The same handlers, each waiting before it runs while the process serves many requests: the emails of a peak of bookings leave soon
 * after it instead of slowing it down. No user waits for a job. Before it runs and not after, because a job that was killed while it
 * waits has done nothing yet.
 */
export function yieldToRequests(handlers: JobHandlers, { countRequests, now = Date.now }: Options): JobHandlers {
  let lastMs = 0

  async function rest(createdAt: Date) {
    const isUrgent = () => now() - createdAt.getTime() > MAX_LATE_MS
    const until = performance.now() + Math.min(REST * lastMs, MAX_REST_MS)
    while (countRequests() >= BUSY_FROM && performance.now() < until && !isUrgent()) await wait(10)
  }

  return Object.fromEntries(
    Object.entries(handlers).map(([name, run]) => [
      name,
      async (payload, job) => {
        await rest(job.createdAt)
        const startedAt = performance.now()
        try {
          await run(payload, job)
        } finally {
          lastMs = performance.now() - startedAt
        }
      },
    ]),
  )
}
