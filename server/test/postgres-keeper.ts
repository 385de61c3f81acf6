import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/ops/embedded-postgres/start-embedded-postgres.ts'

/**
 * Keeps one fast PostgreSQL for all test runs of this checkout, as long as somebody is connected to its socket.
 * Runs as a process of its own, because two runs may share it and either may end first.
 * Usage: node postgres-keeper.ts <data folder> <socket>
 */
const [dataDir = '', socket = ''] = process.argv.slice(2)
const LINGER_MS = 10_000

const postgres = await start().catch(() => {
  // Without fsync a power cut may spoil the cluster. Nothing in it is worth a repair.
  rmSync(dataDir, { recursive: true, force: true })
  return start()
})
await dropDatabasesOfEarlierRuns(postgres.url)

let guests = 0
let goodbye = setTimeout(end, LINGER_MS)
const server = createServer((guest) => {
  guests++
  clearTimeout(goodbye)
  guest.on('error', () => {})
  guest.on('close', () => {
    if (--guests === 0) goodbye = setTimeout(end, LINGER_MS)
  })
  guest.write(`${postgres.url}\n`)
})
// The data folder is ours by its lock, so a socket that is there already is a dead one.
rmSync(socket, { force: true })
server.listen(socket)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)

/** Another living keeper holds the folder: it will serve, and this one has nothing to do. */
async function start(): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, durable: false, address: socket })
  } catch (error) {
    if ((error as Error).name === 'DataFolderHeldError') process.exit(0)
    throw error
  }
}

/** Whoever comes now starts the next keeper, which waits for this PostgreSQL to be gone. */
async function end(): Promise<void> {
  server.close()
  await postgres.stop()
  process.exit(0)
}

async function dropDatabasesOfEarlierRuns(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`select datname from pg_database where datname ~ '^(test|template)_'`)
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}
