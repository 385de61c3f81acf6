import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { staffApi } from '@na-regua/contract/staff'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness, noonInSaoPaulo } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

/** Monday to Saturday, 09:00 to 18:00. */
const shop = await createBarbershopRow(world)
const ownBarber = await createBarber(world, shop.id)
const colleague = await createBarber(world, shop.id)
const elsewhere = await createBarber(world, (await createBarbershopRow(world)).id)
const customer = await createCaller(world)
const tokens = {
  barber: await createSessionToken(world, ownBarber.user_id),
  owner: await createSessionToken(world, shop.owner_id),
  colleague: await createSessionToken(world, colleague.user_id),
  elsewhere: await createSessionToken(world, elsewhere.user_id),
  'another owner': (await createCaller(world, { role: 'OWNER' })).token,
}
const service = await world.db
  .selectFrom('services')
  .select('id')
  .where('barbershop_id', '=', shop.id)
  .executeTakeFirstOrThrow()
const params = { id: ownBarber.id }
const weekdays = [1, 2, 3, 4, 5]
const afternoons = weekdays.map((dayOfWeek) => ({ dayOfWeek, start: 780, end: 1080 }))

beforeEach(async () => {
  world.clock.set(noonInSaoPaulo)
  await world.db.deleteFrom('barber_hours').execute()
  await world.db.deleteFrom('breaks').execute()
  await world.db.deleteFrom('appointments').execute()
})

async function getSchedule(token = tokens.barber) {
  return (await world.call(staffApi.getSchedule, { token, params })).body
}

async function save(change: object, token = tokens.barber) {
  const { version } = await getSchedule()
  return world.call(staffApi.saveSchedule, { token, params, body: { version, hours: null, breaks: [], ...change } })
}

async function slotsOn(date: string): Promise<string[]> {
  const query = { date, serviceId: service.id }
  return (await world.call(availabilityApi.get, { params, query })).body.slots
}

async function book(startTime: string) {
  const body = { barberId: ownBarber.id, serviceId: service.id, startTime }
  return (await world.call(appointmentsApi.create, { token: customer.token, body })).body.appointment
}

describe('a schedule', () => {
  test('follows the opening hours until the barber sets own hours', async () => {
    const schedule = await getSchedule()
    expect(schedule).toMatchObject({ hours: null, breaks: [], conflicts: [], timeZone: 'America/Sao_Paulo' })
    expect(schedule.shopHours[0]).toEqual({ dayOfWeek: 1, start: 540, end: 1080 })
    expect(Value.Check(staffApi.getSchedule.schema.response[200], schedule)).toBe(true)
  })

  test('has several intervals a day and breaks, and slots follow at once', async () => {
    expect(await slotsOn('2026-03-12')).toContain('09:00')
    const hours = [
      { dayOfWeek: 4, start: 600, end: 720 },
      { dayOfWeek: 4, start: 840, end: 1080 },
    ]
    const breaks = [{ dayOfWeek: 4, start: 900, end: 960 }]
    const { status, body } = await save({ hours, breaks })
    expect([status, body.hours, body.breaks]).toEqual([200, hours, breaks])
    const slots = await slotsOn('2026-03-12')
    expect([slots[0], slots.at(-1)]).toEqual(['10:00', '17:30'])
    expect(slots).not.toContain('12:00')
    expect(slots).not.toContain('15:30')
    expect(await slotsOn('2026-03-13')).toEqual([])
  })

  test('returns to the opening hours', async () => {
    await save({ hours: afternoons })
    expect((await save({ hours: null })).body.hours).toBe(null)
    expect(await slotsOn('2026-03-12')).toContain('09:00')
  })

  test('can be saved by the owner, too', async () => {
    expect((await save({ hours: afternoons }, tokens.owner)).status).toBe(200)
  })

  test('changed by another tab in the meantime is not overwritten', async () => {
    const { version } = await getSchedule()
    await save({ hours: afternoons })
    const body = { version, hours: null, breaks: [] }
    const result = await world.call(staffApi.saveSchedule, { token: tokens.owner, params, body })
    expect([result.status, result.body.code]).toEqual([409, 'SCHEDULE_CHANGED'])
    expect((await getSchedule()).hours).toEqual(afternoons)
  })

  test('saved by several tabs concurrently is the first one', async () => {
    const { version } = await getSchedule()
    const responses = await Promise.all(
      [afternoons, null, afternoons, null].map((hours) =>
        world.call(staffApi.saveSchedule, { token: tokens.barber, params, body: { version, hours, breaks: [] } }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test.each([
    [{ hours: [] }, /^Deixe pelo menos um dia de trabalho/],
    [
      { hours: [{ dayOfWeek: 1, start: 480, end: 720 }] },
      /^Segunda: o horário das 8h às 12h fica fora .* abre das 9h às 18h\.$/,
    ],
    [{ hours: [{ dayOfWeek: 0, start: 540, end: 720 }] }, /^Domingo: .*não abre nesse dia\.$/],
    [{ hours: [{ dayOfWeek: 2, start: 720, end: 720 }] }, /^Terça: o horário precisa terminar depois/],
    [
      {
        hours: [
          { dayOfWeek: 3, start: 540, end: 720 },
          { dayOfWeek: 3, start: 690, end: 900 },
        ],
      },
      /^Quarta: o horário das 9h às 12h se sobrepõe a outro, das 11h30 às 15h\.$/,
    ],
    [{ breaks: [{ dayOfWeek: 6, start: 500, end: 560 }] }, /^Sábado: a pausa das 8h20 às 9h20 fica fora do horário/],
    [
      { hours: afternoons, breaks: [{ dayOfWeek: 1, start: 720, end: 760 }] },
      /^Segunda: a pausa das 12h às 12h40 fica fora/,
    ],
    [
      {
        breaks: [
          { dayOfWeek: 5, start: 720, end: 780 },
          { dayOfWeek: 5, start: 720, end: 750 },
        ],
      },
      /^Sexta: a pausa .* se sobrepõe/,
    ],
  ])('that is invalid is refused with a sentence: %j', async (change, words) => {
    const { status, body } = await save(change)
    expect([status, body.code]).toEqual([422, 'SCHEDULE_INVALID'])
    expect(body.message).toMatch(words)
  })
})

describe('appointments outside the new schedule', () => {
  test('are returned, and stay when the request keeps them', async () => {
    const { id } = await book('2026-03-12T13:00:00Z')
    const fitting = await book('2026-03-12T18:00:00Z')
    const refused = await save({ hours: afternoons })
    expect([refused.status, refused.body.code]).toEqual([409, 'SCHEDULE_CONFLICT'])
    expect(refused.body.message).toBe('Há 1 agendamento marcado nesse tempo.')
    expect(refused.body.conflicts).toMatchObject([{ id, status: 'SCHEDULED', customer: { name: 'Ana Souza' } }])
    expect((await getSchedule()).hours).toBe(null)

    const stored = await save({ hours: afternoons, keepConflicts: true })
    expect([stored.status, stored.body.conflicts.map((one: { id: string }) => one.id)]).toEqual([200, [id]])
    const rows = await world.db.selectFrom('appointments').select(['id', 'status']).execute()
    expect(rows).toHaveLength(2)
    expect(rows.every(({ status }) => status === 'SCHEDULED')).toBe(true)
    expect(fitting.id).not.toBe(id)
  })

  test('that were kept once are not reported again', async () => {
    await book('2026-03-12T13:00:00Z')
    await save({ hours: afternoons, keepConflicts: true })
    const shorter = afternoons.map((span) => ({ ...span, end: 1020 }))
    expect((await save({ hours: shorter })).status).toBe(200)
  })
})

describe('the schedule of another barber', () => {
  const calls = [
    [staffApi.getSchedule, {}],
    [staffApi.saveSchedule, { body: { version: 1, hours: null, breaks: [] } }],
    [staffApi.listTimeOff, {}],
    [staffApi.addTimeOff, { body: { startDate: '2026-03-20', endDate: '2026-03-20' } }],
    [staffApi.removeTimeOff, { params: { ...params, timeOffId: crypto.randomUUID() } }],
  ] as const

  test.each(['colleague', 'elsewhere', 'another owner'] as const)('is closed to the %s', async (role) => {
    for (const [call, input] of calls) {
      const { status, body } = await world.call(call, { params, token: tokens[role], ...input })
      expect([call.method, status, body.code]).toEqual([call.method, 403, 'FORBIDDEN'])
    }
  })

  test('is closed to customers, and a removed barber is not found', async () => {
    const gone = await createBarber(world, shop.id, { removedAt: world.clock.now() })
    for (const [call, input] of calls) {
      expect((await world.call(call, { params, token: customer.token, ...input })).status).toBe(403)
      const there = { token: tokens.owner, ...input, params: { id: gone.id, timeOffId: gone.id } }
      expect((await world.call(call, there)).status).toBe(404)
    }
  })
})
