import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { type Database, openDatabase } from '../src/lib/database.ts'
import type { SceneCustomer } from './booking-scene.ts'
import { createHarness, type Harness } from './harness.ts'

export type RaceOutcome = { status: number; code?: string; alternatives?: unknown[]; milliseconds: number }

/** Long enough that no request is refused on a busy machine: for a connection, a lock, or a statement. */
const patientPool = { connectMs: 15_000, lockMs: 15_000, statementMs: 20_000 }

/** Clients of a race at once. `npm run prove -- races` sets RACES: the proof has the full count. */
export function countClients({ test, proof }: Record<'test' | 'proof', number>): number {
  return process.env.RACES === 'full' ? proof : test
}

/** The app on a real port, and the checks of a race. Warm up by calling `send` for as many clients as will race. */
export async function createRaceHarness() {
  const harness = await createHarness(patientPool)
  await harness.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(harness.app.server.address() as AddressInfo).port}/api`
  // The clients share the processor with the app: `fetch` takes three times as much of it.
  const agent = new http.Agent({ keepAlive: true })

  async function send(
    method: 'POST' | 'PATCH',
    path: string,
    { token }: SceneCustomer,
    body: object,
  ): Promise<RaceOutcome> {
    const started = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
    const request = http.request(address + path, { method, headers, agent }, resolve).on('error', reject)
    request.end(JSON.stringify(body))
    const response = await promise
    const json = await text(response)
    const milliseconds = performance.now() - started
    const { code, alternatives } = JSON.parse(json) as Partial<RaceOutcome>
    return { status: response.statusCode as number, code, alternatives, milliseconds }
  }

  async function close() {
    agent.destroy()
    await harness.close()
  }

  async function countDeadlocks(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(harness.db)
    const { rows } = await sql<{
      deadlocks: number
    }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(harness.db)
    return rows[0]?.deadlocks ?? 0
  }

  const countOverlaps = () => countOverlapsIn(harness.db)
  const clear = () => sql`delete from appointments`.execute(harness.db)

  return { ...harness, send, countDeadlocks, countOverlaps, clear, close }
}

type RaceInput = { token: string; params?: { id: string }; query?: Record<string, string>; body?: object }

/** Stands for a second process: its own pool. `call` and `send` send requests with an odd number to it, the others to the first. */
export async function openSecondApp(harness: Harness) {
  const pool = openDatabase(harness.url, { max: 10, ...patientPool })
  const app = await createApp({ ...harness, db: pool.db })
  const appOf = (number: number) => (number % 2 ? app : harness.app)

  async function send(number: number, { method, url }: Pick<Route, 'method' | 'url'>, input: RaceInput) {
    const { token, params, query, body } = input
    const response = await appOf(number).inject({
      method,
      url: `/api${url.replace(':id', params?.id ?? ':id')}`,
      query,
      payload: body,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.statusCode, body: response.json() }
  }

  async function call(...request: Parameters<typeof send>) {
    const { status, body } = await send(...request)
    return { status, code: body.code as string | undefined }
  }

  async function warmUp() {
    await Promise.all(Array.from({ length: 20 }, (_, number) => appOf(number).inject({ url: '/api/plans' })))
  }

  async function close() {
    await app.close()
    await pool.close()
  }

  return { call, send, warmUp, close }
}

/** Pairs of appointments that overlap for one barber's user, buffers included, or for one customer or one guest of theirs. */
export async function countOverlapsIn(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from appointments a join appointments b on a.id < b.id
       and ((a.barber_user_id = b.barber_user_id
             and tstzrange(a.starts_at, a.busy_until) && tstzrange(b.starts_at, b.busy_until))
         or (a.customer_id = b.customer_id and coalesce(lower(a.guest_name), '') = coalesce(lower(b.guest_name), '')
             and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)))
     where a.status in ('HELD', 'SCHEDULED', 'CONFIRMED') and b.status in ('HELD', 'SCHEDULED', 'CONFIRMED')`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] as number
}
