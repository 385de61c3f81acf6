import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseHandle, openDatabase } from '../server/src/lib/database.ts'
import { migrate } from '../server/src/lib/migrate.ts'
import { relaySoon, startRelay, storeEvent, toEventColumns } from '../server/src/lib/worker/relay-events.ts'
import { startEmbeddedPostgres } from '../server/src/ops/embedded-postgres/start-embedded-postgres.ts'
import { createBarbershopRow } from '../server/test/barbershop-factories.ts'
import { type BenchServer, startBenchServer } from './processes.ts'
import type { OpenedStreams, ReceivedEvents, StreamMessage } from './stream-clients.ts'

export type StreamFigures = {
  pages: number
  processes: number
  /** Pages per second that were opened at once after a restart of all processes. */
  openedPerSecond: number
  /** From before the statement of a tap until a page has received the event, over all pages and taps. Milliseconds. */
  p50: number
  p99: number
  worst: number
  taps: number
  /** Pages without an event, over all taps. */
  missed: number
  /** Memory of the server for each open page. Bytes. */
  bytesPerPage: number
  /** CPU time of all server processes for each page and tap. Microseconds. */
  cpuPerEvent: number
}

const TAPS = 20
/** Each is a barbershop's tap on a busy day, with nothing else in between. */
const TAP_INTERVAL_MS = 1500
const PROCESSES = 4

/** Target Q5: one barbershop's queue is open on all `pages`, spread over processes as behind a balancer. */
export async function benchStreams(pages: number): Promise<StreamFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'na-regua-streams-'))
  const own = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(own.url)
    const database = openDatabase(own.url, { max: 5 })
    const { id } = await createBarbershopRow({ db: database.db, clock: { now: () => new Date() } as never })
    const servers = await startServers(own.url, dataDir)
    const clients = servers.map((_, index) => startClients(index))
    try {
      return await measure({ servers, clients, database, pages, barbershopId: id })
    } finally {
      for (const client of clients) client.kill()
      await Promise.all(servers.map((server) => server.stop()))
      await database.close()
    }
  } finally {
    await own.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export function printStreams(figures: StreamFigures) {
  const { pages, processes, openedPerSecond, p50, p99, worst, taps, missed, bytesPerPage, cpuPerEvent } = figures
  console.log(
    `\n${pages} páginas abertas na fila de uma barbearia, ${processes} processos com ${pages / processes} conexões cada um`,
  )
  console.log(
    `  um toque chega a todas: p50 ${p50.toFixed(0)} ms · p99 ${p99.toFixed(0)} ms (meta 1000) · a última ${worst.toFixed(0)} ms · ${taps} toques, sem aviso ${missed}`,
  )
  console.log(
    `  memória por conexão ${(bytesPerPage / 1024).toFixed(1)} KiB · CPU dos servidores por página e toque ${cpuPerEvent.toFixed(0)} µs · abertas ${openedPerSecond.toFixed(0)}/s`,
  )
}

function startServers(databaseUrl: string, dataDir: string): Promise<BenchServer[]> {
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DATABASE_POOL: '5',
    QUEUE_STREAMS: '1000000',
    QUEUE_STREAMS_PER_ADDRESS: '1000000',
  }
  return Promise.all(Array.from({ length: PROCESSES }, () => startBenchServer('serve-app.ts', environment)))
}

/** The pages of one address. A process has no more than its limit of open files, often 20,000. */
function startClients(index: number): ChildProcess {
  return fork(join(import.meta.dirname, 'stream-clients.ts'), [`127.0.1.${index + 1}`])
}

async function request<Result>(client: ChildProcess, message: StreamMessage): Promise<Result> {
  const received = once(client, 'message')
  client.send(message)
  return (await received)[0] as Result
}

type Scene = {
  servers: readonly BenchServer[]
  clients: readonly ChildProcess[]
  database: DatabaseHandle
  pages: number
  barbershopId: string
}

async function measure({ servers, clients, database, pages, barbershopId }: Scene): Promise<StreamFigures> {
  const perProcess = Math.round(pages / servers.length)
  const before = await readUsages(servers)
  const startedAt = performance.now()
  const path = `/api/barbershops/${barbershopId}/queue/stream`
  const opened = await Promise.all(
    servers.map(({ url }, index) =>
      request<OpenedStreams>(clients[index] as ChildProcess, { open: perProcess, url, path }),
    ),
  )
  const openedPerSecond = pages / ((performance.now() - startedAt) / 1000)
  const refused = opened.reduce((sum, result) => sum + result.refused, 0)
  if (refused > 0) throw new Error(`${refused} of ${pages} pages were refused`)
  // What the opening left to do: the first heartbeats, and its garbage.
  await wait(2000)
  const open = await readUsages(servers)
  const { times, missed } = await measureTaps(clients, database, barbershopId)
  const after = await readUsages(servers)
  const sorted = Float64Array.from(times).sort()
  return {
    pages: perProcess * servers.length,
    processes: servers.length,
    openedPerSecond,
    missed,
    taps: TAPS,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    worst: sorted.at(-1) ?? Number.NaN,
    bytesPerPage: (open.memory - before.memory) / pages,
    cpuPerEvent: ((after.cpuMs - open.cpuMs) * 1000) / (pages * TAPS),
  }
}

async function readUsages(servers: readonly BenchServer[]) {
  const usages = await Promise.all(
    servers.map((server) => server.send({}) as Promise<{ cpuMs: number; memory: number }>),
  )
  const sum = (key: 'cpuMs' | 'memory') => usages.reduce((total, usage) => total + usage[key], 0)
  return { cpuMs: sum('cpuMs'), memory: sum('memory') }
}

/** Each is what a tap of staff leaves in its transaction, relayed as everywhere. */
async function measureTaps(clients: readonly ChildProcess[], { db }: DatabaseHandle, barbershopId: string) {
  const relay = startRelay({ db, log: { warn: console.warn } })
  const event = storeEvent(toEventColumns({ jobs: [], published: { queue: [barbershopId] } }))
  const times: number[] = []
  let missed = 0
  for (let tap = 0; tap < TAPS; tap++) {
    const received = clients.map((client) => request<ReceivedEvents>(client, { collectMs: 5000 }))
    await wait(TAP_INTERVAL_MS)
    const tappedAt = Number(process.hrtime.bigint()) / 1e6
    await event.execute(db)
    relaySoon(db)
    for (const result of await Promise.all(received)) {
      for (const at of result.times) times.push(at - tappedAt)
      missed += result.missed
    }
  }
  await relay.stop()
  return { times, missed }
}
