import { LoadingCache } from '../../../lib/caches/loading-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { estimateJoining, estimateLoadedQueue } from './estimate-queue.ts'
import { createLearning, type LearnedBarbershop } from './learn-durations.ts'
import { toBarbershopWait } from './load-barbershop-waits.ts'
import { findQueueVersion, type LoadedQueue, loadQueues } from './queries.ts'
import type { QueueEstimate, Waits } from './rules.ts'

type WaitsDeps = { db: Database; clock: Clock }

const ESTIMATE_MS = 1000
const MAX_ESTIMATES = 2000

/** One per process. What is stored is valid by the version of the queue, so no estimate is older than the caller's own change. */
export function createWaits({ db, clock }: WaitsDeps): Waits {
  const learn = createLearning(clock)
  const estimates = new LoadingCache<QueueEstimate | undefined>({ clock, ttlMs: ESTIMATE_MS, max: MAX_ESTIMATES })

  async function load(executor: Database, ids: readonly string[], now: Date) {
    const queues = await loadQueues(executor, ids, now)
    const learned = await learn(
      executor,
      queues.map(({ shop }) => shop.id),
      now,
    )
    return queues.flatMap((loaded): [LoadedQueue, LearnedBarbershop][] => {
      const known = learned.get(loaded.shop.id)
      return known ? [[loaded, known]] : []
    })
  }

  async function estimate(barbershopId: string) {
    const now = clock.now()
    const [found] = await load(db, [barbershopId], now)
    return found && estimateLoadedQueue(...found, now)
  }

  return {
    async estimateQueue(barbershopId) {
      const version = await findQueueVersion(db, barbershopId, clock.now())
      return estimates.get(`${barbershopId} ${version}`, () => estimate(barbershopId))
    },
    async estimateAtJoin(barbershopId, choice) {
      const now = clock.now()
      const [found] = await load(db, [barbershopId], now)
      return found ? estimateJoining(...found, choice, now) : null
    },
    async loadBarbershopWaits(executor, barbershopIds, now) {
      const found = await load(executor, barbershopIds, now)
      return found.map(([loaded, learned]) => toBarbershopWait(loaded, learned, now))
    },
  }
}
