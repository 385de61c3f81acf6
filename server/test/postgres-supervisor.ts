import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/ops/embedded-postgres/start-embedded-postgres.ts'

/**
 * Runs one fast PostgreSQL for all test runs of this checkout, as long as a client is connected to its socket. A process of its
 * own, because concurrent runs share it and either may end first.
 * Usage: node postgres-supervisor.ts <data folder> <socket>
 */
const [dataDir = '', socket = ''] = process.argv.slice(2)
const LINGER_MS = 10_000

const postgres = await start().catch(() => {
  // Without fsync a power loss may corrupt the cluster. Its data is disposable.
  rmSync(dataDir, { recursive: true, force: true })
  return start()
})
await dropDatabasesOfEarlierRuns(postgres.url)

let clients = 0
let shutdown = setTimeout(end, LINGER_MS)
const server = createServer((client) => {
  clients++
  clearTimeout(shutdown)
  client.on('error', () => {})
  client.on('close', () => {
    if (--clients === 0) shutdown = setTimeout(end, LINGER_MS)
  })
  client.write(`${postgres.url}\n`)
})
// This process holds the lock of the data folder, so an existing socket is stale.
rmSync(socket, { force: true })
server.listen(socket)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)

/** Exits when another supervisor holds the folder: clients connect to that one. */
async function start(): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, durable: false, deleteOnStop: true, address: socket })
  } catch (error) {
    if ((error as Error).name === 'DataFolderHeldError') process.exit(0)
    throw error
  }
}

/** A client that connects now starts the next supervisor, which waits for this PostgreSQL to stop. */
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
