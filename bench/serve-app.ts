/**
 * Runs the app as a separate process on DATABASE_URL. Sends its port to the parent, and its CPU time and memory on each message.
 * `{ jobs: true }` starts the worker of the queue before that, `{ jobs: false }` stops it.
 */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createApp } from '../server/src/app.ts'
import { systemClock } from '../server/src/lib/clock.ts'
import { readConfig } from '../server/src/lib/config.ts'
import { backgroundPool, openDatabase, relayPool } from '../server/src/lib/database.ts'
import { createMetrics } from '../server/src/lib/metrics/metrics.ts'
import { serveMetrics } from '../server/src/lib/metrics/serve-metrics.ts'
import { mountWeb } from '../server/src/lib/web/mount-web.ts'
import { startRelay } from '../server/src/lib/worker/relay-events.ts'
import { startQueue } from '../server/src/serve.ts'
import { readUsage } from './processes.ts'

// The demo's outbox takes the emails.
const config = readConfig({ LOG_LEVEL: 'error', SEED: 'demo', RATE_LIMIT: 'off', ...process.env })
const database = openDatabase(config.databaseUrl as string, { max: config.databasePool })
const metrics = config.metrics ? createMetrics() : undefined
if (metrics && config.metrics) await serveMetrics({ metrics, address: config.metrics, database })
const app = await createApp({ db: database.db, clock: systemClock, config, metrics })
if (existsSync(new URL('../web/build', import.meta.url))) await mountWeb(app, { config, mode: 'production' })
// What a booking leaves to do after its commit is part of its price. Without a worker, jobs wait in the queue.
const { db } = openDatabase(config.databaseUrl as string, backgroundPool)
startRelay({ db: openDatabase(config.databaseUrl as string, relayPool).db, log: app.log })
const options = { databaseUrl: config.databaseUrl as string, config, db }
let queue: ReturnType<typeof startQueue> | undefined
process.on('message', async ({ jobs }: { jobs?: boolean }) => {
  if (jobs === true) queue ??= startQueue({ app, metrics }, options)
  if (jobs === false) {
    await queue?.stop()
    queue = undefined
  }
  process.send?.(readUsage())
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as AddressInfo).port })
