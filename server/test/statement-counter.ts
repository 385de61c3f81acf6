import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabasePool } from '../src/lib/database.ts'

/** The same pool, with a count of the statements that go through it. */
export function countStatements(pool: DatabasePool) {
  // What others still do in the background is not the work's.
  const counters = new AsyncLocalStorage<{ statements: number }>()
  const db = pool.withPlugin({
    transformQuery: ({ node }) => {
      const counter = counters.getStore()
      if (counter) counter.statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  async function during(work: () => Promise<unknown>): Promise<number> {
    const counter = { statements: 0 }
    await counters.run(counter, work)
    return counter.statements
  }
  return { db, during }
}
