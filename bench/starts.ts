import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startRealApp } from '../server/proof/real-app.ts'
import { openDatabase } from '../server/src/lib/database.ts'
import { withEmbeddedPostgres } from '../server/src/ops/embedded-postgres/connect-embedded-postgres.ts'
import type { BenchWorld } from './figures.ts'
import { median } from './measure.ts'
import { startBenchServer } from './processes.ts'
import { waitForIndex } from './wait-for-index.ts'

export type StartFigure = { name: string; ms: number; floorMs: number; idleBytes?: number; targetMs: number }

const ROUNDS = 5
/** Background work after a start is finished by then. */
const IDLE_MS = 8000

/** Target P6, `npm run bench -- start`: the time from the command to the first response, and the memory of an idle server. */
export async function benchStarts({ databaseUrl }: BenchWorld): Promise<StartFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'na-regua-starts-'))
  try {
    return [
      await measureStarts('num banco que já roda', { databaseUrl, dataDir: join(folder, 'other'), targetMs: 800 }),
      await measureStarts('com o próprio PostgreSQL', { dataDir: join(folder, 'own'), targetMs: 2000 }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type StartOptions = { databaseUrl?: string; dataDir: string; targetMs: number }

/** The first start creates the database or fills the caches, so it is not counted. */
async function measureStarts(name: string, { targetMs, ...options }: StartOptions): Promise<StartFigure> {
  const [times, floors]: [number[], number[]] = [[], []]
  let idleBytes: number | undefined
  for (let round = 0; round <= ROUNDS; round++) {
    const app = await startRealApp({
      port: 4990,
      ...options,
      // Rate limits stay on, as in production.
      environment: { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:4990', RATE_LIMIT: 'on' },
    })
    if (round > 0) times.push(app.readyAfterMs)
    if (round === ROUNDS) {
      await wait(IDLE_MS)
      idleBytes = readMemory(app.pid)
    }
    await app.signal('SIGTERM')
    const begun = performance.now()
    const bare = await startBenchServer('serve-bytes.ts')
    floors.push(performance.now() - begun)
    await bare.stop()
  }
  return { name, ms: median(times), floorMs: median(floors), idleBytes, targetMs }
}

/** Undefined where the system has no /proc. */
function readMemory(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? Number(kilobytes) * 1024 : undefined
  } catch {
    return undefined
  }
}

export function printStarts(starts: readonly StartFigure[]) {
  for (const { name, ms, floorMs, idleBytes, targetMs } of starts) {
    const memory = idleBytes ? ` · parado ${Math.round(idleBytes / 2 ** 20)} MB (meta 150)` : ''
    console.log(
      `início ${name}: ${(ms / 1000).toFixed(2)} s (meta ${targetMs / 1000}) · um Node vazio ${(floorMs / 1000).toFixed(2)} s${memory}`,
    )
  }
}

/** `inMemoryMs`: until lists are read from memory, from the command on. */
type FirstStart = { name: string; readyMs: number; inMemoryMs: number }
export type FirstStartFigures = { shops: number; starts: FirstStart[] }

const seed = join(import.meta.dirname, '../server/src/seed-command.ts')

/**
 * Target P11, `npm run bench -- first-start --shops 200000`: the app starts on a database that was just filled, with its own PostgreSQL;
 * the first start also inserts the demo. Then once more.
 */
export async function benchFirstStart(shops: number): Promise<FirstStartFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-first-start-'))
  const emptyDir = mkdtempSync(join(tmpdir(), 'na-regua-first-start-'))
  const starts: FirstStart[] = []
  try {
    const environment = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir }
    execFileSync(process.execPath, [seed, '--shops', String(shops)], { env: environment, stdio: 'inherit' })
    // For comparison: what an empty database takes.
    starts.push({ name: 'primeiro, num banco vazio', ...(await measureStart(emptyDir)) })
    for (const name of ['primeiro, no banco cheio', 'segundo']) starts.push({ name, ...(await measureStart(dataDir)) })
  } finally {
    for (const folder of [dataDir, emptyDir]) rmSync(folder, { recursive: true, force: true })
  }
  return { shops, starts }
}

async function measureStart(dataDir: string) {
  const startedAt = performance.now()
  const app = await startRealApp({ port: 4990, dataDir, environment: { SEED: 'demo' } })
  const own = await withEmbeddedPostgres(dataDir)
  const { db, close } = openDatabase(own.url, { max: 1 })
  await waitForIndex(db)
  const inMemoryMs = performance.now() - startedAt
  await close()
  await app.signal('SIGTERM')
  return { readyMs: app.readyAfterMs, inMemoryMs }
}

export function printFirstStart({ shops, starts }: FirstStartFigures) {
  for (const { name, readyMs, inMemoryMs } of starts)
    console.log(
      `início com ${shops} barbearias, ${name}: ${(readyMs / 1000).toFixed(2)} s (meta 5) · na memória depois de ${(inMemoryMs / 1000).toFixed(2)} s`,
    )
}
