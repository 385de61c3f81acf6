import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isAlive } from './process-identity.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'

const parent = mkdtempSync(join(tmpdir(), 'own-postgres-'))
chmodSync(parent, 0o755)
const dataDir = join(parent, 'data')
afterAll(() => rmSync(parent, { recursive: true }))

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function findPostgres(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

const waitFor = (isTrue: () => boolean | Promise<boolean>) => expect.poll(isTrue).toBe(true)

/** Starts PostgreSQL on the same folder in another process, which prints its URL. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const module = fileURLToPath(new URL('start-embedded-postgres.ts', import.meta.url))
  const script = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    console.log((await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, url: String(line).trim() }
}

test('keeps its data over a restart, behind a password that only its owner can read', async () => {
  const first = await startEmbeddedPostgres({ dataDir })
  await query(first.url, 'create table items (color text)')
  await query(first.url, `insert into items values ('vermelha')`)
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('já está em uso')
  await first.stop()
  await first.stop()
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)

  const second = await startEmbeddedPostgres({ dataDir })
  expect(await query(second.url, 'select * from items')).toEqual([{ color: 'vermelha' }])
  await expect(query(second.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
  await second.stop()
  expect(existsSync(join(dataDir, 'postgres.lock'))).toBe(false)
})

test('lowercases and compares Portuguese text the same on every machine', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  expect(await query(postgres.url, `select lower('NAVALHA DO JOÃO ÇÉÚ') as low`)).toEqual([
    { low: 'navalha do joão çéú' },
  ])
  await postgres.stop()
})

test('works in a folder that no other user can enter, also for root', async () => {
  const closed = join(parent, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const first = await startEmbeddedPostgres({ dataDir: closed, durable: false })
  await query(first.url, 'create table items (color text)')
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir: closed, durable: false, deleteOnStop: true })
  expect(await query(second.url, 'select * from items')).toEqual([])
  const cluster = realpathSync(join(closed, 'postgres'))
  await second.stop()
  expect(existsSync(cluster)).toBe(false)
})

test('a killed PostgreSQL comes back at the same address', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  process.kill(findPostgres(), 'SIGKILL')
  await waitFor(() => query(postgres.url, 'select 1').then(Boolean, () => false))
  await postgres.stop()
})

test('a killed app leaves no PostgreSQL, and the next start finds its data', async () => {
  const { child, url } = await startElsewhere()
  await query(url, `insert into items values ('azul')`)
  const postmaster = findPostgres()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await startEmbeddedPostgres({ dataDir })
  expect(await query(next.url, 'select count(*)::int as n from items')).toEqual([{ n: 2 }])
  expect(isAlive(postmaster)).toBe(false)
  await next.stop()
})
