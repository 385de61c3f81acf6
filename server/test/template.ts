import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { listMigrations, migrate } from '../src/lib/migrate.ts'

const lockKey = 4_152_027

/** A migrated, empty template database. Its name contains the hash of the migrations. */
export async function ensureTemplate(url: string): Promise<string> {
  const checksums = (await listMigrations()).map(({ checksum }) => checksum)
  const template = `template_${createHash('sha256').update(checksums.join()).digest('hex').slice(0, 12)}`
  await withClient(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount) return
    // Renamed when complete: an interrupted one must never be copied.
    const draft = `template_draft_${randomUUID()}`
    await client.query(`create database "${draft}"`)
    await migrate(urlOf(url, draft))
    await client.query(`alter database "${draft}" rename to ${template}`)
  })
  return template
}

/** Creates a database from the template. Returns its URL and how to drop it. */
export async function createDatabase(
  url: string,
  template: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID()}`
  // Copying files takes a third of the CPU time of logging each page.
  const copy = `create database "${name}" template ${template} strategy file_copy`
  await withClient(url, (client) => client.query(copy))
  const drop = () =>
    withClient(url, async (client) => {
      await waitUntilDisconnected(client, name)
      await client.query(`drop database if exists "${name}" with (force)`)
    })
  return { url: urlOf(url, name), drop }
}

/** Waits for closing connections: terminating one at that moment causes an error that no code handles, which fails a test. */
async function waitUntilDisconnected(client: pg.Client, name: string) {
  for (let waited = 0; waited < 10_000; waited += 25) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name])
    if (rowCount === 0) return
    await wait(25)
  }
}

function urlOf(url: string, database: string): string {
  return url.replace(/[^/]+$/, database)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
