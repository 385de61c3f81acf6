import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'

/** Deletes up to `limit` rows that are no longer needed and returns how many it deleted. */
export type Sweep = (limit: number) => Promise<number>

/** Rows per statement: locks are held for milliseconds, and a statement never reaches its timeout. */
const BATCH = 1000
/** Per run and sweep; the next run continues. */
const MAX_MS = 20_000

/** Runs sweeps one after the other, each in batches until nothing is left. */
export function runSweeps(sweeps: Record<string, Sweep>, { batch = BATCH, maxMs = MAX_MS } = {}): Promise<void> {
  async function run(sweep: Sweep) {
    const deadline = performance.now() + maxMs
    while ((await sweep(batch)) >= batch && performance.now() < deadline);
  }
  return runAll(Object.entries(sweeps).map(([name, sweep]) => [name, () => run(sweep)]))
}

/** Runs tasks one after the other. One that fails does not stop the others; then this throws at the end. */
export async function runAll(tasks: readonly (readonly [name: string, run: () => Promise<unknown>])[]): Promise<void> {
  const failed: { name: string; error: Error }[] = []
  for (const [name, run] of tasks) await run().catch((error: Error) => failed.push({ name, error }))
  const [first] = failed
  if (!first) return
  if (tasks.length === 1) throw first.error
  const message = `${failed.map(({ name }) => name).join(', ')} failed: ${first.error.message}`
  // With the code of the first error, by which an outage is recognized.
  throw Object.assign(new Error(message, { cause: first.error }), { code: (first.error as { code?: string }).code })
}

type Batch = {
  table: string
  /** A column or expression with an index: its oldest rows are deleted first. */
  by: string
  until: Date
  /** A further condition. */
  and?: RawBuilder<unknown>
  limit: number
}

/** Deletes the oldest rows, a batch of them. Rows that another transaction has locked are left to a later run. */
export async function deleteBatch(db: Database, { table, by, until, and, limit }: Batch): Promise<number> {
  const { numAffectedRows } = await sql`${sql.raw(`/* sweep ${table.replaceAll('_', ' ')} */`)}
    delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${sql.raw(by)} <= ${until}::timestamptz ${and ? sql`and ${and}` : sql``}
       order by ${sql.raw(by)} limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
