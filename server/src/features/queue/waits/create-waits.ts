import { LoadingCache } from '../../../lib/caches/loading-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { estimateJoining, estimateLoadedBoard } from './estimate-board.ts'
import { createLearning, type LearnedBarbershop } from './learn-durations.ts'
import { toBarbershopWait } from './load-barbershop-waits.ts'
import { findBoardVersion, type LoadedBoard, loadBoards } from './queries.ts'
import type { BoardEstimate, Waits } from './rules.ts'

type WaitsDeps = { db: Database; clock: Clock }

const ESTIMATE_MS = 1000
const MAX_ESTIMATES = 2000

/** One per process. What is stored is valid by the version of the board, so no estimate is older than the caller's own change. */
export function createWaits({ db, clock }: WaitsDeps): Waits {
  const learn = createLearning(clock)
  const estimates = new LoadingCache<BoardEstimate | undefined>({ clock, ttlMs: ESTIMATE_MS, max: MAX_ESTIMATES })

  async function load(executor: Database, ids: readonly string[], now: Date) {
    const boards = await loadBoards(executor, ids, now)
    const learned = await learn(
      executor,
      boards.map(({ shop }) => shop.id),
      now,
    )
    return boards.flatMap((loaded): [LoadedBoard, LearnedBarbershop][] => {
      const known = learned.get(loaded.shop.id)
      return known ? [[loaded, known]] : []
    })
  }

  async function estimate(barbershopId: string) {
    const now = clock.now()
    const [found] = await load(db, [barbershopId], now)
    return found && estimateLoadedBoard(...found, now)
  }

  return {
    async estimateBoard(barbershopId) {
      const version = await findBoardVersion(db, barbershopId, clock.now())
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
