import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

type Migration = { name: string; sql: string; checksum: string }

const ownFolder = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** Any number serves, as long as nothing else in this base locks by it. */
const lockKey = 4_152_026

/**
 * Brings the base at `url` to what this code expects: our own files in the order of their names, each in one
 * transaction, then the tables of the job queue. Processes that start together wait for each other.
 * Throws when a recorded migration was edited, or when the base knows one that this code does not.
 */
export async function migrate(url: string, folder = ownFolder): Promise<void> {
  const migrations = await listMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'na-regua-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const recorded = await listRecorded(client)
    checkRecorded(migrations, recorded)
    for (const migration of migrations.slice(recorded.length)) await apply(client, migration)
    await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
  } finally {
    await client.end()
  }
}

/** Our migrations in their order; the checksum of all names the state of a base that ran them. */
export async function listMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name, index) => readMigration(folder, name, index + 1)))
}

async function readMigration(folder: string, name: string, position: number): Promise<Migration> {
  const expected = String(position).padStart(4, '0')
  if (!new RegExp(`^${expected}-[a-z0-9-]+\\.sql$`).test(name)) {
    throw new Error(`A migração ${name} deveria começar com ${expected}-.`)
  }
  const sql = await readFile(`${folder}/${name}`, 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
}

async function listRecorded(client: pg.Client): Promise<Omit<Migration, 'sql'>[]> {
  await client.query(`
    create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query('select name, checksum from migrations order by name collate "C"')
  return rows
}

function checkRecorded(migrations: Migration[], recorded: Omit<Migration, 'sql'>[]): void {
  recorded.forEach(({ name, checksum }, index) => {
    const known = migrations[index]
    if (known?.name !== name) {
      throw new Error(`O banco já passou pela migração ${name}, que este código não conhece: use uma versão mais nova.`)
    }
    if (known.checksum !== checksum) {
      throw new Error(`A migração ${name} mudou depois de aplicada. Desfaça a mudança e escreva uma nova migração.`)
    }
  })
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`A migração ${name} falhou: ${(error as Error).message}`, { cause: error })
  }
}
