import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { batchStatements, createBatches } from './batches.ts'

/** Records the items of each batch, which ends when the test ends it. */
function createRecorder() {
  const batches: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  async function run(items: readonly number[]): Promise<number[]> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    batches.push({ items, end: resolve, fail: reject })
    await promise
    return items.map((item) => item * 10)
  }
  return { batches, run }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const untilCount = async (list: readonly unknown[], count: number) => {
  while (list.length < count) await turn()
}

test('what is called in one turn is one batch, what is called during it is the next one', async () => {
  const { batches, run } = createRecorder()
  const call = createBatches(run, { max: 3, patienceMs: 60_000 })
  const first = [1, 2].map(call)
  await untilCount(batches, 1)
  const later = [3, 4, 5, 6].map(call)
  await turn()
  expect(batches.map(({ items }) => items)).toEqual([[1, 2]])
  batches[0]?.end()
  expect(await Promise.all(first)).toEqual([10, 20])
  await untilCount(batches, 2)
  batches[1]?.end()
  await untilCount(batches, 3)
  batches[2]?.end()
  expect(await Promise.all(later)).toEqual([30, 40, 50, 60])
  expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]])
})

test('a batch that takes long does not hold up the next one', async () => {
  const { batches, run } = createRecorder()
  const call = createBatches(run, { max: 3, patienceMs: 1 })
  const slow = call(1)
  await untilCount(batches, 1)
  const other = call(2)
  await untilCount(batches, 2)
  batches[1]?.end()
  expect(await other).toBe(20)
  batches[0]?.end()
  expect(await slow).toBe(10)
})

test('a failed batch fails its calls and no other one', async () => {
  const { batches, run } = createRecorder()
  const call = createBatches(run, { max: 2, patienceMs: 60_000 })
  const results = Promise.allSettled([1, 2, 3].map(call))
  await untilCount(batches, 1)
  batches[0]?.fail(new Error('connection lost'))
  await untilCount(batches, 2)
  batches[1]?.end()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

type Statements = Parameters<typeof batchStatements<number, number>>[0]

function createStatements(runTogether: Statements['runTogether']) {
  const alone: number[] = []
  const runAlone = async (_: Database, item: number) => {
    alone.push(item)
    if (item < 0) throw new Error('negative')
    return item * 10
  }
  return { alone, call: batchStatements<number, number>({ max: 8, runTogether, runAlone }) }
}

const pool = { isTransaction: false } as Database

test('who is left out of a batch runs alone, and so does a single call', async () => {
  const { alone, call } = createStatements(async (_, items) => items.map((item) => (item % 2 ? item * 10 : undefined)))
  expect(await Promise.all([1, 2, 3, 4].map((item) => call(pool, item)))).toEqual([10, 20, 30, 40])
  expect(alone).toEqual([2, 4])
  expect(await call(pool, 5)).toBe(50)
  expect(alone).toEqual([2, 4, 5])
})

test('each of a batch runs alone when one of them may have failed it', async () => {
  for (const code of ['23503', '22P05', '40P01', '55P03']) {
    const { alone, call } = createStatements(async () => {
      throw Object.assign(new Error('failed'), { code })
    })
    const results = await Promise.allSettled([1, -2, 3].map((item) => call(pool, item)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(alone).toEqual([1, -2, 3])
  }
})

test('what may have been committed is not run again', async () => {
  for (const code of ['08007', '08006', '40003', '57014', undefined]) {
    const { alone, call } = createStatements(async () => {
      throw Object.assign(new Error('connection lost'), { code })
    })
    const results = await Promise.allSettled([1, 2].map((item) => call(pool, item)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(alone).toEqual([])
  }
})

test('a transaction runs each statement alone', async () => {
  const { alone, call } = createStatements(async () => {
    throw new Error('together')
  })
  const transaction = { isTransaction: true } as Database
  expect(await Promise.all([1, 2].map((item) => call(transaction, item)))).toEqual([10, 20])
  expect(alone).toEqual([1, 2])
})
