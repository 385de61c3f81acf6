/** Every figure that we claim, against a floor measured in the same run: `npm run bench [-- nearby booking --shops 20000]`; names pick some of them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seedDemo } from '../server/seed/demo.ts'
import { openDatabase } from '../server/src/lib/database.ts'
import { migrate } from '../server/src/lib/migrate.ts'
import { startOwnPostgres } from '../server/src/lib/own-postgres.ts'
import { benchAvailability, benchBooking, benchNearby, benchPages, type Figure, type World } from './figures.ts'
import { serve } from './processes.ts'
import { printReport } from './report.ts'

const benches: Record<string, (world: World) => Promise<Figure[]>> = {
  nearby: benchNearby,
  availability: benchAvailability,
  booking: benchBooking,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shops: { type: 'string', default: '20000' } },
})
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name)
const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-bench-'))
const own = await startOwnPostgres({ dataDir })
try {
  await migrate(own.url)
  const { db, close } = openDatabase(own.url, { max: 5 })
  await seedDemo({ db, dataDir, now: new Date() })
  const seed = join(import.meta.dirname, '../server/seed/run.ts')
  execFileSync(process.execPath, [seed, '--shops', values.shops], {
    env: { ...process.env, DATABASE_URL: own.url },
    stdio: 'inherit',
  })
  const [app, floor] = await Promise.all([
    serve('serve-app.ts', { DATABASE_URL: own.url, DATA_DIR: dataDir }),
    serve('serve-bytes.ts'),
  ])
  const world = { db, databaseUrl: own.url, app, floor }
  const figures: Figure[] = []
  for (const [name, bench] of Object.entries(benches)) if (isWanted(name)) figures.push(...(await bench(world)))
  printReport(figures, isWanted('pages') ? await benchPages(world) : [])
  await Promise.all([app.stop(), floor.stop()])
  await close()
} finally {
  await own.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
