import { setTimeout as wait } from 'node:timers/promises'
import type { JobHandlers } from '../jobs.ts'

/** Requests in flight from which the process counts as busy. */
const BUSY_FROM = 4
/** While the process is busy, jobs wait this many times as long as they run. */
const REST = 9
/** From then on a job is late: its email should leave within a minute. */
const LATE_FROM_MS = 30_000
/** Late ones wait less, but they wait: without, hundreds of them take a quarter of the rate of bookings. */
const LATE_REST = 3
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
    const startedAt = performance.now()
    const isRested = () => {
      const times = now() - createdAt.getTime() > LATE_FROM_MS ? LATE_REST : REST
      return performance.now() - startedAt >= Math.min(times * lastMs, MAX_REST_MS)
    }
    while (countRequests() >= BUSY_FROM && !isRested()) await wait(10)
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
