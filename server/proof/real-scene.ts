import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { openDatabase } from '../src/lib/database.ts'
import { startEmbeddedPostgres } from '../src/ops/embedded-postgres/start-embedded-postgres.ts'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../test/booking-scene.ts'
import { type RealApp, startRealApp } from './real-app.ts'

/** Time limits are for an idle machine. `PATIENCE=5` multiplies them by five on a busy one; the printed figures stay unchanged. */
export const patience = Number(process.env.PATIENCE ?? 1)

const DAY_MS = 86_400_000
const SLOTS_PER_DAY = 18

/** A temporary folder. `remove` deletes it after the proof. */
export function createTemporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'na-regua-proof-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export type RealScene = Awaited<ReturnType<typeof createRealScene>>

/** A large barbershop and many customers on a real database, in real time. */
export async function createRealScene(databaseUrl: string, { barberCount = 30, customers: customerCount = 0 } = {}) {
  const { db, close } = openDatabase(databaseUrl, { max: 4, connectMs: 15_000 })
  const shop = await createBookableBarbershop(db, { barberCount })
  const customers: SceneCustomer[] = []
  async function addCustomers(count: number) {
    for (let rest = count; rest > 0; rest -= 1000) customers.push(...(await createCustomers(db, Math.min(rest, 1000))))
  }
  await addCustomers(customerCount)
  const { id: planId } = await db
    .selectFrom('plans')
    .select('id')
    .where('tier', '=', 'premium')
    .where('billing_period', '=', 'monthly')
    .executeTakeFirstOrThrow()
  // 09:00 in São Paulo, from tomorrow on.
  const opening = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 12 * 3_600_000

  /** The body of a booking request. Every index is another slot, up to four weeks of each barber. */
  function toBookingInput(index: number) {
    const barber = index % barberCount
    const slot = Math.floor(index / barberCount) % SLOTS_PER_DAY
    const day = Math.floor(index / barberCount / SLOTS_PER_DAY)
    const startTime = new Date(opening + day * DAY_MS + slot * 1_800_000).toISOString()
    return { barberId: shop.barbers[barber]?.id, serviceId: shop.services[0]?.id, startTime }
  }

  return { db, close, shop, customers, barberCount, planId, addCustomers, toBookingInput }
}

type RealServerOptions = { port: number; environment?: Record<string, string> }

/** PostgreSQL and the server. `restart` kills the server first; `close` ends what is running. */
export async function startRealServer({ port, environment }: RealServerOptions) {
  const folder = createTemporaryFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  const start = (given?: Record<string, string>) =>
    startRealApp({ port, databaseUrl: postgres.url, dataDir: folder.path, environment: given })
  const app: RealApp = await start(environment)
  const server = { app, path: folder.path, databaseUrl: postgres.url, restart, close }

  async function restart(given = environment) {
    await server.app.signal('SIGKILL')
    server.app = await start(given)
  }

  async function close() {
    await server.app.signal('SIGKILL')
    await postgres.stop()
    folder.remove()
  }

  return server
}

export type RealServer = Awaited<ReturnType<typeof startRealServer>>
export type RealWorld = Awaited<ReturnType<typeof startRealWorld>>

/** The same with a scene. */
export async function startRealWorld({ customers, ...options }: RealServerOptions & { customers: number }) {
  const server = await startRealServer(options)
  const scene = await createRealScene(server.databaseUrl, { customers })
  const closeServer = server.close
  async function close() {
    await scene.close()
    await closeServer()
  }
  return Object.assign(server, { scene, close })
}

type RequestOptions = { method?: string; path: string; token?: string; key?: string; body?: object; timeoutMs?: number }
export type HttpResult = { status: number; body: Record<string, unknown>; headers: Headers; milliseconds: number }

/** Sends one request as a browser does. Throws without a response. */
export async function sendRequest(
  url: string,
  { method = 'GET', path, token, key, body, timeoutMs = 20_000 }: RequestOptions,
): Promise<HttpResult> {
  const startedAt = performance.now()
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { [IDEMPOTENCY_HEADER]: key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  const milliseconds = performance.now() - startedAt
  return { status: response.status, body: parseBody(text), headers: response.headers, milliseconds }
}

/** Error pages of a balancer are not JSON. */
function parseBody(text: string): HttpResult['body'] {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    return { text }
  }
}
