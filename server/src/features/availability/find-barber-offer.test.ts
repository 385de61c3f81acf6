import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Route } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBarber } from '../../../test/barbershop-factories.ts'
import { createCaller } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createOwner } from '../../../test/owner-scene.ts'
import { countStatements } from '../../../test/statement-counter.ts'
import { createApp } from '../../app.ts'

/** Two processes on one database: one changes what decides the slots, the other has it in memory. */
const world = await createHarness()
const { db, during } = countStatements(world.db)
const other = await createApp({ db, clock: world.clock, config: world.config })
afterAll(async () => {
  await other.close()
  await world.close()
})

let owner: Awaited<ReturnType<typeof createOwner>>
let barber: Awaited<ReturnType<typeof createBarber>>
let services: string[]

beforeEach(async () => {
  owner = await createOwner(world)
  barber = await createBarber(world, owner.shop.id)
  await edit(ownBarbershopsApi.setServices, {
    services: [30, 60].map((durationMin) => ({ name: `Corte ${durationMin}`, durationMin, priceCents: 5000 })),
  })
  const rows = await world.db
    .selectFrom('services')
    .select('id')
    .where('barbershop_id', '=', owner.shop.id)
    .where('is_active', '=', true)
    .orderBy('duration_min')
    .execute()
  services = rows.map(({ id }) => id)
})

async function edit(route: Route, body?: object) {
  const params = { id: owner.shop.id }
  const result = await world.call(route, { token: owner.token, params, body })
  expect(result.status, JSON.stringify(result.body)).toBe(200)
}

type Month = { status: number; text: string; slotsOn: (date: string) => string[] }

/** The month of slots as the other process sends it. */
async function readMonth(query = ''): Promise<Month> {
  const url = `/api${availabilityApi.get.url.replace(':id', barber.id)}?date=2026-03-12&days=31${query}`
  const headers = { authorization: `Bearer ${owner.token}` }
  const { statusCode: status, payload: text } = await other.inject({ url, headers })
  const { days = [] } = JSON.parse(text)
  return { status, text, slotsOn: (date) => days.find((day: { date: string }) => day.date === date).slots }
}

/** The same as a process sends it that has nothing in memory. */
async function readFresh(query = ''): Promise<string> {
  const fresh = await createApp({ db: world.db, clock: world.clock, config: world.config })
  const { payload } = await fresh.inject(
    `/api${availabilityApi.get.url.replace(':id', barber.id)}?date=2026-03-12&days=31${query}`,
  )
  await fresh.close()
  return payload
}

test('a month of a barber whose schedule is in memory costs one statement, also for other services and dates', async () => {
  expect(await during(() => readMonth())).toBe(2)
  for (const query of ['', `&serviceId=${services[1]}`, `&serviceIds=${services}`])
    expect(await during(() => readMonth(query)), query).toBe(1)
})

const thursday = '2026-03-12'
const nights = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  openTime: '18:00',
  closeTime: '02:00',
  isClosed: false,
}))

test.each<[string, () => Promise<unknown>]>([
  ['opening hours', () => edit(ownBarbershopsApi.setOperatingHours, { operatingHours: nights })],
  [
    'a special date',
    () =>
      edit(ownBarbershopsApi.setOperatingHours, {
        operatingHours: nights,
        specialDates: [{ date: '2026-03-13', openTime: null, closeTime: null, isClosed: true, reason: null }],
      }),
  ],
  [
    'services',
    () => edit(ownBarbershopsApi.setServices, { services: [{ name: 'Barba', durationMin: 45, priceCents: 100 }] }),
  ],
  ['the minimum notice', () => edit(ownBarbershopsApi.updateBarbershop, { minimumNoticeMin: 2880 })],
  ['the booking window', () => edit(ownBarbershopsApi.updateBarbershop, { bookingWindowDays: 7 })],
  [
    'the time zone',
    () =>
      edit(ownBarbershopsApi.updateBarbershop, {
        address: { city: 'Manaus', state: 'AM' },
        latitude: -3.119,
        longitude: -60.0217,
      }),
  ],
  ['working hours and breaks of the barber', () => saveSchedule()],
  ['time off', addTimeOff],
  ['a booking', () => book('2026-03-12T15:00:00Z')],
  [
    'services, by hand',
    () => sql`update services set duration_min = 50 where barbershop_id = ${owner.shop.id}`.execute(world.db),
  ],
  [
    'opening hours, by hand',
    () => sql`delete from working_hours where barbershop_id = ${owner.shop.id}`.execute(world.db),
  ],
])('a change of %s by one process shows in the next response of another one', async (_, change) => {
  const before = await readMonth()
  await change()
  const after = await readMonth()
  expect(after.text).not.toBe(before.text)
  expect(after.text).toBe(await readFresh())
  expect(after.text).toBe(JSON.stringify(JSON.parse(after.text)))
  expect(Value.Check(availabilityApi.get.schema.response[200], JSON.parse(after.text))).toBe(true)
})

test('a removed barber and a deactivated barbershop are not found by the next request to another process', async () => {
  expect((await readMonth()).status).toBe(200)
  await edit(ownBarbershopsApi.deactivate)
  expect((await readMonth()).status).toBe(404)
  await edit(ownBarbershopsApi.activate)
  expect((await readMonth()).status).toBe(200)
  const removed = await world.call(membersApi.remove, { token: owner.token, params: { id: barber.id } })
  expect(removed.status).toBe(200)
  expect((await readMonth()).status).toBe(404)
})

test('every response follows the change that was committed before it, while requests and changes overlap', async () => {
  await readMonth()
  for (let round = 0; round < 12; round++) {
    const busy = Array.from({ length: 4 }, () => readMonth())
    await saveSchedule(round % 2 === 0 ? 600 : 660)
    const { slotsOn } = await readMonth()
    expect(slotsOn(thursday)[0]).toBe(round % 2 === 0 ? '10:00' : '11:00')
    await Promise.all(busy)
  }
})

test('an appointment that is rescheduled keeps its duration and its own time is free', async () => {
  const id = await book('2026-03-12T15:00:00Z', services[1])
  const { slotsOn } = await readMonth(`&reschedule=${id}`)
  expect(slotsOn(thursday)).toContain('12:00')
  expect((await readMonth()).slotsOn(thursday)).not.toContain('12:00')
  expect(JSON.parse((await readMonth(`&reschedule=${barber.id}`)).text).code).toBe('APPOINTMENT_NOT_FOUND')
})

async function saveSchedule(start = 600) {
  const input = { token: owner.token, params: { id: barber.id } }
  const { version } = (await world.call(staffApi.getSchedule, input)).body
  const hours = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, start, end: 960 }))
  const breaks = [{ dayOfWeek: 4, start: 720, end: 780 }]
  const { status, body } = await world.call(staffApi.saveSchedule, { ...input, body: { version, hours, breaks } })
  expect(status, JSON.stringify(body)).toBe(200)
}

async function addTimeOff() {
  const body = { startDate: '2026-03-13', endDate: '2026-03-15' }
  const { status } = await world.call(staffApi.addTimeOff, { token: owner.token, params: { id: barber.id }, body })
  expect(status).toBe(201)
}

async function book(startTime: string, serviceId = services[0]): Promise<string> {
  const { token } = await createCaller(world)
  const body = { barberId: barber.id, serviceId, startTime }
  const { status, body: response } = await world.call(appointmentsApi.create, { token, body })
  expect(status, JSON.stringify(response)).toBe(201)
  return response.appointment.id
}
