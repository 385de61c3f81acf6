import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { staffApi } from '@na-regua/contract/staff'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'
import { spanOf } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

/** Every day from 16:00 to 02:00 of the next, in Manaus. */
const nights = [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 960, 1560] as const)
const shop = await createBarbershopRow(world, { timeZone: 'America/Manaus', hours: nights })
const barber = await createBarber(world, shop.id)
const token = await createSessionToken(world, barber.user_id)
const customer = await createCaller(world)
const service = await world.db.selectFrom('services').select('id').executeTakeFirstOrThrow()
const params = { id: barber.id }

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await world.db.deleteFrom('time_off').execute()
  await world.db.deleteFrom('appointments').execute()
})

const add = (body: object, by = token) => world.call(staffApi.addTimeOff, { token: by, params, body })
const list = async () => (await world.call(staffApi.listTimeOff, { token, params })).body

async function slotsOn(date: string): Promise<string[]> {
  return (await world.call(availabilityApi.get, { params, query: { date, serviceId: service.id } })).body.slots
}

async function book(startTime: string) {
  const body = { barberId: barber.id, serviceId: service.id, startTime }
  const result = await world.call(appointmentsApi.create, { token: customer.token, body })
  expect(result.status, result.body.message).toBe(201)
  return result.body.appointment
}

describe('a day off', () => {
  test('is a business day: its night is included, the night before is not', async () => {
    const { status, body } = await add({ startDate: '2026-03-13', endDate: '2026-03-13', reason: ' Dentista ' })
    expect(status).toBe(201)
    expect(body.timeOff).toMatchObject({
      startDate: '2026-03-13',
      endDate: '2026-03-13',
      startTime: null,
      endTime: null,
      startsAt: '2026-03-13T06:00:00.000Z',
      endsAt: '2026-03-14T06:00:00.000Z',
      reason: 'Dentista',
    })
    expect(await slotsOn('2026-03-13')).toEqual(['00:00', '00:15', '00:30', '00:45', '01:00', '01:15', '01:30'])
    const next = await slotsOn('2026-03-14')
    expect(next[0]).toBe('16:00')
  })

  test('can span several days, is listed until it ends and can be removed', async () => {
    const { body } = await add({ startDate: '2026-03-12', endDate: '2026-03-15' })
    expect(await slotsOn('2026-03-14')).toEqual([])
    const listed = await list()
    expect(Value.Check(staffApi.listTimeOff.schema.response[200], listed)).toBe(true)
    expect(listed).toEqual({ timeZone: 'America/Manaus', timeOff: [body.timeOff] })
    const removal = { token, params: { ...params, timeOffId: body.timeOff.id } }
    expect((await world.call(staffApi.removeTimeOff, removal)).body).toEqual({ removed: true })
    expect((await slotsOn('2026-03-14')).length).toBeGreaterThan(0)
    const again = await world.call(staffApi.removeTimeOff, removal)
    expect([again.status, again.body.code]).toEqual([404, 'TIME_OFF_NOT_FOUND'])

    await add({ startDate: '2026-03-12', endDate: '2026-03-12' })
    world.clock.set('2026-03-13T06:00:00Z')
    expect((await list()).timeOff).toEqual([])
  })

  test('requested twice is one row', async () => {
    const day = { startDate: '2026-03-13', endDate: '2026-03-13' }
    const first = await add(day)
    const second = await add(day)
    expect(second.body.timeOff.id).toBe(first.body.timeOff.id)
    expect((await list()).timeOff).toHaveLength(1)
  })
})

describe('hours off', () => {
  test('are in local time, also past midnight', async () => {
    const night = { startDate: '2026-03-13', endDate: '2026-03-14', startTime: '22:00', endTime: '01:00' }
    const { body } = await add(night)
    expect(body.timeOff).toMatchObject({
      ...night,
      startsAt: '2026-03-14T02:00:00.000Z',
      endsAt: '2026-03-14T05:00:00.000Z',
    })
    expect((await slotsOn('2026-03-13')).at(-1)).toBe('21:30')
    expect((await slotsOn('2026-03-14'))[0]).toBe('01:00')
  })

  test('on a day with a clock change keep their local time', () => {
    const week = [[], [], [], [], [], [], []] as const
    const zone = { shopHours: week, specialDates: new Map(), timeZone: 'America/Sao_Paulo' }
    const hours = { startTime: '00:30', endTime: '12:00' }
    // 00:30 does not exist: the same distance after the gap.
    const spring = spanOf({ startDate: '2018-11-04', endDate: '2018-11-04', ...hours }, zone)
    expect([spring.start.toISOString(), spring.end.toISOString()]).toEqual([
      '2018-11-04T03:30:00.000Z',
      '2018-11-04T14:00:00.000Z',
    ])
    // A whole day of 25 hours.
    const autumn = spanOf({ startDate: '2019-02-16', endDate: '2019-02-16' }, zone)
    expect(autumn.end.getTime() - autumn.start.getTime()).toBe(25 * 3_600_000)
  })
})

describe('appointments in it', () => {
  test('are returned, and stay when the request keeps them', async () => {
    // 22:00 in Manaus.
    const { id } = await book('2026-03-14T02:00:00Z')
    const night = { startDate: '2026-03-13', endDate: '2026-03-13' }
    const refused = await add(night)
    expect([refused.status, refused.body.code]).toEqual([409, 'SCHEDULE_CONFLICT'])
    expect(refused.body.conflicts.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await list()).timeOff).toEqual([])

    expect((await add({ ...night, keepConflicts: true })).status).toBe(201)
    const { status } = await world.db.selectFrom('appointments').select('status').executeTakeFirstOrThrow()
    expect(status).toBe('SCHEDULED')
    const schedule = await world.call(staffApi.getSchedule, { token, params })
    expect(schedule.body.conflicts.map((one: { id: string }) => one.id)).toEqual([id])
  })

  test('right before and right after are no conflict', async () => {
    await book('2026-03-13T21:30:00Z')
    await book('2026-03-13T23:00:00Z')
    const hours = { startDate: '2026-03-13', endDate: '2026-03-13', startTime: '18:00', endTime: '19:00' }
    expect((await add(hours)).status).toBe(201)
  })
})

test.each([
  [{ startDate: '2026-03-13', endDate: '2026-03-12' }, /antes do primeiro/],
  [{ startDate: '2026-03-13', endDate: '2026-03-13', startTime: '10:00' }, /hora de início e a de fim/],
  [{ startDate: '2026-03-13', endDate: '2026-03-13', startTime: '10:00', endTime: '10:00' }, /depois de começar/],
  [{ startDate: '2026-03-09', endDate: '2026-03-10' }, /já passou/],
  [{ startDate: '2026-03-13', endDate: '2027-03-15' }, /até um ano/],
])('invalid time off is refused with a sentence: %j', async (input, words) => {
  const { status, body } = await add(input)
  expect([status, body.code, body.message]).toEqual([422, 'TIME_OFF_INVALID', expect.stringMatching(words)])
})

test.each([
  // The night of Tuesday runs until 02:00 of Wednesday in Manaus.
  ['2026-03-11T05:59:00Z', 201],
  ['2026-03-11T06:00:00Z', 422],
])('a day off can be added until the night of that day ends: %s', async (now, status) => {
  world.clock.set(now)
  expect((await add({ startDate: '2026-03-10', endDate: '2026-03-10' })).status).toBe(status)
})
