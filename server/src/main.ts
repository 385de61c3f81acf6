import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import { createOutbox } from './dev/outbox.ts'
import { listPushActions } from './features/appointments/push-actions/list-push-actions.ts'
import { createPushSender } from './features/notifications/push-delivery/create-push-sender.ts'
import { listNudgeActions } from './features/rhythm/list-nudge-actions.ts'
import { createJobHandlers, schedule } from './jobs.ts'
import { systemClock } from './lib/clock.ts'
import { type Config, readConfig, siteUrlOf } from './lib/config.ts'
import { backgroundPool, type DatabaseHandle, openConnections, openDatabase } from './lib/database.ts'
import type { App } from './lib/http.ts'
import { createMailer } from './lib/mail.ts'
import type { Metrics } from './lib/metrics/metrics.ts'
import { migrate } from './lib/migrate.ts'
import { mountWeb } from './lib/web/mount-web.ts'
import { startRelay } from './lib/worker/relay-events.ts'
import { startWorker } from './lib/worker/start-worker.ts'
import { yieldToRequests } from './lib/worker/yield-to-requests.ts'
import { startEmbeddedPostgres } from './ops/embedded-postgres/start-embedded-postgres.ts'

/** Shutdown timeout of each part: requests in flight, jobs, the final checkpoint of PostgreSQL. */
const SHUTDOWN_MS = 10_000

const SLOW_STEP_MS = 5000

/** Closed in reverse order of their start, each once. */
const closeHandlers: (() => Promise<unknown>)[] = []

/** Load balancers need a moment to notice; until then requests are served as usual. */
let drain = async () => {}

let isStopping = false

const starting = start()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void handleSignal())
// A parent process that was killed cannot send a signal.
if (process.channel) process.once('disconnect', () => void stop())
await starting.catch(async (error) => {
  console.error(explain(error))
  await closeAll()
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const databaseUrl = config.databaseUrl ?? (await reportSlow('abrindo o PostgreSQL', startEmbedded(config)))
  await reportSlow('atualizando o banco de dados', migrate(databaseUrl))
  const database = openDatabase(databaseUrl, { max: config.databasePool })
  closeHandlers.push(database.close)
  const { db } = database
  if (config.seed === 'demo') await reportSlow('preparando a demonstração', seed(databaseUrl, config))
  const metrics = await startMetrics(config, database)
  const app = await createApp({ db, clock: systemClock, config: { ...config, databaseUrl }, metrics })
  if (config.isProduction && !config.stripe)
    app.log.warn('STRIPE_SECRET_KEY is missing: payments are simulated in the sandbox')
  startJobs({ databaseUrl, config, metrics, app })
  await mountWeb(app, { config, mode: process.argv.includes('--dev') ? 'development' : 'production' })
  closeHandlers.push(() => app.close())
  await openConnections(database, Math.ceil(config.databasePool / 2))
  await app.listen({ port: config.port, host: config.host })
  drain = () => (config.drainMs > 0 ? app.drain(config.drainMs) : Promise.resolve())
  greet(config)
}

/** Prints a line every few seconds until a step of the start is done. */
async function reportSlow<T>(step: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const print = () =>
    console.log(`Ainda iniciando, ${step} há ${Math.round((performance.now() - startedAt) / 1000)} s…`)
  const timer = setInterval(print, SLOW_STEP_MS)
  return work.finally(() => clearInterval(timer))
}

type JobOptions = { databaseUrl: string; config: Config; metrics: Metrics | undefined; app: App }

function startJobs({ databaseUrl, config, metrics, app }: JobOptions): void {
  const { log, countRequests } = app
  const { db, close } = openDatabase(databaseUrl, backgroundPool)
  closeHandlers.push(close)
  const outbox = config.hasOutbox ? createOutbox({ db, clock: systemClock }) : undefined
  const mailer = createMailer({ db, config, outbox }, log)
  closeHandlers.push(async () => mailer.close())
  const mail = metrics?.countEmails(mailer) ?? mailer
  const allHandlers = createJobHandlers({ db, clock: systemClock, mail, config, site: siteUrlOf(config) })
  const handlers = yieldToRequests(metrics?.countJobs(allHandlers) ?? allHandlers, { countRequests })
  const relay = startRelay({ db, log })
  closeHandlers.push(() => relay.stop())
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
    countRequests,
    ...metrics,
  }).start()
  closeHandlers.push(() => pushes.stop())
  const worker = startWorker({ databaseUrl, handlers, schedule, log })
  closeHandlers.push(() => worker.stop())
}

async function startMetrics({ metrics: address }: Config, database: DatabaseHandle): Promise<Metrics | undefined> {
  if (!address) return undefined
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./lib/metrics/metrics.ts'),
    import('./lib/metrics/serve-metrics.ts'),
  ])
  const metrics = createMetrics()
  const { close } = await serveMetrics({ metrics, address, database })
  closeHandlers.push(close)
  return metrics
}

/** Without a timeout on the connection: the seed runs a few long statements. */
async function seed(databaseUrl: string, { dataDir }: Config): Promise<void> {
  const { seedDemo } = await import('../seed/demo.ts')
  const { db, close } = openDatabase(databaseUrl, { max: 2, silenceMs: 0 })
  await seedDemo({ db, dataDir, now: systemClock.now() }).finally(close)
}

async function startEmbedded({ dataDir, port }: Config): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir, address: `http://localhost:${port}` })
  closeHandlers.push(() => embedded.stop())
  return embedded.url
}

function greet({ port, publicUrl, seed, hasOutbox }: Config) {
  console.log(`\nNa Régua em ${siteUrlOf({ publicUrl, port })}`)
  if (seed === 'demo') {
    console.log('\nContas da demonstração, todas com a senha demo123:')
    console.log('  cliente@naregua.test    barbeiro@naregua.test    dono@naregua.test')
  }
  if (hasOutbox) console.log(`\nOs e-mails ficam em http://localhost:${port}/dev/outbox`)
  console.log('\nCtrl-C encerra tudo.\n')
}

/** A second signal exits immediately. */
function handleSignal(): Promise<void> {
  if (isStopping) process.exit(1)
  return stop()
}

/** During the start it waits for its end first: a partial start cannot be closed in order. */
async function stop(): Promise<void> {
  isStopping = true
  await starting
  await drain()
  await closeAll()
  process.exit(0)
}

async function closeAll(): Promise<void> {
  for (let close = closeHandlers.pop(); close; close = closeHandlers.pop())
    await Promise.race([close().catch(console.error), wait(SHUTDOWN_MS, undefined, { ref: false })])
}

function explain(error: unknown): string {
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `A porta ${port} já está em uso. Escolha outra com PORT.`
  if (code === 'EACCES' && port) return `Sem permissão para usar a porta ${port}. Escolha outra com PORT.`
  if (code === 'EACCES')
    return `Sem permissão em ${path}: a pasta de dados é de outro usuário. Escolha outra com DATA_DIR.`
  return message
}
