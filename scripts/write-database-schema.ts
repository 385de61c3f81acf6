/**
 * Writes server/src/lib/database-schema.generated.ts: the row types of a base that ran every migration.
 * Run it after a new migration: node scripts/write-database-schema.ts. With --verify it only tells whether that is due.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { connectTestPostgres } from '../server/test/postgres-guest.ts'
import { createDatabase, ensureTemplate } from '../server/test/template.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = 'server/src/lib/database-schema.generated.ts'

const { url, leave } = await connectTestPostgres()
const base = await createDatabase(url, await ensureTemplate(url))
// What keeps account of the migrations themselves is nobody's to query.
const tables = ['--default-schema', 'public', '--include-pattern', 'public.*', '--exclude-pattern', 'public.migrations']
const flags = ['--dialect', 'postgres', ...tables]
const mode = process.argv.includes('--verify') ? ['--verify'] : []
const { status } = spawnSync(
  process.execPath,
  ['node_modules/.bin/kysely-codegen', '--url', base.url, '--out-file', target, ...flags, ...mode],
  { cwd: root, stdio: 'inherit' },
)
await base.drop()
leave()
process.exitCode = status ?? 1
