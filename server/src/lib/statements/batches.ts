import type { Database } from '../database.ts'

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

/** A result for each item, in their order; a promise where an item is decided on its own. */
type RunBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Promise<Result>)[]>

/** A batch that takes longer waits for a lock or for the network, and holds up the next one no further. */
const PATIENCE_MS = 25

/**
 * A function whose calls share the work of one `run`: while one batch is under way, what is called for meanwhile becomes the next one,
 * of at most `max` items. Nothing waits for company, so that a single call is as fast as without batches. What `run` throws is thrown by
 * every call of its batch.
 */
export function createBatches<Item, Result>(
  run: RunBatch<Item, Result>,
  { max, patienceMs = PATIENCE_MS }: { max: number; patienceMs?: number },
) {
  const waiting: Waiting<Item, Result>[] = []
  let isBusy = false

  async function runBatch(batch: readonly Waiting<Item, Result>[]) {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result | Promise<Result>)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  function runNext() {
    isBusy = waiting.length > 0
    if (!isBusy) return
    let isNextDue = true
    const timer = setTimeout(endTurn, patienceMs)
    function endTurn() {
      clearTimeout(timer)
      if (isNextDue) runNext()
      isNextDue = false
    }
    runBatch(waiting.splice(0, max)).then(endTurn)
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isBusy) return
      isBusy = true
      // After what else has arrived in this turn of the event loop.
      setImmediate(runNext)
    })
}

/** SQLSTATE: what one row of a statement may cause, and undoes the statement for the others: its data, its locks. */
const causedByOne = /^(22|23)|^(40P01|40001|55P03)$/

type Batch<Item, Result> = {
  max: number
  /** One statement for at least two items. Undefined: decide this item alone. */
  runTogether: (db: Database, items: readonly Item[]) => Promise<readonly (Result | undefined)[]>
  runAlone: (db: Database, item: Item) => Promise<Result>
}

/**
 * Batches for each pool. In a transaction, which has one connection, each item runs alone. So does each item of a batch that failed for
 * what one of them may have caused: PostgreSQL has undone the whole statement then.
 */
export function batchStatements<Item, Result>({ max, runTogether, runAlone }: Batch<Item, Result>) {
  const pools = new WeakMap<Database, (item: Item) => Promise<Result>>()

  async function runBatch(db: Database, items: readonly Item[]) {
    const alone = (item: Item) => runAlone(db, item)
    if (items.length === 1) return items.map(alone)
    try {
      const results = await runTogether(db, items)
      return items.map((item, index) => results[index] ?? alone(item))
    } catch (error) {
      if (!causedByOne.test(String((error as { code?: unknown }).code))) throw error
      return items.map(alone)
    }
  }

  return (db: Database, item: Item): Promise<Result> => {
    if (db.isTransaction) return runAlone(db, item)
    const call = pools.get(db) ?? createBatches((items) => runBatch(db, items), { max })
    pools.set(db, call)
    return call(item)
  }
}
