import { agendasApi } from '@na-regua/contract/agendas'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { toBarberWorkday } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

type BarberRow = Awaited<ReturnType<typeof createBarber>>

const everyDay = (opens: number, closes: number) => [0, 1, 2, 3, 4, 5, 6].map((day) => [day, opens, closes] as const)
const saoPaulo = await createBarbershopRow(world, { name: 'Paulista', hours: everyDay(540, 1380) })
const manaus = await createBarbershopRow(world, {
  name: 'Amazônia',
  timeZone: 'America/Manaus',
  hours: everyDay(960, 1560),
})
const paulo = await createBarber(world, saoPaulo.id)
const colleague = await createBarber(world, saoPaulo.id, { position: 1 })
const marina = await createBarber(world, manaus.id)
const customer = await createUser(world, { name: 'Carlos Menezes', phone: '62988887777' })
const tokens = {
  paulo: await createSessionToken(world, paulo.user_id),
  marina: await createSessionToken(world, marina.user_id),
  owner: await createSessionToken(world, saoPaulo.owner_id),
}

beforeEach(async () => {
  for (const table of ['appointments', 'time_off', 'breaks', 'barber_hours'] as const)
    await world.db.deleteFrom(table).execute()
})

async function insertAppointment(
  barber: BarberRow,
  startsAt: string,
  fields: { status?: string; minutes?: number } = {},
) {
  const { status = 'CONFIRMED', minutes = 30 } = fields
  const { id } = await world.db
    .insertInto('appointments')
    .values({
      barbershop_id: barber.barbershop_id,
      barber_id: barber.id,
      barber_user_id: barber.user_id,
      customer_id: customer.id,
      service_name: 'Corte',
      duration_min: minutes,
      price_cents: 5000,
      starts_at: startsAt,
      ends_at: new Date(Date.parse(startsAt) + minutes * 60_000),
      status,
      held_until: status === 'HELD' ? new Date(world.clock.now().getTime() + 300_000) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The offer of that hold at 15:00 to a customer of the waitlist, beside one that has ended. Returns its deadline. */
async function insertOffer(hold: string) {
  const offered_at = world.clock.now()
  const expires_at = new Date(world.clock.now().getTime() + 300_000)
  const starts_at = '2026-03-11T18:00Z'
  const ends_at = '2026-03-11T18:30Z'
  const freed = await world.db
    .insertInto('freed_times')
    .values({
      barbershop_id: paulo.barbershop_id,
      barber_id: paulo.id,
      during: `[${starts_at},${ends_at})`,
      cause: 'cancelled',
      status: 'OFFERING',
      freed_at: offered_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const offer = { freed_time_id: freed.id, barber_id: paulo.id, user_id: customer.id, starts_at, ends_at, offered_at }
  const reason = { fit: 'barber', is_favorite: false, waiting_since: offered_at }
  const fields = { ...offer, ...reason, service_name: 'Corte', price_cents: 5000, expires_at }
  await world.db
    .insertInto('waitlist_offers')
    .values([
      { ...fields, id: hold, status: 'OPEN' },
      { ...fields, id: freed.id, status: 'DECLINED', ended_at: offered_at },
    ])
    .execute()
  return expires_at.toISOString()
}

async function dayOf(token: string, query: { date?: string } = {}) {
  const { status, body } = await world.call(agendasApi.dayOfBarber, { token, query })
  expect(status, body.message).toBe(200)
  return body
}

const span = (start: number, end: number) => ({ start, end })

describe("a barber's day", () => {
  test('has hours, breaks, time off, appointments and what is free from now on', async () => {
    world.clock.set('2026-03-11T13:10:30Z')
    await world.db
      .insertInto('breaks')
      .values({ barber_id: paulo.id, day_of_week: 3, starts_minute: 720, ends_minute: 780 })
      .execute()
    await world.db
      .insertInto('time_off')
      .values({ barber_id: paulo.id, starts_at: '2026-03-11T21:00Z', ends_at: '2026-03-12T03:00Z', reason: 'Médico' })
      .execute()
    const gone = await insertAppointment(paulo, '2026-03-11T12:00:00Z', { status: 'COMPLETED' })
    const next = await insertAppointment(paulo, '2026-03-11T14:00:00Z')
    await insertAppointment(paulo, '2026-03-11T17:00:00Z', { status: 'CANCELLED' })
    const hold = await insertAppointment(paulo, '2026-03-11T18:00:00Z', { status: 'HELD' })
    const until = await insertOffer(hold)
    await insertAppointment(colleague, '2026-03-11T19:00:00Z')

    const day = await dayOf(tokens.paulo)
    expect(Value.Check(agendasApi.dayOfBarber.schema.response[200], day)).toBe(true)
    expect(day.date).toBe('2026-03-11')
    expect(day.barbers).toHaveLength(1)
    expect(day.barbers[0]).toMatchObject({
      barbershop: { id: saoPaulo.id, name: 'Paulista' },
      hours: [span(540, 1380)],
      breaks: [span(720, 780)],
      timeOff: [{ ...span(1080, 1380 + 60), reason: 'Médico' }],
      offers: [{ ...span(900, 930), until }],
      // Now is 10:10:30, and 15:00 to 15:30 is held.
      free: [span(611, 660), span(690, 720), span(780, 900), span(930, 1080)],
    })
    const [{ appointments }] = day.barbers
    expect(appointments.map(({ id }: { id: string }) => id)).toEqual([gone, next])
    expect(appointments[0].customer).toMatchObject({ name: 'Carlos Menezes', phone: '62988887777' })
  })

  test('has both barbershops of a barber, each busy during the appointments of the other', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    const second = await world.db
      .insertInto('barbers')
      .values({ user_id: paulo.user_id, barbershop_id: manaus.id })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertAppointment({ ...paulo, ...second }, '2026-03-11T20:00:00Z')
    const { barbers } = await dayOf(tokens.paulo)
    expect(barbers.map(({ barbershop }: { barbershop: { name: string } }) => barbershop.name)).toEqual([
      'Amazônia',
      'Paulista',
    ])
    expect(barbers[0].appointments).toHaveLength(1)
    expect(barbers[1].appointments).toEqual([])
    expect(barbers[1].free).toEqual([span(720, 1020), span(1050, 1380)])
    await world.db.deleteFrom('appointments').execute()
    await world.db.deleteFrom('barbers').where('id', '=', second.id).execute()
  })

  test('in the past has appointments and nothing free', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    await insertAppointment(paulo, '2026-03-10T15:00:00Z', { status: 'NO_SHOW' })
    const { barbers } = await dayOf(tokens.paulo, { date: '2026-03-10' })
    expect([barbers[0].free, barbers[0].appointments[0].status]).toEqual([[], 'NO_SHOW'])
  })

  test('is limited to the hours that the barber works', async () => {
    world.clock.set('2026-03-11T10:00:00Z')
    await world.db
      .insertInto('barber_hours')
      .values({ barber_id: paulo.id, day_of_week: 3, starts_minute: 600, ends_minute: 720 })
      .execute()
    const wednesday = await dayOf(tokens.paulo)
    const thursday = await dayOf(tokens.paulo, { date: '2026-03-12' })
    expect(wednesday.barbers[0].hours).toEqual([span(600, 720)])
    expect(thursday.barbers[0].hours).toEqual([])
  })
})

describe('the bounds of a day', () => {
  test.each([
    // 20:59, 21:00 (midnight in UTC) and 23:59 in São Paulo; then midnight there.
    ['2026-03-11T23:59:00Z', '2026-03-11'],
    ['2026-03-12T00:00:00Z', '2026-03-11'],
    ['2026-03-12T02:59:00Z', '2026-03-11'],
    ['2026-03-12T03:00:00Z', '2026-03-12'],
  ])('in São Paulo at %s it is %s', async (now, date) => {
    world.clock.set(now)
    expect((await dayOf(tokens.paulo)).date).toBe(date)
  })

  test.each([
    // 20:59, 21:00, 23:59 in Manaus, and its night that runs until two.
    ['2026-03-12T00:59:00Z', '2026-03-11'],
    ['2026-03-12T01:00:00Z', '2026-03-11'],
    ['2026-03-12T03:59:00Z', '2026-03-11'],
    ['2026-03-12T05:59:00Z', '2026-03-11'],
    ['2026-03-12T06:00:00Z', '2026-03-12'],
  ])('in Manaus, open until two, at %s it is %s', async (now, date) => {
    world.clock.set(now)
    expect((await dayOf(tokens.marina)).date).toBe(date)
  })

  test('a shift that runs past midnight belongs to the day on which it began, only', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    // 01:15 of the twelfth in Manaus.
    const late = await insertAppointment(marina, '2026-03-12T05:15:00Z')
    const own = await dayOf(tokens.marina)
    const next = await dayOf(tokens.marina, { date: '2026-03-12' })
    expect(own.barbers[0].hours).toEqual([span(960, 1560)])
    expect(own.barbers[0].free).toEqual([span(960, 1515), span(1545, 1560)])
    expect(own.barbers[0].appointments.map(({ id }: { id: string }) => id)).toEqual([late])
    expect(next.barbers[0].appointments).toEqual([])
  })

  test('a late appointment at 23:45 belongs to its day, the one at 00:00 to the next', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    const late = await insertAppointment(paulo, '2026-03-12T02:45:00Z', { minutes: 15 })
    const early = await insertAppointment(paulo, '2026-03-12T03:00:00Z')
    const ids = async (date: string) =>
      (await dayOf(tokens.paulo, { date })).barbers[0].appointments.map(({ id }: { id: string }) => id)
    expect([await ids('2026-03-11'), await ids('2026-03-12')]).toEqual([[late], [early]])
  })

  const weeklyHours = everyDay(0, 1440).map(([, ...day]) => [day] as [readonly [number, number]])
  const barber = {
    barberId: 'b',
    userId: 'u',
    name: 'B',
    avatarUrl: null,
    barbershop: { id: 's', name: 'S' },
    timeZone: 'America/Sao_Paulo',
    shopHours: weeklyHours,
    specialDates: new Map(),
    barberHours: undefined,
    breaks: [[], [], [], [], [], [], []],
  }
  test.each([
    // The first hour of 2018-11-04 does not exist; the last one of 2019-02-16 is there twice.
    ['2018-11-04', '2018-11-04T03:30:00Z', [span(90, 1440)]],
    ['2019-02-16', '2019-02-17T02:30:00Z', [span(1410, 1440)]],
  ])('when the clocks changed, %s is one whole local day', (date, now, free) => {
    const described = toBarberWorkday(barber, date, {
      appointments: [],
      timeOff: [],
      offers: [],
      busy: [],
      now: new Date(now),
    })
    expect([described.hours, described.free]).toEqual([[span(0, 1440)], free])
  })
})

describe("an owner's day of a barbershop", () => {
  const ask = (token: string, barbershopId = saoPaulo.id, date?: string) =>
    world.call(agendasApi.dayOfOwner, { token, query: { barbershopId, date } })

  test('has each barber in the order of the barbershop', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    const id = await insertAppointment(colleague, '2026-03-11T19:00:00Z')
    const { status, body } = await ask(tokens.owner)
    expect(status).toBe(200)
    expect(body.barbers.map(({ barberId }: { barberId: string }) => barberId)).toEqual([paulo.id, colleague.id])
    expect(body.barbers[1].appointments[0]).toMatchObject({ id, customer: { phone: '62988887777' } })
  })

  test('shows of a barber’s other barbershops only that the barber is busy', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    const second = await world.db
      .insertInto('barbers')
      .values({ user_id: paulo.user_id, barbershop_id: manaus.id })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertAppointment({ ...paulo, ...second }, '2026-03-11T20:00:00Z')
    const { body } = await ask(tokens.owner)
    expect(body.barbers[0].appointments).toEqual([])
    expect(body.barbers[0].free).toEqual([span(720, 1020), span(1050, 1380)])
    await world.db.deleteFrom('appointments').execute()
    await world.db.deleteFrom('barbers').where('id', '=', second.id).execute()
  })

  test('of another owner does not exist', async () => {
    const another = await createCaller(world, { role: 'OWNER' })
    for (const barbershopId of [saoPaulo.id, manaus.id]) {
      const { status, body } = await ask(another.token, barbershopId)
      expect([status, body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
    }
    expect((await ask(tokens.owner, manaus.id)).status).toBe(404)
  })

  test('is empty without barbers, and forbidden to barbers and customers', async () => {
    const own = await createBarbershopRow(world)
    const empty = await ask(await createSessionToken(world, own.owner_id), own.id, '2026-03-12')
    expect([empty.status, empty.body]).toEqual([200, { date: '2026-03-12', barbers: [] }])
    for (const token of [tokens.paulo, (await createCaller(world)).token]) expect((await ask(token)).status).toBe(403)
  })
})

test('customers are refused, and an owner who is not a barber has an empty day', async () => {
  const { status } = await world.call(agendasApi.dayOfBarber, { token: (await createCaller(world)).token })
  expect(status).toBe(403)
  world.clock.set('2026-03-12T02:59:00Z')
  expect(await dayOf(tokens.owner)).toEqual({ date: '2026-03-11', barbers: [] })
})

describe('eight days at once', () => {
  test('are the days one by one, with the requests in the first', async () => {
    world.clock.set('2026-03-11T13:10:30Z')
    await world.db
      .insertInto('time_off')
      .values({ barber_id: paulo.id, starts_at: '2026-03-12T21:00Z', ends_at: '2026-03-13T03:00Z', reason: 'Médico' })
      .execute()
    await insertAppointment(paulo, '2026-03-11T14:00:00Z')
    await insertAppointment(paulo, '2026-03-13T14:00:00Z', { status: 'SCHEDULED' })
    await insertAppointment(paulo, '2026-03-18T15:00:00Z')
    await insertAppointment(paulo, '2026-03-19T15:00:00Z')
    const { status, body } = await world.call(agendasApi.daysOfBarber, { token: tokens.paulo })
    expect(status).toBe(200)
    expect(Value.Check(agendasApi.daysOfBarber.schema.response[200], body)).toBe(true)
    const dates = Array.from({ length: 8 }, (_, days) => `2026-03-${11 + days}`)
    const [today, ...others] = await Promise.all(dates.map((date) => dayOf(tokens.paulo, { date })))
    expect(body.days).toEqual([today, ...others.map(({ date, barbers }) => ({ date, barbers }))])
  })

  test('are empty for an owner who is not a barber', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    const { body } = await world.call(agendasApi.daysOfBarber, { token: tokens.owner })
    expect(body.days.map(({ barbers }: { barbers: unknown[] }) => barbers)).toEqual(Array(8).fill([]))
  })
})

describe('the week', () => {
  const week = Array.from({ length: 7 }, (_, days) => `2026-03-${String(8 + days).padStart(2, '0')}`)

  test('of a barber is seven days from Sunday on, each as it is alone', async () => {
    world.clock.set('2026-03-11T12:00:00Z')
    await insertAppointment(paulo, '2026-03-08T14:00:00Z', { status: 'COMPLETED' })
    await insertAppointment(paulo, '2026-03-14T14:00:00Z')
    await insertAppointment(paulo, '2026-03-15T14:00:00Z')
    const { status, body } = await world.call(agendasApi.weekOfBarber, { token: tokens.paulo })
    expect(status).toBe(200)
    expect(Value.Check(agendasApi.weekOfBarber.schema.response[200], body)).toBe(true)
    expect(body.today).toBe('2026-03-11')
    const days = await Promise.all(week.map((date) => dayOf(tokens.paulo, { date })))
    expect(body.days).toEqual(days.map((day, index) => (index === 0 ? day : { date: day.date, barbers: day.barbers })))
    const sunday = await world.call(agendasApi.weekOfBarber, { token: tokens.paulo, query: { date: '2026-03-15' } })
    expect(sunday.body.days.map(({ date }: { date: string }) => date)).toEqual([
      '2026-03-15',
      '2026-03-16',
      '2026-03-17',
      '2026-03-18',
      '2026-03-19',
      '2026-03-20',
      '2026-03-21',
    ])
  })

  test('of a barbershop is that of one barber, or the numbers of all', async () => {
    world.clock.set('2026-03-11T12:00:00Z')
    await insertAppointment(paulo, '2026-03-11T14:00:00Z')
    await insertAppointment(paulo, '2026-03-11T15:00:00Z', { minutes: 60 })
    await insertAppointment(paulo, '2026-03-11T17:00:00Z', { status: 'CANCELLED' })
    await insertAppointment(colleague, '2026-03-14T15:00:00Z', { status: 'NO_SHOW' })
    await world.db
      .insertInto('breaks')
      .values({ barber_id: paulo.id, day_of_week: 3, starts_minute: 720, ends_minute: 780 })
      .execute()
    const query = { barbershopId: saoPaulo.id, date: '2026-03-11' }
    const ofOne = await world.call(agendasApi.weekOfOwner, {
      token: tokens.owner,
      query: { ...query, barberId: colleague.id },
    })
    expect(Value.Check(agendasApi.weekOfOwner.schema.response[200], ofOne.body)).toBe(true)
    type Day = { date: string; barbers: { barberId: string; appointments: unknown[] }[] }
    expect(ofOne.body.days.map(({ barbers: [one] }: Day) => [one?.barberId, one?.appointments.length])).toEqual(
      week.map((date) => [colleague.id, date === '2026-03-14' ? 1 : 0]),
    )
    const { body } = await world.call(agendasApi.countsOfWeek, { token: tokens.owner, query })
    expect(Value.Check(agendasApi.countsOfWeek.schema.response[200], body)).toBe(true)
    expect(body.barbers.map(({ id }: { id: string }) => id)).toEqual([paulo.id, colleague.id])
    expect(body.days.map(({ date }: Day) => date)).toEqual(week)
    expect(body.days[3].barbers).toEqual([
      { barberId: paulo.id, count: 2, bookedMin: 90, workMin: 780 },
      { barberId: colleague.id, count: 0, bookedMin: 0, workMin: 840 },
    ])
    expect(body.days[6].barbers[1]).toMatchObject({ count: 1, bookedMin: 30 })
  })

  test('of a foreign barbershop does not exist, and a foreign barber has no day in it', async () => {
    const weekOf = (barbershopId: string, barberId: string) =>
      world.call(agendasApi.weekOfOwner, { token: tokens.owner, query: { barbershopId, barberId } })
    expect((await weekOf(manaus.id, marina.id)).status).toBe(404)
    const { status, body } = await weekOf(saoPaulo.id, marina.id)
    expect([status, body.days.map(({ barbers }: { barbers: unknown[] }) => barbers)]).toEqual([200, Array(7).fill([])])
    const counts = { token: tokens.owner, query: { barbershopId: manaus.id } }
    expect((await world.call(agendasApi.countsOfWeek, counts)).status).toBe(404)
  })
})

describe('requests of all days', () => {
  test('are in the barber’s day, with the deadline, the most urgent first', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    const requestAt = (startsAt: string, barber = paulo) => insertAppointment(barber, startsAt, { status: 'SCHEDULED' })
    const nextWeek = await requestAt('2026-03-18T15:00:00Z')
    const tonight = await requestAt('2026-03-11T20:00:00Z')
    const tomorrow = await requestAt('2026-03-12T13:00:00Z')
    await insertAppointment(paulo, '2026-03-11T14:30:00Z', { status: 'SCHEDULED' })
    await insertAppointment(paulo, '2026-03-13T15:00:00Z')
    await requestAt('2026-03-13T16:00:00Z', colleague)
    await world.db.updateTable('appointments').set({ requested_at: '2026-03-11T14:00:00Z' }).execute()

    for (const date of [undefined, '2026-03-20']) {
      const day = await dayOf(tokens.paulo, { date })
      expect(Value.Check(agendasApi.dayOfBarber.schema.response[200], day)).toBe(true)
      expect(day.requests.map(({ id, confirmBy }: { id: string; confirmBy: string }) => [id, confirmBy])).toEqual([
        [tonight, '2026-03-11T18:00:00.000Z'],
        [tomorrow, '2026-03-12T11:00:00.000Z'],
        [nextWeek, '2026-03-12T14:00:00.000Z'],
      ])
      expect(day.requests[0].customer).toMatchObject({ name: 'Carlos Menezes', phone: '62988887777' })
    }
    const query = { barbershopId: saoPaulo.id }
    const { body } = await world.call(agendasApi.dayOfOwner, { token: tokens.owner, query })
    expect(body.requests).toBeUndefined()
  })
})

describe('the day of an appointment', () => {
  const dayOfAppointment = (id: string, token: string) =>
    world.call(agendasApi.dayOfAppointment, { params: { id }, token })

  test('is the business day on which it stands, also after it was moved or cancelled', async () => {
    world.clock.set('2026-03-11T15:00:00Z')
    // 01:30 in Manaus, in the night that began on the 12th.
    const night = await insertAppointment(marina, '2026-03-13T05:30:00Z')
    const { body } = await dayOfAppointment(night, tokens.marina)
    expect(Value.Check(agendasApi.dayOfAppointment.schema.response[200], body)).toBe(true)
    expect([body.date, body.appointment.id]).toEqual(['2026-03-12', night])
    const shown = await dayOf(tokens.marina, { date: body.date })
    expect(shown.barbers[0].appointments.map(({ id }: { id: string }) => id)).toEqual([night])

    const cancelled = await insertAppointment(paulo, '2026-03-14T12:00:00Z', { status: 'CANCELLED' })
    for (const token of [tokens.paulo, tokens.owner])
      expect((await dayOfAppointment(cancelled, token)).body).toMatchObject({
        date: '2026-03-14',
        appointment: { id: cancelled, status: 'CANCELLED', customer: { phone: '62988887777' } },
      })
  })

  test('is for its barber and its owner only, and a hold is none', async () => {
    const id = await insertAppointment(colleague, '2026-03-14T12:00:00Z')
    for (const token of [tokens.paulo, tokens.marina])
      expect((await dayOfAppointment(id, token)).body.code).toBe('APPOINTMENT_NOT_FOUND')
    const hold = await insertAppointment(paulo, '2026-03-14T14:00:00Z', { status: 'HELD' })
    expect((await dayOfAppointment(hold, tokens.paulo)).body.code).toBe('APPOINTMENT_NOT_FOUND')
  })
})
