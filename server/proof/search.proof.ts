import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeBulkBarbershops,
  compareWithDatabase,
  generateQuery,
  insertBulkBarbershops,
} from '../test/bulk-barbershops.ts'
import { createHarness, type Harness } from '../test/harness.ts'
import { findMatches } from '../test/sql-lists/find-matches.ts'

// P1, P2: the index returns what SQL returns, during changes, lost connections and refills.
const SHOPS = Number(process.env.SEARCH_SHOPS ?? 12_000)
const QUERIES = Number(process.env.SEARCH_QUERIES ?? 4000)
const ROUNDS = 40

let world: Harness
let listing: Harness['app']['listing']

beforeAll(async () => {
  // The special dates of the bulk data are those around the present of the database.
  world = await createHarness({ now: new Date().toISOString() })
  listing = world.app.listing
  await insertBulkBarbershops(world.db, SHOPS)
  await listing.catchUp()
})

afterAll(() => world.close())

const compare = (seed: string, count: number) => compareWithDatabase(world.db, listing, { seed, count })

async function expectAgreement(seed: string, count: number) {
  await listing.catchUp()
  await compare(seed, count)
}

test(`${QUERIES} queries of all orders, filters and pages have the same result`, async () => {
  expect(await compare('still', QUERIES)).toBeGreaterThan(QUERIES * 50)
})

test('pages at large offsets are those of SQL', async () => {
  for (let number = 0; number < 200; number++) {
    const query = { ...generateQuery(`far ${number}`), limit: 50, offset: 1000 + 7 * number, filters: {} }
    expect({ query, ...(await listing.find(query)) }).toEqual({ query, ...(await findMatches(world.db, query)) })
  }
})

test(`${ROUNDS} rounds of changes by six writers that wait, roll back and conflict`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      Array.from({ length: 6 }, (_, writer) => changeBulkBarbershops(world.db, `${round} ${writer}`, 30)),
    )
    await expectAgreement(`round ${round}`, 60)
  }
})

test('during changes a result of the index is one that SQL returned before or after it', async () => {
  const query = { ...generateQuery('moving'), filters: {}, offset: 0, orderBy: 'popularity' as const }
  const seen = new Set<string>()
  let isDone = false
  const changing = Promise.all(
    [1, 2].map((writer) => changeBulkBarbershops(world.db, `moving ${writer}`, 300)),
  ).finally(() => {
    isDone = true
  })
  const output: string[] = []
  while (!isDone) {
    output.push(JSON.stringify(await listing.find(query)))
    seen.add(JSON.stringify(await findMatches(world.db, query)))
    output.push(JSON.stringify(await listing.find(query)))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await changing
  // Events arrive within milliseconds, so nearly every result was also observed from SQL.
  expect(output.filter((response) => seen.has(response)).length).toBeGreaterThan(output.length * 0.5)
  await expectAgreement('moved', 60)
})

test('changes committed while the connection was lost are found', async () => {
  const admin = new pg.Client({ connectionString: world.url })
  await admin.connect()
  for (let round = 0; round < 15; round++) {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'na-regua-live'`,
    )
    expect(rowCount).toBeGreaterThan(0)
    await changeBulkBarbershops(world.db, `cut ${round}`, 40)
    await expectAgreement(`cut ${round}`, 30)
  }
  await admin.end()
})

test('a change that commits after a later one was seen is also seen', async () => {
  const slow = new pg.Client({ connectionString: world.url })
  await slow.connect()
  const { rows } = await sql<{ id: string; latitude: number; longitude: number }>`
    select id, latitude, longitude from barbershops where is_active order by id limit 2`.execute(world.db)
  const [early, late] = rows as [(typeof rows)[0], (typeof rows)[0]]
  const findMostPopular = async ({ latitude, longitude }: typeof early) => {
    const area = { latitude, longitude, radiusInKm: 100 }
    const query = {
      ...generateQuery('popularity'),
      area,
      filters: {},
      orderBy: 'popularity' as const,
      limit: 1,
      offset: 0,
    }
    return (await listing.find(query)).ids
  }
  const expectFirst = async (shop: typeof early) => {
    await listing.catchUp()
    expect(await findMostPopular(shop)).toEqual([shop.id])
  }
  await slow.query('begin')
  await slow.query('update barbershops set completed_count = 9000 where id = $1', [early.id])
  await sql`update barbershops set completed_count = 8000 where id = ${late.id}`.execute(world.db)
  await expectFirst(late)
  await slow.query('commit')
  await slow.end()
  await expectFirst(early)
})

/** Also their books, which refuse it as long as their triggers are there. */
async function truncateBarbershops() {
  const books = ['ledger_transactions', 'ledger_entries', 'ledger_months']
  await world.db.transaction().execute(async (tx) => {
    for (const table of books) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`truncate barbershops cascade`.execute(tx)
    for (const table of books) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}

test('thousands of changes at once, and a truncated table', async () => {
  await world.db.transaction().execute(async (tx) => {
    // Maintenance may take longer than any request.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`update barbershops set completed_count = completed_count + 1 where id > gen_random_uuid()`.execute(tx)
  })
  await expectAgreement('many', 60)
  await truncateBarbershops()
  await listing.catchUp()
  expect((await listing.find(generateQuery('empty'))).total).toBe(0)
  await insertBulkBarbershops(world.db, 500)
  await expectAgreement('filled again', 60)
})
