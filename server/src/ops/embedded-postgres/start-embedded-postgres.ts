import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../free-port.ts'
import { createCluster, endLeftover, superuser } from './cluster.ts'
import { DataFolderHeldError, takeLock } from './lock.ts'
import { preparePostgresFolders } from './place.ts'
import { type ServerOptions, type ServerProcess, startServer } from './server-process.ts'

export type EmbeddedPostgres = {
  /** Connection address of the app's database, valid until `stop()`, also across restarts of PostgreSQL. */
  url: string
  /** Ends PostgreSQL, waiting for its last checkpoint, and frees the data folder. Calling it twice is fine. */
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** `false` trades safety against power loss for speed; only for data that nobody will miss. Default `true`. */
  durable?: boolean
  /** Where people reach the one who holds the data folder; the next starter in the same folder is told. */
  address?: string
}

const database = 'na_regua'

/**
 * Starts a private PostgreSQL 18 on `<dataDir>/postgres`, on the loopback address only, making it on the first start.
 * It ends with this process however that ends, and is started again when it dies alone.
 * Throws `DataFolderHeldError` when another living process uses the folder.
 */
export async function startEmbeddedPostgres({ dataDir, durable = true, address }: Options): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir)
  const place = preparePostgresFolders(folder)
  const port = await findFreePort()
  const unlock = await takeLockSoon(join(dirname(place.cluster), 'postgres.lock'), address ?? `127.0.0.1:${port}`)
  try {
    const password = keepPassword(join(folder, 'postgres.password'))
    await createCluster(place, password)
    const stop = await superviseServer({ place, port, durable, logFile: join(folder, 'postgres.log') })
    const url = embeddedPostgresUrl(password, port)
    await ensureDatabase(url)
    return { url, stop: () => stop().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

export function embeddedPostgresUrl(password: string, port: number): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

/** A holder that was just killed takes a moment to be gone: it is not worth a refusal. */
async function takeLockSoon(file: string, address: string): Promise<() => void> {
  for (let waited = 0; ; waited += 50) {
    try {
      return takeLock(file, address)
    } catch (error) {
      if (!(error instanceof DataFolderHeldError) || waited >= 500) throw error
      await sleep(50)
    }
  }
}

/** Keeps PostgreSQL running until asked to stop: one that was killed recovers on the same port. */
async function superviseServer(options: ServerOptions): Promise<() => Promise<void>> {
  await endLeftover(options.place.cluster)
  let server: ServerProcess | undefined = await startServer(options)
  let isStopping = false
  const watching = watch()

  async function watch(): Promise<void> {
    for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
      const startedAt = Date.now()
      await server?.gone
      if (isStopping) return
      // Only one that dies as soon as it stands is left longer and longer: each pause is an outage.
      if (Date.now() - startedAt > 2_000) pause = 50
      console.error('O PostgreSQL parou sozinho; iniciando de novo.')
      await sleep(pause)
      server = await startServer(options).catch(() => undefined)
      if (isStopping) await server?.stop()
    }
  }

  return async function stop() {
    isStopping = true
    await server?.stop()
    await watching
  }
}

/** The password outlives restarts; only the one who runs the app can read it. */
function keepPassword(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}

async function ensureDatabase(url: string): Promise<void> {
  const missing = await connect(url).catch((error: { code?: string }) => {
    if (error.code === '3D000') return true
    throw error
  })
  if (missing) await connect(url.replace(/[^/]+$/, 'postgres'), `create database ${database}`)
}

async function connect(url: string, statement = 'select 1'): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}
