import { createApp } from './app.ts'
import { createOutbox } from './dev/outbox.ts'
import { listPushActions } from './features/appointments/push-actions/list-push-actions.ts'
import { createPushSender } from './features/notifications/push-delivery/create-push-sender.ts'
import { listNudgeActions } from './features/rhythm/list-nudge-actions.ts'
import { createJobHandlers, schedule } from './jobs.ts'
import { systemClock } from './lib/clock.ts'
import { type Config, siteUrlOf } from './lib/config.ts'
import { backgroundPool, type Database, type DatabaseHandle, openDatabase, relayPool } from './lib/database.ts'
import type { App } from './lib/http.ts'
import { createMailer } from './lib/mail.ts'
import type { Metrics } from './lib/metrics/metrics.ts'
import { mountWeb } from './lib/web/mount-web.ts'
import { startRelay } from './lib/worker/relay-events.ts'
import { startWorker } from './lib/worker/start-worker.ts'

/** `onClose` collects what is closed at the end, in reverse order of its start. */
export type ServeOptions = {
  config: Config
  databaseUrl: string
  database: DatabaseHandle
  onClose: (close: () => Promise<unknown>) => void
}

export type PreparedApp = { app: App; metrics: Metrics | undefined }

/** The app and its pages, not yet listening: it needs the tables, and not what the demo puts into them. */
export async function prepareApp(options: ServeOptions): Promise<PreparedApp> {
  const { config, databaseUrl, database } = options
  const metrics = await startMetrics(options)
  const app = await createApp({ db: database.db, clock: systemClock, config: { ...config, databaseUrl }, metrics })
  if (config.isProduction && !config.stripe)
    app.log.warn('STRIPE_SECRET_KEY is missing: payments are simulated in the sandbox')
  await mountWeb(app, { config, mode: process.argv.includes('--dev') ? 'development' : 'production' })
  return { app, metrics }
}

/** Everything that runs without a request. */
export function startJobs({ app, metrics }: PreparedApp, { databaseUrl, config, onClose }: ServeOptions): void {
  const { log } = app
  const { db, close } = openDatabase(databaseUrl, backgroundPool)
  onClose(close)
  const relaying = openDatabase(databaseUrl, relayPool)
  onClose(relaying.close)
  const relay = startRelay({ db: relaying.db, log })
  onClose(() => relay.stop())
  const pushes = createPushSender({
    db,
    clock: systemClock,
    config,
    log,
    listPushActions: async (reader, outgoing, now) => {
      const [actions, others] = await Promise.all([
        listPushActions(reader, outgoing, now),
        listNudgeActions(reader, outgoing),
      ])
      return actions.map((ofPush, index) => [...ofPush, ...(others[index] ?? [])])
    },
    ...metrics,
  }).start()
  onClose(() => pushes.stop())
  const queue = startQueue({ app, metrics }, { databaseUrl, config, db })
  onClose(() => queue.stop())
}

/** The worker of the queue, with its mailer. */
export function startQueue(
  { app: { log }, metrics }: PreparedApp,
  { databaseUrl, config, db }: Pick<ServeOptions, 'databaseUrl' | 'config'> & { db: Database },
): { stop(): Promise<void> } {
  const outbox = config.hasOutbox ? createOutbox({ db, clock: systemClock }) : undefined
  const mailer = createMailer({ db, config, outbox }, log)
  const mail = metrics?.countEmails(mailer) ?? mailer
  const allHandlers = createJobHandlers({ db, clock: systemClock, mail, config, site: siteUrlOf(config) })
  const handlers = metrics?.countJobs(allHandlers) ?? allHandlers
  const worker = startWorker({ databaseUrl, handlers, schedule, log })
  return {
    async stop() {
      await worker.stop()
      mailer.close()
    },
  }
}

async function startMetrics({ config, database, onClose }: ServeOptions): Promise<Metrics | undefined> {
  const address = config.metrics
  if (!address) return undefined
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./lib/metrics/metrics.ts'),
    import('./lib/metrics/serve-metrics.ts'),
  ])
  const metrics = createMetrics()
  const { close } = await serveMetrics({ metrics, address, database })
  onClose(close)
  return metrics
}
