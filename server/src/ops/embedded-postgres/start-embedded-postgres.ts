import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../free-port.ts'
import { createCluster, endLeftover, superuser } from './cluster.ts'
import { preparePostgresFolders } from './folders.ts'
import { DataFolderHeldError, takeLock } from './lock.ts'
import { type ServerOptions, type ServerProcess, startPostgresProcess } from './server-process.ts'

export type EmbeddedPostgres = {
  /** Connection URL, valid until `stop()`, also across restarts of PostgreSQL. */
  url: string
  /** Stops PostgreSQL after a checkpoint and releases the data folder. Idempotent. */
  stop: () => Promise<void>
}

type StartOptions = {
  dataDir: string
  /** False trades durability for speed; only for disposable data. Default true. */
  durable?: boolean
  /** Whether `stop()` deletes the cluster, before another process can use the folder. */
  deleteOnStop?: boolean
  /** Address of this process, for the error message of the next one that wants the folder. */
  address?: string
}

const database = 'na_regua'

/**
 * Starts a PostgreSQL 18 on `<dataDir>/postgres`, on the loopback address only, and creates it at the first start. It stops with
 * this process in any case, and is restarted when it dies alone. Throws `DataFolderHeldError` when another process uses the folder.
 */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  deleteOnStop = false,
  address,
}: StartOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir)
  const folders = preparePostgresFolders(folder)
  const port = await findFreePort()
  const unlock = await takeLockSoon(join(dirname(folders.cluster), 'postgres.lock'), address ?? `127.0.0.1:${port}`)
  try {
    const password = readOrCreatePassword(join(folder, 'postgres.password'))
    await createCluster(folders, password)
    const stop = await superviseServer({ folders, port, durable, logFile: join(folder, 'postgres.log') })
    const url = embeddedPostgresUrl(password, port)
    await ensureDatabase(url)
    const end = async () => {
      await stop()
      if (deleteOnStop) await rm(folders.cluster, { recursive: true, force: true })
    }
    return { url, stop: () => end().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

export function embeddedPostgresUrl(password: string, port: number): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

/** Retries for half a second: a holder that was just killed takes a moment to exit. */
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

/** Restarts PostgreSQL on the same port when it dies, until `stop`. */
async function superviseServer(options: ServerOptions): Promise<() => Promise<void>> {
  await endLeftover(options.folders.cluster)
  let server: ServerProcess | undefined = await startPostgresProcess(options)
  let isStopping = false
  const watching = watch()

  async function watch(): Promise<void> {
    for (let pause = 50; ; pause = Math.min(pause * 2, 1_000)) {
      const startedAt = Date.now()
      await server?.gone
      if (isStopping) return
      // Back off only when it dies right after its start: each pause is an outage.
      if (Date.now() - startedAt > 2_000) pause = 50
      console.error('O PostgreSQL parou sozinho; iniciando de novo.')
      await sleep(pause)
      server = await startPostgresProcess(options).catch(() => undefined)
      if (isStopping) await server?.stop()
    }
  }

  return async function stop() {
    isStopping = true
    await server?.stop()
    await watching
  }
}

/** The password is kept across restarts; only the app's user can read it. */
function readOrCreatePassword(file: string): string {
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
