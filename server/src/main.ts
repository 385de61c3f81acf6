import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from './app.ts'
import { createOutbox } from './dev/outbox.ts'
import { createJobHandlers, schedule } from './jobs.ts'
import { systemClock } from './lib/clock.ts'
import { type Config, readConfig, siteUrlOf } from './lib/config.ts'
import { type DatabaseHandle, openDatabase } from './lib/database.ts'
import { startWorker } from './lib/jobs.ts'
import { createMailer } from './lib/mail.ts'
import type { Metrics } from './lib/metrics/metrics.ts'
import { migrate } from './lib/migrate.ts'
import { mountWeb } from './lib/web/mount-web.ts'
import { startEmbeddedPostgres } from './ops/embedded-postgres/start-embedded-postgres.ts'

/** How long each part may take to end when the server is asked to stop: requests under way, jobs, the base's last checkpoint. */
const LAST_MS = 10_000

type Closing = () => Promise<unknown>

/** What was started, ended in the opposite order, each once. */
const closings: Closing[] = []

/** Balancers need a moment to notice; until then whatever they send is answered as ever. */
let letGo = async () => {}

let isStopping = false

const starting = start()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void hearSignal())
// Whoever started us over a channel and was killed can no longer say so.
if (process.channel) process.once('disconnect', () => void stop())
await starting.catch(async (error) => {
  console.error(explain(error))
  await closeAll()
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const databaseUrl = config.databaseUrl ?? (await startOwn(config))
  await migrate(databaseUrl)
  const database = openDatabase(databaseUrl, { max: config.databasePool })
  closings.push(database.close)
  const { db } = database
  if (config.seed === 'demo') await seed(databaseUrl, config)
  const metrics = await startMetrics(config, database)
  const app = await createApp({ db, clock: systemClock, config: { ...config, databaseUrl }, metrics })
  if (config.isProduction && !config.stripe)
    app.log.warn('STRIPE_SECRET_KEY is missing: plans are paid in the sandbox, with play money')
  const outbox = config.hasOutbox ? createOutbox({ db, clock: systemClock }) : undefined
  const mailer = createMailer({ db, config, outbox }, app.log)
  closings.push(async () => mailer.close())
  const mail = metrics?.countEmails(mailer) ?? mailer
  const handlers = createJobHandlers({ db, clock: systemClock, mail, config, site: siteUrlOf(config) })
  const worker = startWorker({
    databaseUrl,
    handlers: metrics?.countJobs(handlers) ?? handlers,
    schedule,
    log: app.log,
  })
  closings.push(() => worker.stop())
  await mountWeb(app, { config, mode: process.argv.includes('--dev') ? 'development' : 'production' })
  closings.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  letGo = () => (config.drainMs > 0 ? app.drain(config.drainMs) : Promise.resolve())
  greet(config)
}

async function startMetrics({ metrics: address }: Config, database: DatabaseHandle): Promise<Metrics | undefined> {
  if (!address) return undefined
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('./lib/metrics/metrics.ts'),
    import('./lib/metrics/serve-metrics.ts'),
  ])
  const metrics = createMetrics()
  const { close } = await serveMetrics({ metrics, address, database })
  closings.push(close)
  return metrics
}

/** On a line that knows no time: a demo is a few long statements. */
async function seed(databaseUrl: string, { dataDir }: Config): Promise<void> {
  const { seedDemo } = await import('../seed/demo.ts')
  const { db, close } = openDatabase(databaseUrl, { max: 2, silenceMs: 0 })
  await seedDemo({ db, dataDir, now: systemClock.now() }).finally(close)
}

async function startOwn({ dataDir, port }: Config): Promise<string> {
  const own = await startEmbeddedPostgres({ dataDir, address: `http://localhost:${port}` })
  closings.push(() => own.stop())
  return own.url
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

/** Whoever asks twice does not want to wait. */
function hearSignal(): Promise<void> {
  if (isStopping) process.exit(1)
  return stop()
}

/** Asked to stop while it still starts, it first finishes that: half of a start cannot be ended in order. */
async function stop(): Promise<void> {
  isStopping = true
  await starting
  await letGo()
  await closeAll()
  process.exit(0)
}

async function closeAll(): Promise<void> {
  for (let close = closings.pop(); close; close = closings.pop())
    await Promise.race([close().catch(console.error), wait(LAST_MS, undefined, { ref: false })])
}

function explain(error: unknown): string {
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `A porta ${port} já está em uso. Escolha outra com PORT.`
  if (code === 'EACCES' && port) return `Sem permissão para usar a porta ${port}. Escolha outra com PORT.`
  if (code === 'EACCES')
    return `Sem permissão em ${path}: a pasta de dados é de outro usuário. Escolha outra com DATA_DIR.`
  return message
}
