import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { postponeIndexes } from './postponed-indexes.ts'
import { listMunicipalities, type Share, shareShops } from './weights.ts'

const readSql = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const SHOPS_AT_ONCE = 10_000
const noted = ['barbershops', 'barbershop_features', 'images', 'working_hours']

type Filling = { shops: number; covers: readonly string[]; onProgress: (done: number) => void }

/** Fills the base with `shops` invented shops all over Brazil, for measuring: all or nothing. Throws when it was filled before. */
export async function fillMunicipalities(client: pg.Client, { shops, covers, onProgress }: Filling) {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = 0; set local synchronous_commit = off; set local jit = off;
      set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'`)
    await client.query('lock table barbershops in share row exclusive mode')
    await refuseFilled(client)
    await client.query(readSql('functions.sql'))
    await writeShares(client, shareShops(listMunicipalities(), shops))
    const fill = { name: 'fill', text: readSql('fill.sql') }
    // Not each shop is noted as changed: all of them are, at once.
    for (const table of noted) await client.query(`alter table ${table} disable trigger user`)
    await postponeIndexes(client, ['barbershops', 'working_hours'], async () => {
      for (let first = 0; first < shops; first += SHOPS_AT_ONCE) {
        const last = Math.min(first + SHOPS_AT_ONCE, shops) - 1
        await client.query({ ...fill, values: [first, last, covers] })
        onProgress(last + 1)
      }
    })
    for (const table of noted) await client.query(`alter table ${table} enable trigger user`)
    await client.query(`select note_barbershop_changes(array['00000000-0000-0000-0000-000000000000'::uuid])`)
    await client.query('select collect_search_words()')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query(
    'vacuum (analyze) barbershops, services, working_hours, barbershop_features, images, users, barbers',
  )
}

async function refuseFilled(client: pg.Client) {
  const { rowCount } = await client.query(`select from users where email = '0.medida@naregua.test'`)
  if (rowCount) throw new Error('Este banco já foi enchido para medir. Use um banco novo para outro tamanho.')
}

/** A degree is 111 km: a large city spreads over twenty, a small one over two. */
async function writeShares(client: pg.Client, shares: readonly Share[]) {
  const rows = shares.map(({ weight, timeZone, ...share }) => ({
    ...share,
    time_zone: timeZone,
    spread: Math.min(0.16, 0.012 + Math.sqrt(weight) * 0.0016),
  }))
  await client.query(
    'insert into pg_temp.municipalities select * from json_populate_recordset(null::pg_temp.municipalities, $1)',
    [JSON.stringify(rows)],
  )
}
