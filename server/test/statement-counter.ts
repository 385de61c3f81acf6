import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabasePool } from '../src/lib/database.ts'

/** The same pool, counting the statements of some work. */
export function countStatements(pool: DatabasePool) {
  // Statements of concurrent background work do not count.
  const counters = new AsyncLocalStorage<{ statements: number }>()
  const db = pool.withPlugin({
    transformQuery: ({ node }) => node,
    // By its result: a statement whose text was prepared before is not transformed.
    transformResult: async ({ result }) => {
      const counter = counters.getStore()
      if (counter) counter.statements++
      return result
    },
  })
  async function during(work: () => Promise<unknown>): Promise<number> {
    const counter = { statements: 0 }
    await counters.run(counter, work)
    return counter.statements
  }
  return { db, during }
}
