import type { AddressInfo } from 'node:net'
import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { startFaultyProxy } from '../../../test/faulty-proxy.ts'
import { createHarness } from '../../../test/harness.ts'
import { type RawRequest, sendBytes, serializeRequest } from '../../../test/raw-http-client.ts'
import { relayAllEvents } from '../../lib/worker/relay-events.ts'

/** How many connections are cut, each after another byte of a request or its response. `npm run prove -- cuts` runs 10,000. */
const POINTS = Number(process.env.CUT_POINTS ?? 100)
const FEWER = Math.ceil(POINTS / 20)
const BARBERS = 20
const PROXIES = 8

const world = await createHarness()
await world.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = world.app.server.address() as AddressInfo
const shop = await createBookableBarbershop(world.db, { barberCount: BARBERS })
const proxies = await Promise.all(Array.from({ length: PROXIES }, () => startFaultyProxy(port)))
type FaultyProxy = (typeof proxies)[number]
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await world.close()
})
beforeEach(async () => {
  await sql`delete from notifications`.execute(world.db)
  await sql`delete from pending_events; delete from graphile_worker._private_jobs`.execute(world.db)
})

/** 09:00 to 17:30 of four weeks, with each of the barbers. */
function slotOf(index: number) {
  const barber = index % BARBERS
  const half = Math.floor(index / BARBERS) % 18
  const day = Math.floor(index / BARBERS / 18)
  const startTime = new Date(Date.parse('2026-03-12T12:00:00Z') + day * 86_400_000 + half * 1_800_000).toISOString()
  return { barberId: shop.barbers[barber]?.id, serviceId: shop.services[0]?.id, startTime }
}

const later = (instant: string) => new Date(Date.parse(instant) + 1_800_000).toISOString()

async function send(request: RawRequest) {
  const [head = '', body = ''] = (await sendBytes(port, serializeRequest(request))).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body), size: head.length + 4 + body.length }
}

/** Sends the request on a connection that is cut after byte `point`, counted through the request and then its response. */
async function sendCut(proxy: FaultyProxy, request: RawRequest, point: number, isPolite: boolean): Promise<string> {
  const bytes = serializeRequest(request)
  const isInResponse = point >= bytes.length
  proxy.faults = { isPolite, ...(isInResponse ? { cutDownAfter: point - bytes.length } : { cutUpAfter: point }) }
  return (await sendBytes(proxy.port, bytes)).toString()
}

/** Runs one request at a time per proxy. The stride is coprime to every length, so every byte comes before one repeats. */
async function eachPoint(
  count: number,
  total: number,
  attempt: (index: number, point: number, proxy: FaultyProxy) => unknown,
) {
  let next = 0
  async function run(proxy: FaultyProxy) {
    for (let index = next++; index < count; index = next++) await attempt(index, (index * 7919) % total, proxy)
  }
  await Promise.all(proxies.map(run))
}

const countRows = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(world.db)).rows[0]?.count

describe(`a connection that is cut at ${POINTS} points`, () => {
  test('books once: a retry with the same key returns the same appointment', async () => {
    const customers = await createManyCustomers(POINTS + 1)
    const book = (index: number): RawRequest => ({
      method: 'POST',
      path: `/api${appointmentsApi.create.url}`,
      token: (customers[index] as SceneCustomer).token,
      headers: { [IDEMPOTENCY_HEADER]: `chave-${String(index).padStart(6, '0')}` },
      body: slotOf(index),
    })
    const sample = await send(book(POINTS))
    const total = serializeRequest(book(POINTS)).length + sample.size
    let repeated = 0
    await eachPoint(POINTS, total, async (index, point, proxy) => {
      const received = await sendCut(proxy, book(index), point, index % 2 === 0)
      const { status, body } = await send(book(index))
      expect([status, body.id]).toEqual([expect.toBeOneOf([200, 201]), expect.stringMatching(/^[0-9a-f-]{36}$/)])
      if (status === 200) repeated++
      const first = /"id":"([0-9a-f-]{36})"/.exec(received)?.[1]
      if (first) expect(body.id).toBe(first)
      const other = book(index)
      const conflict = await send({ ...other, body: { ...other.body, startTime: later(slotOf(index).startTime) } })
      expect([conflict.status, conflict.body.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
    })
    // Incomplete requests had no effect, complete ones booked although the client got no response.
    expect(repeated / POINTS).toBeGreaterThan(0.4)
    expect(repeated / POINTS).toBeLessThan(0.95)
    await relayAllEvents(world.db)
    const customersWithAppointment = sql<{ count: number }>`select count(distinct customer_id) from appointments`
    const appointments = sql<{ count: number }>`select count(*) from appointments`
    const notifications = sql<{ count: number }>`select count(*) from notifications where type = 'booking_received'`
    const receipts = sql<{ count: number }>`select count(*) from notifications where type = 'booking_requested'`
    const emailJobs = sql<{ count: number }>`select count(*) from graphile_worker.jobs`
    for (const query of [customersWithAppointment, appointments, notifications, receipts])
      expect(await countRows(query)).toBe(POINTS + 1)
    // To the barber and to the customer.
    expect(await countRows(emailJobs)).toBe(2 * (POINTS + 1))
  }, 3_600_000)

  test('holds, books walk-ins, reschedules and reviews once', async () => {
    const customers = await createManyCustomers(3 * FEWER)
    for (const kind of [hold, walkIn, reschedule, review]) {
      await sql`delete from appointments`.execute(world.db)
      await eachPoint(FEWER, 1500, async (index, point, proxy) => {
        const { request, count } = await kind(customers[index] as SceneCustomer, index)
        await sendCut(proxy, request, point, index % 2 === 0)
        const response = await send(request)
        const expected = kind === review ? [201, 409] : [200, 201]
        expect([kind.name, response.status]).toEqual([kind.name, expect.toBeOneOf(expected)])
        expect([kind.name, await countRows(count)]).toEqual([kind.name, 1])
      })
    }
  }, 3_600_000)
})

async function createManyCustomers(count: number) {
  const customers: SceneCustomer[] = []
  while (customers.length < count)
    customers.push(...(await createCustomers(world.db, Math.min(1000, count - customers.length))))
  return customers
}

type Prepared = { request: RawRequest; count: ReturnType<typeof sql<{ count: number }>> }

async function hold({ id, token }: SceneCustomer, index: number): Promise<Prepared> {
  const request = { method: 'POST', path: '/api/appointments/hold', token, body: slotOf(index) }
  return { request, count: sql`select count(*) from appointments where customer_id = ${id}` }
}

/** Each with another barber or at another minute. */
async function walkIn(_: SceneCustomer, index: number): Promise<Prepared> {
  const barber = shop.barbers[index % BARBERS]
  const startTime = new Date(world.clock.now().getTime() + Math.floor(index / BARBERS) * 1_800_000).toISOString()
  const body = { barberId: barber?.id, serviceId: shop.services[0]?.id, startTime }
  const { token } = shop.staff[index % BARBERS] as SceneCustomer
  const count = sql<{
    count: number
  }>`select count(*) from appointments where barber_id = ${barber?.id} and starts_at = ${startTime}`
  return { request: { method: 'POST', path: '/api/appointments/walk-in', token, body }, count }
}

/** Rescheduled once: the version is incremented once, and so one email is sent. */
async function reschedule({ id, token }: SceneCustomer, index: number): Promise<Prepared> {
  const appointment = await insertAppointment(id, index, 'SCHEDULED')
  const body = { newStartTime: later(slotOf(spacedOf(index)).startTime) }
  const request = { method: 'PATCH', path: `/api/appointments/${appointment}/reschedule`, token, body }
  return { request, count: sql`select version - 1 as count from appointments where id = ${appointment}` }
}

async function review({ id, token }: SceneCustomer, index: number): Promise<Prepared> {
  const appointmentId = await insertAppointment(id, index, 'COMPLETED')
  const body = { appointmentId, barbershopId: shop.id, rating: 5, comment: 'Na régua.' }
  const request = { method: 'POST', path: '/api/reviews', token, body }
  return { request, count: sql`select count(*) from reviews where appointment_id = ${appointmentId}` }
}

/** Slots whose next half hour is free, to reschedule to. */
function spacedOf(index: number): number {
  const turn = Math.floor(index / BARBERS)
  return (index % BARBERS) + BARBERS * ((turn % 9) * 2 + 18 * Math.floor(turn / 9))
}

/** Inserts the row directly, in any status. */
async function insertAppointment(customerId: string, index: number, status: string): Promise<string> {
  const { barberId, serviceId, startTime } = slotOf(spacedOf(index))
  const start = new Date(startTime)
  const end = new Date(later(startTime))
  const { userId } = shop.barbers.find(({ id }) => id === barberId) as { userId: string }
  const { id } = await world.db
    .insertInto('appointments')
    .values({
      barbershop_id: shop.id,
      barber_id: barberId as string,
      barber_user_id: userId,
      customer_id: customerId,
      service_id: serviceId as string,
      service_name: 'Corte',
      duration_min: 30,
      price_cents: 5000,
      starts_at: start,
      ends_at: end,
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
