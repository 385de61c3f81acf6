import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { deleteBatch, runAll, runSweeps } from './run-sweeps.ts'

const world = await createHarness()
afterAll(() => world.close())

const fill = (count: number) =>
  sql`insert into attempts (key, window_start)
    select 'a' || number, '2026-01-01'::timestamptz + number * interval '1 second' from generate_series(1, ${count}::int) as number`.execute(
    world.db,
  )
const keys = async () => (await world.db.selectFrom('attempts').select('key').orderBy('key').execute()).length
const until = new Date('2026-03-01T00:00:00Z')
const sweepAttempts = (limit: number) =>
  deleteBatch(world.db, { table: 'attempts', by: 'window_start', until, and: sql`key <> 'a7'`, limit })

test('a sweep deletes in batches until nothing is left', async () => {
  await fill(2501)
  const batches: number[] = []
  async function sweep(limit: number) {
    const deleted = await sweepAttempts(limit)
    batches.push(deleted)
    return deleted
  }
  await runSweeps({ attempts: sweep })
  expect(batches).toEqual([1000, 1000, 500])
  expect(await keys()).toBe(1)
})

test('a sweep stops after its time and continues in the next run', async () => {
  await sql`truncate attempts`.execute(world.db)
  await fill(30)
  await runSweeps({ attempts: sweepAttempts }, { batch: 10, maxMs: 0 })
  expect(await keys()).toBe(20)
})

test('rows that another transaction has locked are left to a later run', async () => {
  await sql`truncate attempts`.execute(world.db)
  await fill(3)
  await world.db.transaction().execute(async (tx) => {
    await sql`update attempts set count = 2 where key = 'a1'`.execute(tx)
    expect(await sweepAttempts(10)).toBe(2)
  })
  expect(await sweepAttempts(10)).toBe(1)
})

test('a row that changed before it was locked is checked again', async () => {
  await sql`truncate attempts`.execute(world.db)
  await fill(1)
  const rounds = 40
  for (let round = 0; round < rounds; round++) {
    await sql`update attempts set window_start = ${until}`.execute(world.db)
    const renewed = world.db.transaction().execute(async (tx) => {
      await sql`update attempts set window_start = '2026-04-01'`.execute(tx)
    })
    const [deleted] = await Promise.all([sweepAttempts(10), renewed])
    const { rows } = await sql<{ isRenewed: boolean }>`
      select window_start > ${until} as "isRenewed" from attempts`.execute(world.db)
    expect(rows).toEqual(deleted === 1 ? [] : [{ isRenewed: true }])
    if (deleted === 1) await fill(1)
  }
})

test('a sweep that fails does not stop the others, and is reported at the end', async () => {
  const ran: string[] = []
  const fail = () => Promise.reject(Object.assign(new Error('no space'), { code: '53100' }))
  const sweeps = { first: fail, second: async () => ran.push('second') && 0, third: fail }
  await expect(runSweeps(sweeps)).rejects.toMatchObject({ message: 'first, third failed: no space', code: '53100' })
  expect(ran).toEqual(['second'])
  await expect(runAll([['only', fail]])).rejects.toThrow(/^no space$/)
  await expect(runAll([])).resolves.toBeUndefined()
})
