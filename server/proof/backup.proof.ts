import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { listTables, readTableContents, type TableContents } from '../src/ops/backup/catalogue.ts'
import { startEmbeddedPostgres } from '../src/ops/embedded-postgres/start-embedded-postgres.ts'
import { createDatabase } from '../test/template.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SHOPS = process.env.SHOPS ?? '20000'
const folder = mkdtempSync(join(tmpdir(), 'na-regua-backups-'))
const dataDir = join(folder, 'data')
const backups = join(folder, 'backups')
const elsewhere = join(folder, 'elsewhere')
mkdirSync(backups)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command in another process and another working directory, as in a terminal. */
function runCommand(script: string, args: string[], environment: Record<string, string> = { DATA_DIR: dataDir }) {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://naregua.test' }
  const env = { PATH: process.env.PATH, ...production, INIT_CWD: folder, ...environment }
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr, seconds: (performance.now() - startedAt) / 1000 }
}

async function readAll(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const contents: TableContents[] = []
  for (const table of await listTables(client)) contents.push(await readTableContents(client, table))
  await client.end()
  return contents
}

/** Checksums of all files, computed by sha256sum. */
const checksumsOf = (path: string) =>
  execFileSync('sh', ['-c', 'find . -type f | sort | xargs sha256sum'], { cwd: path, encoding: 'utf8' })

test(`the private PostgreSQL with ${SHOPS} shops, running or stopped: backup, and restore into another folder`, async () => {
  expect(runCommand('server/src/seed-command.ts', ['--shops', SHOPS])).toMatchObject({ status: 0 })
  mkdirSync(join(dataDir, 'uploads/fotos'), { recursive: true })
  for (let index = 0; index < 200; index++)
    writeFileSync(join(dataDir, `uploads/fotos/f${index}.webp`), Buffer.alloc(50_000, index))
  const stopped = runCommand('server/src/ops/backup-command.ts', ['backups'])
  expect(stopped).toMatchObject({ status: 0 })

  const own = await startEmbeddedPostgres({ dataDir })
  const running = runCommand('server/src/ops/backup-command.ts', ['backups/running.tar.zst'])
  const before = await readAll(own.url)
  expect(running).toMatchObject({ status: 0 })
  expect(runCommand('server/src/ops/restore-command.ts', ['backups/running.tar.zst'])).toMatchObject({
    status: 1,
    output: expect.stringContaining('--replace'),
  })
  const replaced = runCommand('server/src/ops/restore-command.ts', ['backups/running.tar.zst', '--replace'])
  expect(replaced).toMatchObject({ status: 0 })
  expect(await readAll(own.url)).toEqual(before)
  await own.stop()

  const first = readdirSync(backups).find((name) => name !== 'running.tar.zst') as string
  const restored = runCommand('server/src/ops/restore-command.ts', [`backups/${first}`], { DATA_DIR: elsewhere })
  expect(restored).toMatchObject({ status: 0 })
  const other = await startEmbeddedPostgres({ dataDir: elsewhere })
  expect(await readAll(other.url)).toEqual(before)
  await other.stop()
  expect(checksumsOf(join(elsewhere, 'uploads'))).toBe(checksumsOf(join(dataDir, 'uploads')))
  const rows = before.reduce((sum, table) => sum + Number(table.rows), 0)
  const size = (readFileSync(join(backups, first)).length / 1e6).toFixed(1)
  console.log(
    `${rows} rows, ${size} MB: backup ${stopped.seconds.toFixed(1)} s, restore ${restored.seconds.toFixed(1)} s`,
  )
})

test('a PostgreSQL of the operator: backup, and restore into an empty database', async () => {
  const { url, template } = inject('postgres')
  const target = await createDatabase(url, template)
  const environment = { DATA_DIR: elsewhere, DATABASE_URL: target.url }
  const [first] = readdirSync(backups)
  expect(runCommand('server/src/ops/restore-command.ts', [`backups/${first}`], environment)).toMatchObject({
    status: 0,
  })
  const before = await readAll(target.url)
  expect(runCommand('server/src/ops/backup-command.ts', ['own.tar.zst'], environment)).toMatchObject({ status: 0 })
  const again = await createDatabase(url, template)
  expect(
    runCommand('server/src/ops/restore-command.ts', ['own.tar.zst'], { ...environment, DATABASE_URL: again.url }),
  ).toMatchObject({
    status: 0,
  })
  expect(await readAll(again.url)).toEqual(before)
  await target.drop()
  await again.drop()
})
