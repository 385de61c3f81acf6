import { barbershopsApi } from '@na-regua/contract/barbershops'
import { favoritesApi } from '@na-regua/contract/favorites'
import type { Route } from '@na-regua/contract/route'
import { suggestionsApi } from '@na-regua/contract/suggestions'
import { inject } from 'vitest'
import { type AppDeps, createApp } from '../src/app.ts'
import { readConfig } from '../src/lib/config.ts'
import { openDatabase } from '../src/lib/database.ts'
import { closeJobDatabase } from '../src/lib/worker/run-jobs.ts'
import { checkDeclaredErrors } from './declared-errors.ts'
import './list-endpoints.ts'
import { watchLockOrder } from './lock-order.ts'
import { createDatabase } from './template.ts'

type HarnessOptions = {
  /** Initial time of the clock. */
  now?: string
  /** Environment variables of the app. */
  environment?: Record<string, string>
  /** Timeout for a free connection; long, so that a busy machine fails no test. */
  connectMs?: number
  /** Timeouts of statements and of their waits for locks; by default those of the product. */
  statementMs?: number
  lockMs?: number
  /** Replaces single dependencies of the app. */
  deps?: Partial<AppDeps>
}

type Input = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: tests access any property of a response, and fail when it is missing.
export type TestResponse = { status: number; body: any; headers: Record<string, unknown> }

export type Harness = Awaited<ReturnType<typeof createHarness>>

/** A Wednesday, 12:00 in São Paulo, 11:00 in Manaus: barbershops are open, and the date is the same everywhere in Brazil. */
export const noonInSaoPaulo = '2026-03-11T15:00:00.000Z'

const defaults = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  CAPTCHA: 'off',
  IBGE_URL: 'off',
  VIACEP_URL: 'off',
  RATE_LIMIT: 'off',
  CALLS_AT_ONCE: '100000',
  SEED: 'none',
}

/** What shows barbershops as the index has them. */
const lists: readonly Route[] = [
  barbershopsApi.nearby,
  barbershopsApi.map,
  barbershopsApi.search,
  barbershopsApi.list,
  suggestionsApi.list,
  favoritesApi.list,
]

/** What global-setup.ts provides. Here, because the programs of benches and journeys read this file without it. */
declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}

/** The whole app on a database of its own. Call `close()` after the last test of the file. */
export async function createHarness({
  now = noonInSaoPaulo,
  environment,
  connectMs = 15_000,
  statementMs,
  lockMs,
  deps,
}: HarnessOptions = {}) {
  const { url, template } = inject('postgres')
  const testDatabase = await createDatabase(url, template)
  const config = readConfig({ ...defaults, DATABASE_URL: testDatabase.url, ...environment })
  const database = openDatabase(testDatabase.url, {
    max: config.databasePool,
    connectMs,
    ...(statementMs && { statementMs }),
    ...(lockMs && { lockMs }),
  })
  const lockOrder = watchLockOrder(database.pool)
  const clock = createClock(now)
  const app = await createApp({ db: database.db, clock, config, ...deps })
  let hasLists = false

  /** Sends a request to an endpoint of the contract, with the session of `token`. Lists have everything that was committed before. */
  async function call({ method, url }: Pick<Route, 'method' | 'url'>, input: Input = {}): Promise<TestResponse> {
    const { params = {}, query, body, token, headers } = input
    hasLists ||= lists.some((list) => list.url === url)
    if (hasLists && method === 'GET') await app.listing.catchUp()
    const path = url.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? `:${name}`))
    const response = await app.inject({
      method,
      url: `/api${path}`,
      query: query && toText(query),
      payload: body as object,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    })
    return { status: response.statusCode, body: parse(response.payload), headers: response.headers }
  }

  async function close(): Promise<void> {
    await app.close()
    await database.close()
    await closeJobDatabase(testDatabase.url)
    await testDatabase.drop()
    checkDeclaredErrors(app)
    lockOrder.check()
  }

  return { app, db: database.db, url: testDatabase.url, clock, config, call, close }
}

function createClock(start: string) {
  let instant = new Date(start)
  return {
    now: () => new Date(instant),
    set: (next: string | Date) => {
      instant = new Date(next)
    },
    advance: ({ minutes }: { minutes: number }) => {
      instant = new Date(instant.getTime() + minutes * 60_000)
    },
  }
}

function toText(query: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}
