import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/lib/database.ts'
import { createHarness, type Harness } from '../../test/harness.ts'
import { seedDemo } from '../demo.ts'
import { fillMunicipalities } from './fill-municipalities.ts'
import { listWeightedMunicipalities, shareShops } from './weights.ts'

let harness: Harness
let client: pg.Client
const options = { shops: 2000, covers: ['/uploads/demo/a.webp', '/uploads/demo/b.webp'], onProgress: () => {} }

beforeAll(async () => {
  harness = await createHarness()
  client = new pg.Client({ connectionString: harness.url })
  await client.connect()
  await fillMunicipalities(client, options)
})

afterAll(async () => {
  await client.end()
  await harness.close()
})

test('inserts exactly the requested number of shops, most of them in the largest cities', async () => {
  const { rows } = await sql<{ city: string; shops: number }>`
    select city, count(*)::int as shops from barbershops group by city order by shops desc`.execute(harness.db)
  expect(rows.reduce((sum, row) => sum + row.shops, 0)).toBe(2000)
  expect(rows.slice(0, 2).map((row) => row.city)).toEqual(['São Paulo', 'Rio de Janeiro'])
})

test('each shop has services, hours, a barber, and columns that agree with them', async () => {
  const { rows } = await sql`
    select name from barbershops shop where
      price_from is distinct from (select min(price_cents) from services where barbershop_id = shop.id)
      or not exists (select from working_hours where barbershop_id = shop.id)
      or not exists (select from barbers where barbershop_id = shop.id)
      or search_text <> search_form(concat_ws(' ', name, neighborhood, city, (
        select string_agg(services.name, ' ' order by position) from services where barbershop_id = shop.id)))`.execute(
    harness.db,
  )
  expect(rows).toEqual([])
})

test('the postponed indexes and constraints exist again', async () => {
  const untouched = await createHarness()
  const list = async ({ db }: Harness) =>
    (
      await sql<{ definition: string }>`
        select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid::regclass::text in ('barbershops', 'working_hours')
        union all select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid::regclass::text in ('barbershops', 'working_hours')
        order by 1`.execute(db)
    ).rows
  expect(await list(harness)).toEqual(await list(untouched))
  await untouched.close()
})

test('a filled database is not filled again', async () => {
  await expect(fillMunicipalities(client, options)).rejects.toThrow('já foi enchido')
})

test('the demo joins a filled database without a change of its barbershops', { timeout: 60_000 }, async () => {
  const listVersions = async () =>
    (await sql<{ id: string; xmin: string }>`select id, xmin from barbershops order by id`.execute(harness.db)).rows
  const filled = await listVersions()
  const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-fill-'))
  const database = openDatabase(harness.url, { max: 2, silenceMs: 0 })
  await seedDemo({ db: database.db, dataDir, now: new Date() }).finally(database.close)
  rmSync(dataDir, { recursive: true })
  const joined = await listVersions()
  expect(joined.length).toBeGreaterThan(filled.length)
  const isFilled = new Set(filled.map(({ id }) => id))
  expect(joined.filter(({ id }) => isFilled.has(id))).toEqual(filled)
  const { rows } = await sql`select from subscriptions join users on users.id = user_id
    where email like '%.medida@naregua.test'`.execute(harness.db)
  expect(rows).toHaveLength(0)
})

test('the shares of the municipalities add up', () => {
  const shares = shareShops(listWeightedMunicipalities(), 100_000)
  expect(shares.reduce((sum, share) => sum + share.count, 0)).toBe(100_000)
  expect(
    shares.every(
      (share, index) =>
        index === 0 || share.first === (shares[index - 1]?.first ?? 0) + (shares[index - 1]?.count ?? 0),
    ),
  ).toBe(true)
})
