import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedDemo } from '../server/seed/demo.ts'
import { openDatabase } from '../server/src/lib/database.ts'
import { migrate } from '../server/src/lib/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/ops/embedded-postgres/start-embedded-postgres.ts'
import type { BenchWorld } from './figures.ts'
import { startBenchServer } from './processes.ts'
import { waitForIndex } from './wait-for-index.ts'

const seed = join(import.meta.dirname, '../server/src/seed-command.ts')

/** Runs `work` with a temporary database of `shops` barbershops, the app on it and the floor server. */
export async function withSeededDatabase(shops: number, work: (world: BenchWorld) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-bench-'))
  const own = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(own.url)
    const { db, close } = openDatabase(own.url, { max: 5 })
    await seedDemo({ db, dataDir, now: new Date() })
    await close()
    const environment = { ...process.env, DATABASE_URL: own.url }
    execFileSync(process.execPath, [seed, '--shops', String(shops)], { env: environment, stdio: 'inherit' })
    await withDatabase(own.url, dataDir, work)
  } finally {
    await own.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs `work` on an existing database. */
export async function withDatabase(databaseUrl: string, dataDir: string, work: (world: BenchWorld) => Promise<void>) {
  const { db, close } = openDatabase(databaseUrl, { max: 5 })
  const [app, floor] = await Promise.all([
    startBenchServer('serve-app.ts', { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }),
    startBenchServer('serve-bytes.ts'),
  ])
  try {
    console.log(`na memória depois de ${((await waitForIndex(db)) / 1000).toFixed(1)} s`)
    await work({ db, databaseUrl, app, floor })
  } finally {
    await Promise.all([app.stop(), floor.stop()])
    await close()
  }
}
