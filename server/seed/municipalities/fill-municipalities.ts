import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { postponeIndexes } from './postponed-indexes.ts'
import { listWeightedMunicipalities, type Share, shareShops } from './weights.ts'

const readSql = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const SHOPS_PER_STATEMENT = 10_000
const trackedTables = ['barbers', 'barbershops', 'barbershop_features', 'images', 'services', 'working_hours']

type FillOptions = { shops: number; covers: readonly string[]; onProgress: (done: number) => void }

/** Inserts `shops` generated shops all over Brazil in one transaction, for benches. Throws when the database has them already. */
export async function fillMunicipalities(client: pg.Client, { shops, covers, onProgress }: FillOptions) {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = 0; set local synchronous_commit = off; set local jit = off;
      set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'`)
    await client.query('lock table barbershops in share row exclusive mode')
    await refuseSecondFill(client)
    await client.query(readSql('functions.sql'))
    await writeShares(client, shareShops(listWeightedMunicipalities(), shops))
    const fill = { name: 'fill', text: readSql('fill.sql') }
    // The change feed gets one event for all shops instead of one per row.
    for (const table of trackedTables) await client.query(`alter table ${table} disable trigger user`)
    await postponeIndexes(client, ['barbershops', 'working_hours'], async () => {
      for (let first = 0; first < shops; first += SHOPS_PER_STATEMENT) {
        const last = Math.min(first + SHOPS_PER_STATEMENT, shops) - 1
        await client.query({ ...fill, values: [first, last, covers] })
        onProgress(last + 1)
      }
    })
    for (const table of trackedTables) await client.query(`alter table ${table} enable trigger user`)
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

async function refuseSecondFill(client: pg.Client) {
  const { rowCount } = await client.query(`select from users where email = '0.medida@naregua.test'`)
  if (rowCount) throw new Error('Este banco já foi enchido para medir. Use um banco novo para outro tamanho.')
}

/** `spread` is in degrees of 111 km: about 20 km for a large city, 2 km for a small one. */
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
