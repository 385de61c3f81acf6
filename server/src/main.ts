import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { hasDemo } from '../seed/accounts.ts'
import { type Config, readConfig, siteUrlOf } from './lib/config.ts'
import { openConnections, openDatabase } from './lib/database.ts'
import { migrate } from './lib/migrate.ts'
import { startEmbeddedPostgres } from './ops/embedded-postgres/start-embedded-postgres.ts'
import type { ServeOptions } from './serve.ts'

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
  const seedThread = config.seed === 'demo' ? startSeedThread(config) : undefined
  const databaseUrl = config.databaseUrl ?? (await reportSlow('abrindo o PostgreSQL', startEmbedded(config)))
  await reportSlow('atualizando o banco de dados', migrate(databaseUrl))
  const database = openDatabase(databaseUrl, { max: config.databasePool, maxPerClient: config.connectionsPerClient })
  closeHandlers.push(database.close)
  const options = {
    config,
    databaseUrl,
    database,
    onClose: (close: () => Promise<unknown>) => closeHandlers.push(close),
  }
  const seeding = seedThread && (await startSeeding(seedThread, options))
  const [{ startJobs, prepared }] = await Promise.all([prepare(options), seeding?.seeded])
  const { app } = prepared
  startJobs(prepared, options)
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

async function prepare(options: ServeOptions) {
  const { prepareApp, startJobs } = await import('./serve.ts')
  return { startJobs, prepared: await prepareApp(options) }
}

type SeedThread = { thread: Worker; end: Promise<unknown> }

/** The demo is planned and inserted in a thread of its own: loading the modules of the app blocks this one for most of a second. */
function startSeedThread({ dataDir }: Config): SeedThread {
  const thread = new Worker(new URL('../seed/seed-thread.ts', import.meta.url), { workerData: { dataDir } })
  const end = once(thread, 'exit')
  // A failure is thrown to who waits for the end, later.
  end.catch(() => {})
  return { thread, end }
}

/** Resolves when a new demo is planned: until then the thread and PostgreSQL need both cores. */
async function startSeeding({ thread, end }: SeedThread, { databaseUrl, database }: ServeOptions) {
  const isNew = !(await hasDemo(database.db))
  thread.postMessage(databaseUrl)
  const seeded = reportSlow('preparando a demonstração', end)
  if (isNew) await Promise.race([once(thread, 'message'), seeded])
  return { seeded }
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
