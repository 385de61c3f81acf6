import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { openDatabase } from '../src/lib/database.ts'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../test/booking-scene.ts'

/** Limits of time are a quiet machine's. `PATIENCE=5` makes them five times as long where others work too; the figures are printed as they are. */
export const patience = Number(process.env.PATIENCE ?? 1)

const DAY_MS = 86_400_000
const HALVES = 18

/** A folder that is gone after the proof. */
export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'na-regua-proof-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export type RealScene = Awaited<ReturnType<typeof createRealScene>>

/** A big shop and many customers on a real base, in the time of the clock on the wall. */
export async function createRealScene(databaseUrl: string, { chairs: barberRows = 30, customers = 0 } = {}) {
  const { db, close } = openDatabase(databaseUrl, { max: 4, connectMs: 15_000 })
  const shop = await createBookableBarbershop(db, { barberCount: barberRows })
  const people: SceneCustomer[] = []
  async function invite(count: number) {
    for (let rest = count; rest > 0; rest -= 1000) people.push(...(await createCustomers(db, Math.min(rest, 1000))))
  }
  await invite(customers)
  const { id: planId } = await db
    .selectFrom('plans')
    .select('id')
    .where('tier', '=', 'premium')
    .where('billing_period', '=', 'monthly')
    .executeTakeFirstOrThrow()
  // 09:00 in São Paulo, from tomorrow on.
  const opening = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 12 * 3_600_000

  /** What a booking of slot `index` says; every index is another slot, up to four weeks of each chair. */
  function toBookingInput(index: number) {
    const [barber, half, day] = [
      index % barberRows,
      Math.floor(index / barberRows) % HALVES,
      Math.floor(index / barberRows / HALVES),
    ]
    const startTime = new Date(opening + day * DAY_MS + half * 1_800_000).toISOString()
    return { barberId: shop.barbers[barber]?.id, serviceId: shop.services[0]?.id, startTime }
  }

  return { db, close, shop, people, chairs: barberRows, planId, invite, wishOf: toBookingInput }
}

type Call = { method?: string; path: string; token?: string; key?: string; body?: object; longestMs?: number }
export type HttpResult = { status: number; body: Record<string, unknown>; headers: Headers; milliseconds: number }

/** One call as a browser makes it. Throws when there was no answer. */
export async function ask(
  url: string,
  { method = 'GET', path, token, key, body, longestMs = 20_000 }: Call,
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
    signal: AbortSignal.timeout(longestMs),
  })
  const text = await response.text()
  const milliseconds = performance.now() - startedAt
  return { status: response.status, body: parse(text), headers: response.headers, milliseconds }
}

/** A balancer's own words are no JSON. */
function parse(text: string): HttpResult['body'] {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    return { text }
  }
}
