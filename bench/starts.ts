import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startRealApp } from '../server/proof/real-app.ts'
import type { World } from './figures.ts'
import { median } from './measure.ts'
import { serve } from './processes.ts'

export type Starts = { name: string; ms: number; floorMs: number; idleBytes?: number; targetMs: number }

const ROUNDS = 5
/** What a start leaves to do is done by then. */
const IDLE_MS = 8000

/** Target P6, `npm run bench -- start`: from the command to the first answer, and what the server holds when nobody asks. */
export async function benchStarts({ databaseUrl }: World): Promise<Starts[]> {
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

type Place = { databaseUrl?: string; dataDir: string; targetMs: number }

/** The first start makes the base, or fills the caches: it is not among those that count. */
async function measureStarts(name: string, { targetMs, ...place }: Place): Promise<Starts> {
  const [times, floors]: [number[], number[]] = [[], []]
  let idleBytes: number | undefined
  for (let round = 0; round <= ROUNDS; round++) {
    const app = await startRealApp({
      port: 4990,
      ...place,
      // Limits stay on, as in production.
      environment: { NODE_ENV: 'production', RATE_LIMIT: 'on' },
    })
    if (round > 0) times.push(app.readyAfterMs)
    if (round === ROUNDS) {
      await wait(IDLE_MS)
      idleBytes = readMemory(app.pid)
    }
    await app.signal('SIGTERM')
    const begun = performance.now()
    const bare = await serve('serve-bytes.ts')
    floors.push(performance.now() - begun)
    await bare.stop()
  }
  return { name, ms: median(times), floorMs: median(floors), idleBytes, targetMs }
}

/** Undefined where the system does not tell. */
function readMemory(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes ? Number(kilobytes) * 1024 : undefined
  } catch {
    return undefined
  }
}

export function printStarts(starts: readonly Starts[]) {
  for (const { name, ms, floorMs, idleBytes, targetMs } of starts) {
    const memory = idleBytes ? ` · parado ${Math.round(idleBytes / 2 ** 20)} MB (meta 150)` : ''
    console.log(
      `início ${name}: ${(ms / 1000).toFixed(2)} s (meta ${targetMs / 1000}) · um Node vazio ${(floorMs / 1000).toFixed(2)} s${memory}`,
    )
  }
}
