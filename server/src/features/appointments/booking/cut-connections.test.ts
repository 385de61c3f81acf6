import type { AddressInfo } from 'node:net'
import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCustomers, createShop, type SceneCustomer } from '../../../../test/booking-scene.ts'
import { exchange, type Request, toBytes } from '../../../../test/cut-client.ts'
import { startFaultyProxy } from '../../../../test/faulty-proxy.ts'
import { createHarness } from '../../../../test/harness.ts'

/** Where lines are cut: every byte of a request and of its answer when there are enough of them. `npm run prove -- cuts` asks for 10,000. */
const POINTS = Number(process.env.CUT_POINTS ?? 100)
const FEWER = Math.ceil(POINTS / 20)
const CHAIRS = 20
const LANES = 8

const world = await createHarness()
await world.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = world.app.server.address() as AddressInfo
const shop = await createShop(world.db, { chairs: CHAIRS })
const lanes = await Promise.all(Array.from({ length: LANES }, () => startFaultyProxy(port)))
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()))
  await world.close()
})
beforeEach(async () => {
  await sql`delete from notifications`.execute(world.db)
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
})

/** 09:00 to 17:30 of four weeks, in each of the chairs. */
function slotOf(index: number) {
  const [chair, half, day] = [index % CHAIRS, Math.floor(index / CHAIRS) % 18, Math.floor(index / CHAIRS / 18)]
  const startTime = new Date(Date.parse('2026-03-12T12:00:00Z') + day * 86_400_000 + half * 1_800_000).toISOString()
  return { barberId: shop.barbers[chair]?.id, serviceId: shop.services[0]?.id, startTime }
}

const later = (instant: string) => new Date(Date.parse(instant) + 1_800_000).toISOString()

async function ask(request: Request) {
  const [head = '', body = ''] = (await exchange(port, toBytes(request))).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body), size: head.length + 4 + body.length }
}

/** Sends the request on a line that ends at its byte `point`, counted through the request and then through the answer. */
async function askCut(lane: number, request: Request, point: number, isPolite: boolean): Promise<string> {
  const bytes = toBytes(request)
  const proxy = lanes[lane] as (typeof lanes)[number]
  const isInAnswer = point >= bytes.length
  proxy.weather = { isPolite, ...(isInAnswer ? { cutDownAfter: point - bytes.length } : { cutUpAfter: point }) }
  return (await exchange(proxy.port, bytes)).toString()
}

/** As many at once as there are lanes. A stride that shares no factor with any length visits every byte before one comes twice. */
async function eachPoint(count: number, total: number, visit: (index: number, point: number, lane: number) => unknown) {
  let next = 0
  async function drive(lane: number) {
    for (let index = next++; index < count; index = next++) await visit(index, (index * 7919) % total, lane)
  }
  await Promise.all(lanes.map((_, lane) => drive(lane)))
}

const countRows = async (query: ReturnType<typeof sql<{ count: number }>>) =>
  (await query.execute(world.db)).rows[0]?.count

describe(`a line that is cut at ${POINTS} points`, () => {
  test('books once: who asks again with the same key gets the same appointment', async () => {
    const people = await createPeople(POINTS + 1)
    const book = (index: number): Request => ({
      method: 'POST',
      path: `/api${appointmentsApi.create.url}`,
      token: (people[index] as SceneCustomer).token,
      headers: { [IDEMPOTENCY_HEADER]: `chave-${String(index).padStart(6, '0')}` },
      body: slotOf(index),
    })
    const sample = await ask(book(POINTS))
    const total = toBytes(book(POINTS)).length + sample.size
    let done = 0
    await eachPoint(POINTS, total, async (index, point, lane) => {
      const heard = await askCut(lane, book(index), point, index % 2 === 0)
      const { status, body } = await ask(book(index))
      expect([status, body.id]).toEqual([expect.toBeOneOf([200, 201]), expect.stringMatching(/^[0-9a-f-]{36}$/)])
      if (status === 200) done++
      const first = /"id":"([0-9a-f-]{36})"/.exec(heard)?.[1]
      if (first) expect(body.id).toBe(first)
      const other = book(index)
      const refused = await ask({ ...other, body: { ...other.body, startTime: later(slotOf(index).startTime) } })
      expect([refused.status, refused.body.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT'])
    })
    // Requests that arrived in part did nothing, whole ones did all of it although nobody heard of it.
    expect(done / POINTS).toBeGreaterThan(0.4)
    expect(done / POINTS).toBeLessThan(0.95)
    const booked = sql<{ count: number }>`select count(distinct customer_id) from appointments`
    const twins = sql<{ count: number }>`select count(*) from appointments`
    const told = sql<{ count: number }>`select count(*) from notifications where type = 'booking_received'`
    const letters = sql<{ count: number }>`select count(*) from graphile_worker.jobs`
    for (const query of [booked, twins, told, letters]) expect(await countRows(query)).toBe(POINTS + 1)
  }, 3_600_000)

  test('moves, holds, seats and reviews once', async () => {
    const people = await createPeople(3 * FEWER)
    for (const kind of [hold, seat, move, review]) {
      await sql`delete from appointments`.execute(world.db)
      await eachPoint(FEWER, 1500, async (index, point, lane) => {
        const { request, count } = await kind(people[index] as SceneCustomer, index)
        await askCut(lane, request, point, index % 2 === 0)
        const repeated = await ask(request)
        const known = kind === review ? [201, 409] : [200, 201]
        expect([kind.name, repeated.status]).toEqual([kind.name, expect.toBeOneOf(known)])
        expect([kind.name, await countRows(count)]).toEqual([kind.name, 1])
      })
    }
  }, 3_600_000)
})

async function createPeople(count: number) {
  const people: SceneCustomer[] = []
  while (people.length < count) people.push(...(await createCustomers(world.db, Math.min(1000, count - people.length))))
  return people
}

type Prepared = { request: Request; count: ReturnType<typeof sql<{ count: number }>> }

async function hold({ id, token }: SceneCustomer, index: number): Promise<Prepared> {
  const request = { method: 'POST', path: '/api/appointments/hold', token, body: slotOf(index) }
  return { request, count: sql`select count(*) from appointments where customer_id = ${id}` }
}

/** Each in a chair and at a minute of its own. */
async function seat(_: SceneCustomer, index: number): Promise<Prepared> {
  const chair = shop.barbers[index % CHAIRS]
  const startTime = new Date(world.clock.now().getTime() + Math.floor(index / CHAIRS) * 1_800_000).toISOString()
  const body = { barberId: chair?.id, serviceId: shop.services[0]?.id, startTime }
  const { token } = shop.staff[index % CHAIRS] as SceneCustomer
  const count = sql<{
    count: number
  }>`select count(*) from appointments where barber_id = ${chair?.id} and starts_at = ${startTime}`
  return { request: { method: 'POST', path: '/api/appointments/walk-in', token, body }, count }
}

/** Once means one step of its version, and so one letter about it. */
async function move({ id, token }: SceneCustomer, index: number): Promise<Prepared> {
  const appointment = await put(id, index, 'SCHEDULED')
  const body = { newStartTime: later(slotOf(roomyOf(index)).startTime) }
  const request = { method: 'PATCH', path: `/api/appointments/${appointment}/reschedule`, token, body }
  return { request, count: sql`select version - 1 as count from appointments where id = ${appointment}` }
}

async function review({ id, token }: SceneCustomer, index: number): Promise<Prepared> {
  const appointmentId = await put(id, index, 'COMPLETED')
  const body = { appointmentId, barbershopId: shop.id, rating: 5, comment: 'Na régua.' }
  const request = { method: 'POST', path: '/api/reviews', token, body }
  return { request, count: sql`select count(*) from reviews where appointment_id = ${appointmentId}` }
}

/** The slots that have the half hour after them free, to move to. */
function roomyOf(index: number): number {
  const turn = Math.floor(index / CHAIRS)
  return (index % CHAIRS) + CHAIRS * ((turn % 9) * 2 + 18 * Math.floor(turn / 9))
}

/** An appointment as it stands. */
async function put(customerId: string, index: number, status: string): Promise<string> {
  const { barberId, serviceId, startTime } = slotOf(roomyOf(index))
  const [start, end] = [new Date(startTime), new Date(later(startTime))]
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
