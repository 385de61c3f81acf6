import { setTimeout as wait } from 'node:timers/promises'
import { seedDemo } from '../seed/demo.ts'
import { createApp } from './app.ts'
import { systemClock } from './lib/clock.ts'
import { type Config, readConfig } from './lib/config.ts'
import { openDatabase } from './lib/database.ts'
import { startWorker } from './lib/jobs.ts'
import { createMailer } from './lib/mail.ts'
import { migrate } from './lib/migrate.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { siteOf } from './lib/site.ts'
import { mountWeb } from './lib/web.ts'
import { createTasks, schedule } from './tasks.ts'

/** How long requests that are under way may take when the server is asked to stop. */
const LAST_REQUESTS_MS = 10_000

type Closing = () => Promise<unknown>

/** What was started, ended in the opposite order, each once. */
const closings: Closing[] = []

const starting = start()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
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
  if (config.seed === 'demo') await seedDemo({ db, dataDir: config.dataDir, now: systemClock.now() })
  const app = await createApp({ db, clock: systemClock, config: { ...config, databaseUrl } })
  if (config.isProduction && !config.stripe)
    app.log.warn('STRIPE_SECRET_KEY is missing: plans are paid in the sandbox, with play money')
  const mail = createMailer({ db, clock: systemClock, config }, app.log)
  closings.push(async () => mail.close())
  const worker = startWorker({
    databaseUrl,
    tasks: createTasks({ db, clock: systemClock, mail, config, site: siteOf(config) }),
    schedule,
    log: app.log,
  })
  closings.push(() => worker.stop())
  await mountWeb(app, { config, mode: process.argv.includes('--dev') ? 'development' : 'production' })
  closings.push(() => Promise.race([app.close(), wait(LAST_REQUESTS_MS, undefined, { ref: false })]))
  await app.listen({ port: config.port, host: config.host })
  greet(config)
}

async function startOwn({ dataDir, port }: Config): Promise<string> {
  const own = await startOwnPostgres({ dataDir, address: `http://localhost:${port}` })
  closings.push(() => own.stop())
  return own.url
}

function greet({ port, publicUrl, seed, hasOutbox }: Config) {
  console.log(`\nNa Régua em ${siteOf({ publicUrl, port })}`)
  if (seed === 'demo') {
    console.log('\nContas da demonstração, todas com a senha demo123:')
    console.log('  cliente@naregua.test    barbeiro@naregua.test    dono@naregua.test')
  }
  if (hasOutbox) console.log(`\nOs e-mails ficam em http://localhost:${port}/dev/outbox`)
  console.log('\nCtrl-C encerra tudo.\n')
}

/** Asked to stop while it still starts, it first finishes that: half of a start cannot be ended in order. */
async function stop(): Promise<void> {
  await starting
  await closeAll()
  process.exit(0)
}

async function closeAll(): Promise<void> {
  for (let close = closings.pop(); close; close = closings.pop()) await close().catch(console.error)
}

function explain(error: unknown): string {
  const { code, port, path, message } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `A porta ${port} já está em uso. Escolha outra com PORT.`
  if (code === 'EACCES' && port) return `Sem permissão para usar a porta ${port}. Escolha outra com PORT.`
  if (code === 'EACCES')
    return `Sem permissão em ${path}: a pasta de dados é de outro usuário. Escolha outra com DATA_DIR.`
  return message
}
