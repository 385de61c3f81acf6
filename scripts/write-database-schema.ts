/**
 * Writes the schema of a fully migrated database: the types of its rows, server/src/lib/database-schema.generated.ts, and all of it as SQL
 * to be read, server/schema.sql. Run it after a change of the migrations: node scripts/write-database-schema.ts. With --verify it only
 * checks the committed files.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describeSchema } from '../server/test/describe-schema.ts'
import { connectTestPostgres } from '../server/test/postgres-client.ts'
import { createDatabase, ensureTemplate } from '../server/test/template.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isVerifying = process.argv.includes('--verify')

const head = `-- The schema that the migrations make, tables in the order of their names. Why each thing is there: server/migrations.
-- Written by scripts/write-database-schema.ts.
`

const { url, disconnect } = await connectTestPostgres()
const database = await createDatabase(url, await ensureTemplate(url))
const areTypesCurrent = writeRowTypes(database.url)
const isSchemaCurrent = await writeSchema(database.url)
await database.drop()
disconnect()
process.exitCode = areTypesCurrent && isSchemaCurrent ? 0 : 1

/** True when the committed file has them now. */
function writeRowTypes(databaseUrl: string): boolean {
  const target = 'server/src/lib/database-schema.generated.ts'
  // The migrations table is internal to the migration runner.
  const tables = [
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'public.migrations',
  ]
  const flags = ['--dialect', 'postgres', ...tables]
  const mode = isVerifying ? ['--verify'] : []
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/.bin/kysely-codegen', '--url', databaseUrl, '--out-file', target, ...flags, ...mode],
    { cwd: root, stdio: 'inherit' },
  )
  return status === 0
}

/** True when the committed file has it now. */
async function writeSchema(databaseUrl: string): Promise<boolean> {
  const target = `${root}/server/schema.sql`
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const schema = `${head}\n${await describeSchema(client)}`
  await client.end()
  if (!isVerifying) writeFileSync(target, schema)
  const isCurrent = readFileSync(target, 'utf8') === schema
  if (!isCurrent) console.error('server/schema.sql is not current: node scripts/write-database-schema.ts')
  return isCurrent
}
