/**
 * Writes server/src/lib/database-schema.generated.ts: the row types of a fully migrated database.
 * Run it after adding a migration: node scripts/write-database-schema.ts. With --verify it only checks the committed file.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { connectTestPostgres } from '../server/test/postgres-client.ts'
import { createDatabase, ensureTemplate } from '../server/test/template.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = 'server/src/lib/database-schema.generated.ts'

const { url, disconnect } = await connectTestPostgres()
const database = await createDatabase(url, await ensureTemplate(url))
// The migrations table is internal to the migration runner.
const tables = ['--default-schema', 'public', '--include-pattern', 'public.*', '--exclude-pattern', 'public.migrations']
const flags = ['--dialect', 'postgres', ...tables]
const mode = process.argv.includes('--verify') ? ['--verify'] : []
const { status } = spawnSync(
  process.execPath,
  ['node_modules/.bin/kysely-codegen', '--url', database.url, '--out-file', target, ...flags, ...mode],
  { cwd: root, stdio: 'inherit' },
)
await database.drop()
disconnect()
process.exitCode = status ?? 1
