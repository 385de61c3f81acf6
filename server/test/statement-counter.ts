import type { DatabasePool } from '../src/lib/database.ts'

/** The same pool, with a count of the statements that go through it. */
export function countStatements(pool: DatabasePool) {
  const counter = { statements: 0 }
  const db = pool.withPlugin({
    transformQuery: ({ node }) => {
      counter.statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  async function during(work: () => Promise<unknown>): Promise<number> {
    const before = counter.statements
    await work()
    return counter.statements - before
  }
  return { db, during }
}
