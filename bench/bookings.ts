import { randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { sql } from 'kysely'
import { hashToken } from '../server/src/lib/auth.ts'
import type { DatabasePool } from '../server/src/lib/database.ts'
import type { PlannedRequest } from './arrivals.ts'
import { runClosedLoop, type Sample } from './measure.ts'

/** Concurrent HTTP clients. */
const CLIENTS = 16

export type BookingRequest = {
  barberId: string
  userId: string
  shopId: string
  serviceId: string
  startTime: string
  customerId: string
  token: string
}

/** One free slot of a new barber for each of `count` new customers with a session, so that no booking conflicts with another. */
export async function prepareBookings(db: DatabasePool, count: number): Promise<BookingRequest[]> {
  const { rows: barbers } = await sql<Omit<BookingRequest, 'customerId' | 'token'>>`
    with shop as (
      insert into barbershops (owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone)
      select (select id from users limit 1), 'Bancada ' || n, 'Rua 1, 1', 'Rua 1', 'Centro', 'Goiânia', 'GO', -16.68, -49.25, 'America/Sao_Paulo'
        from generate_series(1, ${Math.ceil(count / 200)}::int) n returning id),
    hours as (insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute)
      select id, day, 480, 1080 from shop, generate_series(0, 6) day),
    service as (insert into services (barbershop_id, name, duration_min) select id, 'Corte', 30 from shop returning id, barbershop_id),
    barber_user as (insert into users (name, email) select 'Barbeiro', gen_random_uuid() || '@bancada.test' from shop returning id),
    barber as (insert into barbers (user_id, barbershop_id) select p.id, s.id
      from (select id, row_number() over () n from barber_user) p join (select id, row_number() over () n from shop) s using (n)
      returning id, user_id, barbershop_id)
    select barber.id as "barberId", barber.user_id as "userId", barber.barbershop_id as "shopId", service.id as "serviceId", '' as "startTime"
      from barber join service using (barbershop_id)`.execute(db)
  const customers = Array.from({ length: count }, () => ({
    customerId: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  await sql`insert into users (id, name, email, email_verified_at)
    select id, 'Cliente', id || '@bancada.test', now() from unnest(${customers.map((customer) => customer.customerId)}::uuid[]) id`.execute(
    db,
  )
  await sql`insert into sessions (token_hash, user_id, expires_at) select hash, id, now() + interval '1 day'
    from unnest(${customers.map((customer) => hashToken(customer.token))}::bytea[], ${customers.map((customer) => customer.customerId)}::uuid[]) session(hash, id)`.execute(
    db,
  )
  const tomorrow = Temporal.Now.plainDateISO('America/Sao_Paulo').add({ days: 1 })
  return customers.map((customer, index) => {
    const slot = Math.floor(index / barbers.length)
    const at = tomorrow
      .add({ days: Math.floor(slot / 20) })
      .toPlainDateTime({ hour: 8 })
      .add({ minutes: (slot % 20) * 30 })
    const startTime = at.toZonedDateTime('America/Sao_Paulo').toInstant().toString()
    return { ...(barbers[index % barbers.length] as BookingRequest), ...customer, startTime }
  })
}

/** Sends each booking once over HTTP, so many at a time, from a process of its own that costs about as little as pgbench. */
export function bookAll(url: string, bookings: readonly BookingRequest[], connections = CLIENTS): Promise<Sample> {
  return runClosedLoop({ url, requests: bookings.map(toRequest), headers: {}, seconds: undefined, connections })
}

function toRequest({ token, barberId, serviceId, startTime, customerId }: BookingRequest): PlannedRequest {
  return { method: 'POST', path: '/api/appointments', token, body: { barberId, serviceId, startTime, customerId } }
}

/** Clients that want the same slot at the same time. */
export const RIVALS = 64

/**
 * Rounds of `RIVALS` customers, who all want the slot of the first of them, on warm connections. An error is a round without exactly
 * one that succeeds, or with another response than 409 to the others.
 */
export async function raceForSlots(url: string, bookings: readonly BookingRequest[]): Promise<Sample> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: RIVALS })
  const times: number[] = []
  let errors = 0
  const started = performance.now()
  for (let first = 0; first + RIVALS <= bookings.length; first += RIVALS) {
    const { barberId, serviceId, startTime } = bookings[first] as BookingRequest
    const book = async (booking: BookingRequest) => {
      const begun = performance.now()
      const status = await post(agent, url, { ...booking, barberId, serviceId, startTime })
      times.push(performance.now() - begun)
      return status
    }
    const statuses = await Promise.all(bookings.slice(first, first + RIVALS).map(book))
    const isRight = statuses.toSorted().every((status, index) => status === (index === 0 ? 201 : 409))
    if (!isRight) errors++
  }
  agent.destroy()
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] as number
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), errors }
}

/** The status of the response. */
function post(
  agent: http.Agent,
  url: string,
  { token, barberId, serviceId, startTime, customerId }: BookingRequest,
): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/api/appointments`, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', reject)
    request.end(JSON.stringify({ barberId, serviceId, startTime, customerId }))
  })
}
