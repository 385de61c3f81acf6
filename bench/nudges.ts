import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sendNudges } from '../server/src/features/rhythm/send-nudges.ts'
import { type DatabasePool, openDatabase } from '../server/src/lib/database.ts'
import { migrate } from '../server/src/lib/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/ops/embedded-postgres/start-embedded-postgres.ts'

/** One run of the job: how many people it checked and nudged, and the seconds that it took. */
export type NudgeFigure = { name: string; checked: number; nudged: number; seconds: number }

/** Customers of one barbershop, and visits of one customer. */
const PEOPLE_PER_SHOP = 500
const VISITS = 6
/** Noon in São Paulo on a Wednesday. */
const clock = { now: () => new Date('2026-03-11T15:00:00Z') }
/** One in so many people is due on the day. */
const DUE_EVERY = 100

/** Measures with so many people who agreed and have a rhythm: a run with nothing to do, one of a thousand due visits, and the checks of a day. */
export async function benchNudges(people: number): Promise<NudgeFigure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-bench-'))
  const own = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(own.url)
    // The statements that fill the tables take minutes.
    const { db, close } = openDatabase(own.url, { max: 2, statementMs: 1_200_000, silenceMs: 1_200_000 })
    await fill(db, people)
    const runs = [
      await runJob(db, 'nada a conferir', 0),
      await runJob(db, 'visitas que vencem', DUE_EVERY * Math.ceil(people / 100_000)),
      await runJob(db, 'a sétima parte conferida, como a cada dia', 7),
    ]
    await close()
    return runs
  } finally {
    await own.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Every `every`th person is due for a check; the multiples of 100 are due for a visit. */
async function runJob(db: DatabasePool, name: string, every: number): Promise<NudgeFigure> {
  const count = async () => {
    const { rows } = await sql<{ nudges: number }>`select count(*)::int as nudges from rhythm_nudges`.execute(db)
    return rows[0]?.nudges ?? 0
  }
  // The number of a person is the first part of the id.
  const number = sql`('x' || substr(user_id::text, 1, 8))::bit(32)::int`
  const isChecked = every === 0 ? sql`false` : sql`${number} % ${sql.lit(every)} = 0`
  const now = clock.now()
  await sql`update rhythm_consents
      set check_at = case when ${isChecked} then ${now}::timestamptz else ${now}::timestamptz + interval '5 days' end`.execute(
    db,
  )
  await sql`vacuum analyze rhythm_consents`.execute(db)
  const before = await count()
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from rhythm_consents where check_at <= ${clock.now()}`.execute(db)
  const started = performance.now()
  const left = async () =>
    (await sql`select 1 from rhythm_consents where check_at <= ${clock.now()} limit 1`.execute(db)).rows.length > 0
  do await sendNudges({ db, clock }, {})
  while (await left())
  const seconds = (performance.now() - started) / 1000
  return { name, checked: rows[0]?.due ?? 0, nudged: (await count()) - before, seconds }
}

const uuid = (kind: number, number = 'number') =>
  `(lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-${String(kind).padStart(12, '0')}')::uuid`

async function fill(db: DatabasePool, people: number) {
  const shops = Math.ceil(people / PEOPLE_PER_SHOP)
  const inserts = [...listShopInserts(shops), ...listVisitInserts(people, shops)]
  for (const { table, columns, select, from } of inserts) {
    await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
    await sql.raw(`insert into ${table} (${columns}) select ${select} from ${from}`).execute(db)
    await sql`alter table ${sql.table(table)} enable trigger all`.execute(db)
  }
  await sql`vacuum analyze`.execute(db)
}

type TableInsert = { table: string; columns: string; select: string; from: string }
const series = (count: number) => `generate_series(1, ${count}) number`

function listShopInserts(shops: number): TableInsert[] {
  const [shop, barber, user, service] = [2, 3, 4, 5].map((kind) => uuid(kind, `number % ${shops}`))
  const address = `'Rua 1', 'Rua 1', 'Centro', 'Goiânia', 'GO', -16, -49, 'America/Sao_Paulo'`
  const from = series(shops)
  return [
    { table: 'users', columns: 'id, name, email', select: `${user}, 'Rui', number || '@y.test'`, from },
    {
      table: 'barbershops',
      select: `${shop}, ${user}, 'Navalha', ${address}`,
      from,
      columns: 'id, owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone',
    },
    {
      table: 'working_hours',
      select: `${shop}, day, 540, 1140`,
      from: `${from}, generate_series(0, 6) day`,
      columns: 'barbershop_id, day_of_week, opens_minute, closes_minute',
    },
    { table: 'barbers', columns: 'id, user_id, barbershop_id', select: `${barber}, ${user}, ${shop}`, from },
    {
      table: 'services',
      select: `${service}, ${shop}, 'Corte', 30, 4500`,
      from,
      columns: 'id, barbershop_id, name, duration_min, price_cents',
    },
  ]
}

/** Every hundredth person was there one rhythm ago, the others since. */
function listVisitInserts(people: number, shops: number): TableInsert[] {
  const user = uuid(1)
  const ofShop = [2, 3, 4].map((kind) => uuid(kind, `number % ${shops}`)).join()
  const service = uuid(5, `number % ${shops}`)
  const gap = '(21 + number / 7 % 20)'
  const since = `case when number % ${DUE_EVERY} = 0 then ${gap} else number % ${gap} end`
  const hour = `timestamptz '2026-03-11 12:00Z' + (number % 32) * interval '15 minutes'`
  const start = `${hour} - (${since} + ${gap} * visit) * interval '1 day'`
  const names = 'service_name, duration_min, price_cents'
  return [
    { table: 'users', columns: 'id, name, email', select: `${user}, 'Ana', number || '@x.test'`, from: series(people) },
    {
      table: 'appointments',
      columns: `barbershop_id, barber_id, barber_user_id, customer_id, service_id, ${names}, starts_at, ends_at, status, requested_at`,
      select: `${ofShop}, ${user}, ${service}, 'Corte', 30, 4500, ${start}, ${start} + interval '30 minutes', 'COMPLETED', ${start}`,
      from: `${series(people)}, generate_series(0, ${VISITS - 1}) visit`,
    },
    {
      table: 'rhythm_consents',
      columns: 'user_id, given_at, consent_text, check_at',
      from: series(people),
      select: `${user}, '2026-01-01', 'Sim', '2026-03-20'`,
    },
  ]
}

export function printNudges(people: number, figures: readonly NudgeFigure[]) {
  console.log(`\nAvisos da hora de voltar, ${people} pessoas com ${VISITS} visitas cada, um processo`)
  for (const { name, checked, nudged, seconds } of figures) {
    const each = checked > 0 ? `, ${((seconds * 1000) / checked).toFixed(2)} ms por pessoa` : ''
    console.log(`  ${name}: ${checked} conferidas, ${nudged} avisos, ${seconds.toFixed(2)} s${each}`)
  }
}
