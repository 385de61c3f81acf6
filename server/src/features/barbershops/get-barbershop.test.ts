import { barbershopsApi } from '@na-regua/contract/barbershops'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { reviewsApi } from '@na-regua/contract/reviews'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createAppointmentRow } from '../../../test/barbershop-factories.ts'
import { createSessionToken } from '../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../test/harness.ts'
import { createOwner } from '../../../test/owner-scene.ts'
import { countStatements } from '../../../test/statement-counter.ts'
import { createApp } from '../../app.ts'

/** Two processes on one database: one changes a barbershop, the other has it in memory. */
const world = await createHarness()
const { db, during } = countStatements(world.db)
const other = await createApp({ db, clock: world.clock, config: world.config })
await other.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await other.close()
  await world.close()
})

const { shop, token } = await createOwner(world)
const url = `/api${barbershopsApi.get.url.replace(':id', shop.id)}`
const here = `?latitude=${shop.latitude}&longitude=${shop.longitude}`

beforeEach(() => world.clock.set(noonInSaoPaulo))

async function edit(route: Route, body?: object) {
  const { status, body: response } = await world.call(route, { token, params: { id: shop.id }, body })
  expect(status, JSON.stringify(response)).toBe(200)
}

/** What the process with the memory sends, and what one without it does. */
const read = async (query = '') => (await other.inject(url + query)).payload
const readFresh = async (query = '') => (await world.app.inject(url + query)).payload

/** On a busy machine the process may not follow the changes yet, and reads each barbershop from the database. */
const waitForMemory = () =>
  vi.waitFor(async () => expect(await during(() => read())).toBe(0), { timeout: 60_000, interval: 20 })

test('a barbershop in memory costs no statement and is sent as the database has it, with any distance', async () => {
  await waitForMemory()
  for (const query of ['', here, '?latitude=-23.5&longitude=-46.6', '?latitude=1']) {
    let text = ''
    expect(
      await during(async () => {
        text = await read(query)
      }),
    ).toBe(0)
    expect(text).toBe(await readFresh(query))
    expect(Value.Check(barbershopsApi.get.schema.response[200], JSON.parse(text))).toBe(true)
  }
  expect(JSON.parse(await read(here)).barbershop.distance_in_km).toBe(0)
  expect(JSON.parse(await read()).barbershop.distance_in_km).toBeNull()
})

test('a text that looks like the missing distance stays what it is', async () => {
  const description = '"distance_in_km":null, \\"distance_in_km\\":null'
  await edit(ownBarbershopsApi.updateBarbershop, { description })
  await vi.waitFor(async () => expect(JSON.parse(await read(here)).barbershop.description).toBe(description), 10_000)
  expect(JSON.parse(await read(here)).barbershop.distance_in_km).toBe(0)
})

test('the opening follows the minute', async () => {
  await waitForMemory()
  for (const instant of [noonInSaoPaulo, '2026-03-12T02:00:00Z', '2026-03-12T11:00:00Z', '2026-03-14T23:59:00Z']) {
    world.clock.set(instant)
    expect(await read()).toBe(await readFresh())
  }
})

test.each<[string, () => Promise<unknown>]>([
  ['name', () => edit(ownBarbershopsApi.updateBarbershop, { name: 'Corte Fino' })],
  ['description', () => edit(ownBarbershopsApi.updateBarbershop, { description: 'Desde 1950.' })],
  ['phone', () => edit(ownBarbershopsApi.updateBarbershop, { phone: '62999998888' })],
  ['booking rules', () => edit(ownBarbershopsApi.updateBarbershop, { minimumNoticeMin: 90, bookingWindowDays: 20 })],
  ['features', () => edit(ownBarbershopsApi.setFeatures, { featureIds: [2, 3] })],
  ['badge', () => edit(ownBarbershopsApi.setFeatured, { isFeatured: true })],
  [
    'services',
    () =>
      edit(ownBarbershopsApi.setServices, {
        services: [{ name: 'Barba', durationMin: 20, bufferMin: 5, priceCents: 1 }],
      }),
  ],
  [
    'hours',
    () =>
      edit(ownBarbershopsApi.setOperatingHours, {
        operatingHours: [{ dayOfWeek: 3, openTime: '08:00', closeTime: '21:30', isClosed: false }],
        specialDates: [{ date: '2026-03-13', openTime: null, closeTime: null, isClosed: true, reason: 'Festa' }],
      }),
  ],
  ['rating', rate],
  [
    'services, by hand',
    () => sql`update services set description = 'x' where barbershop_id = ${shop.id}`.execute(world.db),
  ],
  ['address, by hand', () => sql`update barbershops set address = 'Rua 2' where id = ${shop.id}`.execute(world.db)],
])('a change of its %s is sent by every process within a second', async (_, change) => {
  await waitForMemory()
  const before = await read()
  await change()
  const expected = await readFresh()
  expect(expected).not.toBe(before)
  await vi.waitFor(async () => expect(await read()).toBe(expected), { timeout: 1000, interval: 10 })
})

test('is not found within a second after it was deactivated, and found again when it was activated', async () => {
  await waitForMemory()
  const statusOf = async () => (await other.inject(url)).statusCode
  await edit(ownBarbershopsApi.deactivate)
  await vi.waitFor(async () => expect(await statusOf()).toBe(404), { timeout: 1000, interval: 10 })
  await edit(ownBarbershopsApi.activate)
  await vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 1000, interval: 10 })
})

test('what was read before a change is not kept after it, while requests and changes overlap', async () => {
  for (let round = 0; round < 20; round++) {
    const name = `Barbearia ${round}`
    const busy = Array.from({ length: 5 }, () => read())
    await edit(ownBarbershopsApi.updateBarbershop, { name })
    await Promise.all([...busy, ...Array.from({ length: 5 }, () => read())])
    await vi.waitFor(async () => expect(await read()).toContain(name), { timeout: 1000, interval: 10 })
    expect(await read()).toBe(await readFresh())
  }
})

async function rate() {
  const appointment = await createAppointmentRow(world, shop.id)
  const customer = await createSessionToken(world, appointment.customer_id as string)
  const body = { appointmentId: appointment.id, barbershopId: shop.id, rating: 4 }
  expect((await world.call(reviewsApi.create, { token: customer, body })).status).toBe(201)
}
