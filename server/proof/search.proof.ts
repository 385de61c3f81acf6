import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepIndex } from '../src/features/barbershops/discovery/keep-index.ts'
import { findMatches } from '../src/features/barbershops/find-matches.ts'
import { createChangeFeed } from '../src/lib/change-feed.ts'
import {
  changeBulkBarbershops,
  compareWithDatabase,
  insertBulkBarbershops,
  inventQuery,
} from '../test/bulk-barbershops.ts'
import { createHarness, type Harness } from '../test/harness.ts'

// P1, P2: what memory answers is what SQL answers, while shops change, lines are cut and bases are filled.
const SHOPS = Number(process.env.SEARCH_SHOPS ?? 12_000)
const QUESTIONS = Number(process.env.SEARCH_QUESTIONS ?? 4000)
const ROUNDS = 40

let world: Harness
let live: ReturnType<typeof createChangeFeed>
let index: ReturnType<typeof keepIndex>

beforeAll(async () => {
  world = await createHarness()
  await insertBulkBarbershops(world.db, SHOPS)
  live = createChangeFeed({ databaseUrl: world.url, log: { warn: () => {} } })
  index = keepIndex({ live, log: { warn: () => {} }, onChange: () => {} })
  index.start()
  await isThere()
})

afterAll(async () => {
  await live.close()
  await index.close()
  await world.close()
})

const isThere = () =>
  vi.waitFor(() => expect(index.find(inventQuery('there'))).toBeDefined(), { timeout: 60_000, interval: 20 })

const compare = (seed: string, count: number) => compareWithDatabase(world.db, index, { seed, count })

/** Once shops are quiet, memory must agree within a second; then it stays so. */
async function agree(seed: string, count: number) {
  await vi.waitFor(() => compare(seed, Math.min(count, 5)), { timeout: 20_000, interval: 50 })
  await compare(seed, count)
}

test(`${QUESTIONS} questions of all orders, filters and pages have one answer`, async () => {
  expect(await compare('still', QUESTIONS)).toBeGreaterThan(QUESTIONS * 50)
})

test('pages far behind the first are those of SQL', async () => {
  for (let number = 0; number < 200; number++) {
    const query = { ...inventQuery(`far ${number}`), limit: 50, offset: 1000 + 7 * number, wishes: {} }
    expect({ query, ...index.find(query) }).toEqual({ query, ...(await findMatches(world.db, query)) })
  }
})

test(`${ROUNDS} rounds of changes by six writers who wait, undo and meet`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      Array.from({ length: 6 }, (_, writer) => changeBulkBarbershops(world.db, `${round} ${writer}`, 30)),
    )
    await agree(`round ${round}`, 60)
  }
})

test('while shops change every answer is one that SQL gave before or after it', async () => {
  const query = { ...inventQuery('moving'), wishes: {}, offset: 0, orderBy: 'popularity' as const }
  const seen = new Set<string>()
  let isOver = false
  const changing = Promise.all(
    [1, 2].map((writer) => changeBulkBarbershops(world.db, `moving ${writer}`, 300)),
  ).finally(() => {
    isOver = true
  })
  const output: string[] = []
  while (!isOver) {
    output.push(JSON.stringify(index.find(query)))
    seen.add(JSON.stringify(await findMatches(world.db, query)))
    output.push(JSON.stringify(index.find(query)))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await changing
  // A word arrives within milliseconds, so nearly every answer of memory is also one that SQL was caught giving.
  expect(output.filter((response) => seen.has(response)).length).toBeGreaterThan(output.length * 0.5)
  await agree('moved', 60)
})

test('what was committed while the line was cut is made up for', async () => {
  const admin = new pg.Client({ connectionString: world.url })
  await admin.connect()
  for (let round = 0; round < 15; round++) {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'na-regua-live'`,
    )
    expect(rowCount).toBeGreaterThan(0)
    await changeBulkBarbershops(world.db, `cut ${round}`, 40)
    await isThere()
    await agree(`cut ${round}`, 30)
  }
  await admin.end()
})

test('a change that is committed after a later one was seen is seen too', async () => {
  const slow = new pg.Client({ connectionString: world.url })
  await slow.connect()
  const { rows } = await sql<{ id: string; latitude: number; longitude: number }>`
    select id, latitude, longitude from barbershops where is_active order by id limit 2`.execute(world.db)
  const [early, late] = rows as [(typeof rows)[0], (typeof rows)[0]]
  const mostVisited = ({ latitude, longitude }: typeof early) => {
    const area = { latitude, longitude, radiusInKm: 100 }
    const query = { ...inventQuery('visits'), area, wishes: {}, orderBy: 'popularity' as const, limit: 1, offset: 0 }
    return index.find(query)?.ids
  }
  const isSeen = (shop: typeof early) =>
    vi.waitFor(() => expect(mostVisited(shop)).toEqual([shop.id]), { timeout: 10_000, interval: 20 })
  await slow.query('begin')
  await slow.query('update barbershops set completed_count = 9000 where id = $1', [early.id])
  await sql`update barbershops set completed_count = 8000 where id = ${late.id}`.execute(world.db)
  await isSeen(late)
  await slow.query('commit')
  await slow.end()
  await isSeen(early)
})

test('thousands of changes at once, more than are read one by one, and an emptied base', async () => {
  await world.db.transaction().execute(async (tx) => {
    // What an operator does by hand may take longer than any call.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`update barbershops set completed_count = completed_count + 1 where id > gen_random_uuid()`.execute(tx)
  })
  await agree('many', 60)
  await sql`select note_barbershop_changes(array(select gen_random_uuid() from generate_series(1, 20001)))`.execute(
    world.db,
  )
  await vi.waitFor(() => expect(index.find(inventQuery('there'))).toBeUndefined(), { timeout: 5000, interval: 1 })
  await isThere()
  await agree('anew', 60)
  await sql`truncate barbershops cascade`.execute(world.db)
  await vi.waitFor(() => expect(index.find(inventQuery('empty'))?.total).toBe(0), { timeout: 20_000, interval: 20 })
  await insertBulkBarbershops(world.db, 500)
  await agree('filled again', 60)
})
