import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../src/lib/clock.ts'
import { openDatabase } from '../src/lib/database.ts'
import { seedDemo } from './demo.ts'

// Loads the modules above while PostgreSQL starts, then waits for the URL of the migrated database.
const parent = parentPort as MessagePort
const { dataDir } = workerData as { dataDir: string }
const [databaseUrl] = (await once(parent, 'message')) as [string]
// Without a timeout on the connection: the seed runs a few long statements.
const { db, close } = openDatabase(databaseUrl, { max: 2, silenceMs: 0 })
const onPlanned = () => parent.postMessage('planned')
await seedDemo({ db, dataDir, now: systemClock.now(), onPlanned }).finally(close)
