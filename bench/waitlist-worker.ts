/**
 * Relay and worker of a process, on DATABASE_URL. The clock is `CLOCK_AHEAD_MS` ahead. Mail is rendered and not sent;
 * that of offers is reported when it is handed over.
 */
import { createJobHandlers, schedule } from '../server/src/jobs.ts'
import { readConfig, siteUrlOf } from '../server/src/lib/config.ts'
import { openDatabase } from '../server/src/lib/database.ts'
import { startRelay } from '../server/src/lib/worker/relay-events.ts'
import { startWorker } from '../server/src/lib/worker/start-worker.ts'

const config = readConfig({ LOG_LEVEL: 'error', ...process.env })
const databaseUrl = config.databaseUrl as string
const { db } = openDatabase(databaseUrl, { max: config.databasePool })
const clock = { now: () => new Date(Date.now() + Number(process.env.CLOCK_AHEAD_MS)) }
const log = { error: console.error, warn: console.error, debug() {} }
const mail = {
  async send(to: string, { text }: { text: string }) {
    if (text.includes('/o/')) process.send?.({ offeredTo: to })
  },
  close() {},
}
const handlers = createJobHandlers({ db, clock, mail, config, site: siteUrlOf(config) })
startRelay({ db, log })
// Of the jobs of every minute only that of offers, which is part of what is measured.
startWorker({ databaseUrl, handlers, schedule: schedule.filter(({ task }) => task === 'sweep-offers'), log })
process.send?.({ port: 0 })
