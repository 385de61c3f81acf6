import { type DashboardToday, dashboardApi, type Trend } from '@na-regua/contract/dashboard'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAppointmentRow, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

type Owner = Awaited<ReturnType<typeof createOwner>>
let owner: Owner
beforeEach(async () => {
  world.clock.set('2026-03-11T15:00:00Z')
  owner = await createOwner(world)
})

/** An appointment of 30 minutes and R$ 50,00 with a barber of its own. */
const book = (startsAt: string, status = 'CONFIRMED', shopId = owner.shop.id) =>
  createAppointmentRow(world, shopId, { startsAt: new Date(startsAt), status })

async function readToday(query: object = {}, token = owner.token): Promise<DashboardToday> {
  const { status, body } = await world.call(dashboardApi.today, { token, query: { ...query } })
  expect(status).toBe(200)
  expect(Value.Check(dashboardApi.today.schema.response[200], body)).toBe(true)
  return body
}

async function readTrend(query: object = {}): Promise<Trend> {
  const { status, body } = await world.call(dashboardApi.trend, { token: owner.token, query: { ...query } })
  expect(status).toBe(200)
  return body
}

/** A second barbershop of the owner. */
async function addBarbershop(fields: Parameters<typeof createBarbershopRow>[1]) {
  const shop = await createBarbershopRow(world, fields)
  await world.db.updateTable('barbershops').set({ owner_id: owner.user.id }).where('id', '=', shop.id).execute()
  return shop
}

const stepOf = ({ steps }: Trend, date: string) => steps.find((step) => step.date === date)

describe('today', () => {
  test('appointments by what became of them, done and expected revenue, no-shows and cancelled ones apart', async () => {
    await book('2026-03-11T12:00:00Z', 'COMPLETED')
    await book('2026-03-11T13:00:00Z', 'COMPLETED')
    await book('2026-03-11T13:30:00Z', 'NO_SHOW')
    await book('2026-03-11T14:00:00Z', 'CONFIRMED')
    await book('2026-03-11T16:00:00Z', 'CONFIRMED')
    await book('2026-03-11T17:00:00Z', 'SCHEDULED')
    await book('2026-03-11T18:00:00Z', 'CANCELLED')
    await book('2026-03-14T18:00:00Z', 'SCHEDULED')
    expect(await readToday()).toMatchObject({
      date: '2026-03-11',
      appointments: { total: 6, completed: 2, upcoming: 2, unfinished: 1, missed: 1, cancelled: 1 },
      doneCents: 10_000,
      expectedCents: 10_000,
      // Of any day.
      waiting: 2,
    })
  })

  test('one that has begun is still expected, and the end of its time makes it unfinished', async () => {
    await book('2026-03-11T14:45:00Z')
    expect(await readToday()).toMatchObject({ appointments: { upcoming: 1, unfinished: 0 }, expectedCents: 5000 })
    world.clock.set('2026-03-11T15:15:00Z')
    expect(await readToday()).toMatchObject({ appointments: { upcoming: 0, unfinished: 1 }, expectedCents: 0 })
  })

  test('the occupancy is the booked share of what each barber works, without breaks and time off', async () => {
    const { barber_id: barberId } = await book('2026-03-11T13:00:00Z', 'COMPLETED')
    const monday = 1
    const wednesday = 3
    const hours = [monday, wednesday].map((day) => ({ day_of_week: day, starts_minute: 540, ends_minute: 900 }))
    const own = (row: object) => ({ barber_id: barberId, ...row })
    await world.db
      .insertInto('barber_hours')
      .values(hours.map((row) => own(row)) as never)
      .execute()
    await world.db
      .insertInto('breaks')
      .values(own({ day_of_week: wednesday, starts_minute: 720, ends_minute: 780 }) as never)
      .execute()
    const timeOff = { starts_at: new Date('2026-03-11T12:00:00Z'), ends_at: new Date('2026-03-11T13:00:00Z') }
    await world.db
      .insertInto('time_off')
      .values(own(timeOff) as never)
      .execute()
    const { barbers } = await readToday()
    // 9h to 15h without an hour of break and an hour off; half an hour is booked.
    expect(barbers).toEqual([
      expect.objectContaining({ id: barberId, openMinutes: 240, bookedMinutes: 30, appointments: 1 }),
    ])
  })

  test('cancelled appointments, no-shows and work after closing do not fill a barber’s time', async () => {
    for (const status of ['CANCELLED', 'NO_SHOW']) await book('2026-03-11T13:00:00Z', status)
    await book('2026-03-11T22:30:00Z', 'COMPLETED')
    const { barbers } = await readToday()
    expect(barbers.map(({ openMinutes, bookedMinutes }) => [openMinutes, bookedMinutes])).toEqual(
      Array(3).fill([540, 0]),
    )
  })

  test('at 21:00 in São Paulo it is still the same day, at midnight the next one', async () => {
    await book('2026-03-11T23:30:00Z')
    await book('2026-03-12T12:00:00Z')
    world.clock.set('2026-03-12T00:00:00Z')
    expect(await readToday()).toMatchObject({ date: '2026-03-11', appointments: { total: 1, unfinished: 1 } })
    world.clock.set('2026-03-12T03:00:00Z')
    expect(await readToday()).toMatchObject({ date: '2026-03-12', appointments: { total: 1, upcoming: 1 } })
  })

  test('each barbershop has its own day: Manaus is an hour behind', async () => {
    const manaus = await addBarbershop({ name: 'Zé do Norte', timeZone: 'America/Manaus' })
    await book('2026-03-11T23:00:00Z', 'COMPLETED', manaus.id)
    await book('2026-03-11T23:00:00Z', 'COMPLETED')
    await book('2026-03-12T12:00:00Z')
    // Half past midnight in São Paulo.
    world.clock.set('2026-03-12T03:30:00Z')
    expect(await readToday()).toMatchObject({ date: '2026-03-12', appointments: { completed: 1, upcoming: 1 } })
    expect(await readToday({ barbershopId: manaus.id })).toMatchObject({
      date: '2026-03-11',
      appointments: { completed: 1, upcoming: 0 },
    })
  })

  test('a night past midnight belongs to the day on which it began', async () => {
    const night = await addBarbershop({ name: 'Madrugada', hours: [[3, 1080, 1560]] })
    await book('2026-03-12T04:00:00Z', 'CONFIRMED', night.id)
    world.clock.set('2026-03-12T03:30:00Z')
    expect(await readToday({ barbershopId: night.id })).toMatchObject({
      date: '2026-03-11',
      appointments: { upcoming: 1 },
      barbers: [{ openMinutes: 480, bookedMinutes: 30 }],
    })
  })

  test('shows nothing of other owners', async () => {
    await book('2026-03-11T16:00:00Z')
    const { other, barber, customer } = await createOutsiders(world)
    expect(await readToday({}, other)).toMatchObject({ appointments: { total: 0 }, barbers: [] })
    for (const route of [dashboardApi.today, dashboardApi.trend]) {
      const query = { barbershopId: owner.shop.id }
      expect((await world.call(route, { token: other, query })).status).toBe(404)
      for (const token of [barber, customer]) expect((await world.call(route, { token })).status).toBe(403)
    }
  })
})

describe('trend', () => {
  test('has a step for each day, week and month up to today', async () => {
    const read = async (period: string) => {
      const { unit, steps } = await readTrend({ period })
      return [unit, steps.length, steps[0]?.date, steps.at(-1)?.date]
    }
    expect(await read('7d')).toEqual(['day', 7, '2026-03-05', '2026-03-11'])
    expect(await read('30d')).toEqual(['day', 30, '2026-02-10', '2026-03-11'])
    // Weeks begin on Sunday; today is a Wednesday.
    expect(await read('90d')).toEqual(['week', 13, '2025-12-14', '2026-03-08'])
    expect(await read('12m')).toEqual(['month', 12, '2025-04-01', '2026-03-01'])
  })

  test('counts what was completed, missed and cancelled apart, and the revenue of the completed', async () => {
    await book('2026-03-10T12:00:00Z', 'COMPLETED')
    await book('2026-03-10T13:00:00Z', 'COMPLETED')
    await book('2026-03-10T14:00:00Z', 'NO_SHOW')
    await book('2026-03-10T15:00:00Z', 'CANCELLED')
    const step = { count: 3, completed: 2, missed: 1, cancelled: 1, revenueCents: 10_000 }
    expect(stepOf(await readTrend(), '2026-03-10')).toEqual({ date: '2026-03-10', ...step })
    expect(stepOf(await readTrend({ period: '90d' }), '2026-03-08')).toMatchObject(step)
    expect(stepOf(await readTrend({ period: '12m' }), '2026-03-01')).toMatchObject(step)
  })

  test.each([
    ['America/Sao_Paulo', '2026-04-01T02:59:00Z', '2026-04-01T03:00:00Z'],
    ['America/Manaus', '2026-04-01T03:59:00Z', '2026-04-01T04:00:00Z'],
  ])('the last and the first day of a month are those of %s', async (timeZone, last, first) => {
    world.clock.set('2026-04-01T02:30:00Z')
    owner = await createOwner(world)
    const shop = await addBarbershop({ timeZone })
    await book(last, 'COMPLETED', shop.id)
    await book(first, 'COMPLETED', shop.id)
    await book(first, 'COMPLETED', shop.id)
    const query = { barbershopId: shop.id }
    expect((await readTrend({ ...query, period: '12m' })).steps.at(-1)).toMatchObject({ date: '2026-03-01', count: 1 })
    world.clock.set('2026-04-01T15:00:00Z')
    const days = await readTrend(query)
    expect([stepOf(days, '2026-03-31'), stepOf(days, '2026-04-01')]).toMatchObject([{ count: 1 }, { count: 2 }])
    const months = await readTrend({ ...query, period: '12m' })
    expect([stepOf(months, '2026-03-01'), stepOf(months, '2026-04-01')]).toMatchObject([{ count: 1 }, { count: 2 }])
  })

  test('is filtered by barbershop, barber and service, also one of several', async () => {
    const second = await addBarbershop({ services: [{ name: 'Barba' }] })
    const serviceOf = async (id: string) =>
      world.db.selectFrom('services').select('id').where('barbershop_id', '=', id).executeTakeFirstOrThrow()
    const cut = await serviceOf(owner.shop.id)
    const beard = await serviceOf(second.id)
    const first = await book('2026-03-10T12:00:00Z', 'COMPLETED')
    const other = await book('2026-03-10T12:00:00Z', 'COMPLETED', second.id)
    const combined = await book('2026-03-10T14:00:00Z', 'COMPLETED', second.id)
    const setService = (id: string, service_id: string) =>
      world.db.updateTable('appointments').set({ service_id }).where('id', '=', id).execute()
    await setService(first.id, cut.id)
    await setService(other.id, beard.id)
    const part = { appointment_id: combined.id, name: 'Barba', duration_min: 30, price_cents: 5000 }
    await world.db
      .insertInto('appointment_services')
      .values({ ...part, position: 1, service_id: beard.id })
      .execute()
    const count = async (query: object) => stepOf(await readTrend(query), '2026-03-10')?.count
    expect(await count({})).toBe(3)
    expect(await count({ barbershopId: second.id })).toBe(2)
    expect(await count({ barberId: first.barber_id })).toBe(1)
    expect(await count({ service: 'Barba' })).toBe(2)
    expect(await count({ service: 'Corte masculino', barbershopId: second.id })).toBe(0)
  })
})
