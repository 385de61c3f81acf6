import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { type CarryOver, readCarryOver } from './carry-over.ts'

/** `isExpanding`: the previous version of the app also runs on the resulting database. */
type Migration = { name: string; sql: string; checksum: string; isExpanding: boolean }
type Recorded = Omit<Migration, 'sql'>

/** Smaller numbers are the start, which a database from before 0.1.0 is carried over to. */
const FIRST_AFTER_START = '0100'

const ownFolder = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** Any number that nothing else in this database uses for an advisory lock. */
const lockKey = 4_152_026

/**
 * Applies our migrations in the order of their names, each in one transaction, then those of the job queue. A database from before
 * 0.1.0 is carried over to their start first. Processes that start concurrently wait for each other. Throws when a recorded migration was
 * edited, or when the database has an unknown one that is not expanding.
 */
export async function migrate(url: string, folder = ownFolder): Promise<void> {
  const migrations = await listMigrations(folder)
  const carryOver = await readCarryOver(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'na-regua-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const plan = planMigrations(migrations, carryOver, await listRecorded(client))
    if (plan.carriesOver) await applyCarryOver(client, carryOver, migrations.filter(isOfStart))
    for (const migration of plan.pending) await apply(client, migration)
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
  } finally {
    await client.end()
  }
}

/** Dry run of `migrate`: the names that it would apply, or why it would refuse. */
export async function readMigrationState(
  client: pg.Client,
  folder = ownFolder,
): Promise<{ pending: string[]; problem?: string }> {
  const migrations = await listMigrations(folder)
  const carryOver = await readCarryOver(folder)
  const { rows } = await client.query(`select exists (select from information_schema.columns
    where table_name = 'migrations' and column_name = 'is_expanding') as is_known`)
  const recorded = rows[0].is_known ? await selectRecorded(client) : []
  try {
    const plan = planMigrations(migrations, carryOver, recorded)
    const names = plan.pending.map(({ name }) => name)
    return { pending: plan.carriesOver ? ['carry-over', ...names] : names }
  } catch (error) {
    return { pending: [], problem: (error as Error).message }
  }
}

/** Our migrations in order. */
export async function listMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name, index) => readMigration(folder, name, names[index - 1])))
}

/** Numbers may be left out, so that several engineers write migrations at once, each in a range of their own. */
async function readMigration(folder: string, name: string, previous: string | undefined): Promise<Migration> {
  const isNumbered = /^\d{4}-[a-z0-9-]+\.sql$/.test(name)
  if (!isNumbered || name.slice(0, 4) === previous?.slice(0, 4)) {
    throw new Error(`A migração ${name} deveria começar com um número próprio de quatro algarismos.`)
  }
  const sql = await readFile(`${folder}/${name}`, 'utf8')
  const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
  return { name, sql, checksum, isExpanding: sql.startsWith('-- expand') }
}

async function listRecorded(client: pg.Client): Promise<Recorded[]> {
  await client.query(`
    create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    alter table migrations add column if not exists is_expanding boolean not null default false`)
  return selectRecorded(client)
}

async function selectRecorded(client: pg.Client): Promise<Recorded[]> {
  const { rows } = await client.query(
    'select name, checksum, is_expanding as "isExpanding" from migrations order by name collate "C"',
  )
  return rows
}

function isOfStart({ name }: { name: string }): boolean {
  return name < FIRST_AFTER_START
}

/** Throws when the recorded migrations are not ours. */
function planMigrations(
  migrations: Migration[],
  { earlier }: CarryOver,
  recorded: Recorded[],
): { carriesOver: boolean; pending: Migration[] } {
  const earlierChecksums = new Set(earlier.map(({ checksum }) => checksum))
  if (recorded.some(({ checksum }) => earlierChecksums.has(checksum))) {
    checkRecorded(earlier, recorded)
    checkComplete(earlier, recorded)
    return { carriesOver: true, pending: migrations.filter((migration) => !isOfStart(migration)) }
  }
  checkRecorded(migrations, recorded)
  return { carriesOver: false, pending: migrations.slice(recorded.length) }
}

function checkComplete(earlier: CarryOver['earlier'], recorded: Recorded[]): void {
  const last = earlier.at(-1)
  if (recorded.length === earlier.length) return
  throw new Error(
    `O banco é de antes da versão 0.1.0 e parou na migração ${recorded.at(-1)?.name}. Inicie-o uma vez com o código que vai até ${last?.name}, e depois com este.`,
  )
}

/** During a rolling update, processes of the previous version start on a database that is ahead of them. */
function checkRecorded(migrations: { name: string; checksum: string }[], recorded: Recorded[]): void {
  recorded.forEach(({ name, checksum, isExpanding }, index) => {
    const known = migrations[index]
    if (!known && isExpanding) return
    if (known?.name !== name) {
      throw new Error(`O banco já passou pela migração ${name}, que este código não conhece: use uma versão mais nova.`)
    }
    if (known.checksum !== checksum) {
      throw new Error(`A migração ${name} mudou depois de aplicada. Desfaça a mudança e escreva uma nova migração.`)
    }
  })
}

/** A statement that waits for a table lock blocks all later ones: several short waits instead of a long one. */
const LOCK_WAIT = '2s'
const PAUSE_MS = 500
const MAX_ATTEMPTS = 60
const LOCK_NOT_AVAILABLE = '55P03'
/** A backfill locks rows in the order in which it finds them. */
const DEADLOCK = '40P01'

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, migration.name, async () => {
    await client.query(migration.sql)
    await record(client, migration)
  })
}

async function applyCarryOver(client: pg.Client, carryOver: CarryOver, start: Migration[]): Promise<void> {
  await inTransaction(client, 'carry-over', async () => {
    await client.query(carryOver.sql)
    await client.query('delete from migrations')
    for (const migration of start) await record(client, migration)
  })
}

async function record(client: pg.Client, { name, checksum, isExpanding }: Migration): Promise<void> {
  const values = [name, checksum, isExpanding]
  await client.query('insert into migrations (name, checksum, is_expanding) values ($1, $2, $3)', values)
}

/** Repeats the transaction while others hold locks. `name` is that of the migration. */
async function inTransaction(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransactionOnce(client, work)
    } catch (error) {
      const isLocked = [LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as { code?: string }).code ?? '')
      if (!isLocked || attempt === MAX_ATTEMPTS)
        throw new Error(`A migração ${name} falhou: ${(error as Error).message}`, { cause: error })
      await wait(PAUSE_MS)
    }
  }
}

async function inTransactionOnce(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${LOCK_WAIT}'`)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
