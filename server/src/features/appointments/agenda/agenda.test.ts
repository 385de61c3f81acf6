import { agendasApi } from '@na-regua/contract/agendas'
import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { Route } from '@na-regua/contract/route'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createBarbershop } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSession, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'

/** A Wednesday, 12:00 in São Paulo. */
const world = await createHarness()
afterAll(() => world.close())

type Chair = Awaited<ReturnType<typeof createBarber>>
type Seat = { customerId?: string; status?: AppointmentStatus | 'HELD'; name?: string }

/** An appointment of half an hour, or a hold, straight into the base: also in the past. */
async function seat(chair: Chair, startsAt: string, { customerId, status = 'CONFIRMED', name }: Seat = {}) {
  const start = new Date(startsAt)
  const { id } = await world.db
    .insertInto('appointments')
    .values({
      barbershop_id: chair.barbershop_id,
      barber_id: chair.id,
      barber_user_id: chair.user_id,
      customer_id: customerId ?? null,
      is_walk_in: customerId === undefined,
      customer_name: name,
      service_name: 'Corte masculino',
      duration_min: 30,
      price_cents: 5000,
      starts_at: start,
      ends_at: new Date(start.getTime() + 30 * 60_000),
      status,
      held_until: status === 'HELD' ? new Date(start) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function openShop(timeZone = 'America/Sao_Paulo', name = 'Navalha de Ouro') {
  const shop = await createBarbershop(world, { timeZone, name })
  const chair = await createBarber(world, shop.id)
  return { shop, chair, owner: await createSession(world, shop.owner_id) }
}

async function ask(call: Route, token: string, query: Record<string, unknown> = {}) {
  const { status, body } = await world.call(call, { token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const idsOf = (body: { appointments: { id: string }[] }) => body.appointments.map(({ id }) => id)

describe('the order of a list', async () => {
  const { chair } = await openShop()
  const { user, token } = await createCaller(world)
  const mine = { customerId: user.id }
  const ids = {
    nextMonth: await seat(chair, '2026-04-10T13:00:00Z', { ...mine, status: 'SCHEDULED' }),
    // Began, has not ended: still what the person is about.
    running: await seat(chair, '2026-03-11T14:45:00Z', mine),
    tomorrow: await seat(chair, '2026-03-12T13:00:00Z', mine),
    cancelledAhead: await seat(chair, '2026-03-13T13:00:00Z', { ...mine, status: 'CANCELLED' }),
    unfinished: await seat(chair, '2026-03-10T13:00:00Z', mine),
    lastYear: await seat(chair, '2025-03-10T13:00:00Z', { ...mine, status: 'COMPLETED' }),
    held: await seat(chair, '2026-03-14T13:00:00Z', { ...mine, status: 'HELD' }),
  }
  const { running, tomorrow, nextMonth, cancelledAhead, unfinished, lastYear } = ids
  const all = [running, tomorrow, nextMonth, cancelledAhead, unfinished, lastYear]

  test('what is ahead comes soonest first, then the rest newest first, and no hold', async () => {
    expect(idsOf(await ask(agendasApi.listOfCustomer, token))).toEqual(all)
  })

  test('pages cut the one order and know the whole', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => ask(agendasApi.listOfCustomer, token, { page, perPage: 2 })),
    )
    expect(pages.flatMap(idsOf)).toEqual(all)
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      [1, 2, 3, 4].map((page) => ({ total: 6, totalPages: 3, page, perPage: 2 })),
    )
  })

  test.each([
    ['scheduled', [nextMonth]],
    ['SCHEDULED', [nextMonth]],
    ['pending', [nextMonth]],
    ['confirmed', [running, tomorrow, unfinished]],
    ['CONFIRMED', [running, tomorrow, unfinished]],
    ['completed', [lastYear]],
    ['cancelled', [cancelledAhead]],
    ['no_show', []],
    ['all', all],
  ])('the tab %s', async (status, expected) => {
    expect(idsOf(await ask(agendasApi.listOfCustomer, token, { status }))).toEqual(expected)
  })

  test('a chosen day reads from morning to evening', async () => {
    const evening = await seat(chair, '2026-03-10T21:00:00Z', { ...mine, status: 'COMPLETED' })
    const body = await ask(agendasApi.listOfCustomer, token, { date: '2026-03-10' })
    expect(idsOf(body)).toEqual([unfinished, evening])
  })

  test.each([{ status: 'HELD' }, { status: 'held' }, { date: '2026-02-30' }, { page: 0 }, { perPage: 51 }, { x: 1 }])(
    'refuses %j',
    async (query) => {
      const { status, body } = await world.call(agendasApi.listOfCustomer, { token, query })
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    },
  )
})

describe('who sees what', async () => {
  const [one, other] = [await openShop(), await openShop('America/Sao_Paulo', 'Dom Bigode')]
  const { user: customer, token } = await createCaller(world, { name: 'Joana Prado', phone: '62911112222' })
  // The same person has a chair in the other shop as well.
  const { id } = await world.db
    .insertInto('barbers')
    .values({ user_id: one.chair.user_id, barbershop_id: other.shop.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secondChair: Chair = { ...one.chair, id, barbershop_id: other.shop.id }
  const here = await seat(one.chair, '2026-03-12T12:00:00Z', { customerId: customer.id })
  const there = await seat(secondChair, '2026-03-12T15:00:00Z', { customerId: customer.id })
  const walkIn = await seat(other.chair, '2026-03-12T12:00:00Z', { name: 'Seu Zé' })
  const barber = await createSession(world, one.chair.user_id)

  test('the barber sees every chair of his, with the phone; a customer never sees it', async () => {
    const body = await ask(agendasApi.listOfBarber, barber)
    expect(idsOf(body)).toEqual([here, there])
    expect(body.appointments[0].customer).toEqual({ id: customer.id, name: 'Joana Prado', phone: '62911112222' })
    const own = await ask(agendasApi.listOfCustomer, token)
    expect(idsOf(own)).toEqual([here, there])
    expect(own.appointments[0].customer.phone).toBeNull()
  })

  test('the owner sees his shops only, the times under both names, and who sits there without an account', async () => {
    expect(idsOf(await ask(agendasApi.listOfOwner, one.owner))).toEqual([here])
    const body = await ask(agendasApi.listOfOwner, other.owner)
    expect(idsOf(body).toSorted()).toEqual([there, walkIn].toSorted())
    expect(body.appointments[0]).toMatchObject({
      start_time: '2026-03-12T12:00:00.000Z',
      end_time: '2026-03-12T12:30:00.000Z',
      startTime: '2026-03-12T12:00:00.000Z',
      customer: { id: null, name: 'Seu Zé', phone: null },
      isWalkIn: true,
    })
  })

  test('an owner chooses among his shops; another one is none of his', async () => {
    const { id: own } = await createBarbershop(world)
    await world.db.updateTable('barbershops').set({ owner_id: one.shop.owner_id }).where('id', '=', own).execute()
    const query = { barbershopId: one.shop.id }
    expect(idsOf(await ask(agendasApi.listOfOwner, one.owner, query))).toEqual([here])
    expect(idsOf(await ask(agendasApi.listOfOwner, one.owner, { barbershopId: own }))).toEqual([])
    expect((await ask(agendasApi.calendarOfOwner, one.owner, { ...query, month: '2026-03' })).calendar).toHaveLength(1)
    for (const call of [agendasApi.listOfOwner, agendasApi.calendarOfOwner]) {
      const month = call === agendasApi.calendarOfOwner ? { month: '2026-03' } : {}
      const answer = await world.call(call, { token: one.owner, query: { ...month, barbershopId: other.shop.id } })
      expect([answer.status, answer.body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
    }
  })

  test('an owner has a list of his shops to choose from, by name', async () => {
    const { shop: own } = await openShop('America/Sao_Paulo', 'Águia')
    await world.db.updateTable('barbershops').set({ owner_id: other.shop.owner_id }).where('id', '=', own.id).execute()
    const { barbershops } = await ask(agendasApi.shopsOfOwner, other.owner)
    expect(barbershops).toEqual([
      { id: own.id, name: 'Águia' },
      { id: other.shop.id, name: 'Dom Bigode' },
    ])
  })

  test('an owner with a chair of his own has both agendas', async () => {
    const chair = await world.db
      .insertInto('barbers')
      .values({ user_id: one.shop.owner_id, barbershop_id: one.shop.id })
      .returningAll()
      .executeTakeFirstOrThrow()
    const user = await createUser(world)
    const own = await seat({ ...chair, user }, '2026-03-12T18:00:00Z', { customerId: user.id })
    expect(idsOf(await ask(agendasApi.listOfBarber, one.owner))).toEqual([own])
    expect(idsOf(await ask(agendasApi.listOfOwner, one.owner))).toEqual([here, own])
  })

  test('who left the shop keeps his past, not the phones', async () => {
    await world.db.updateTable('barbers').set({ removed_at: world.clock.now() }).where('id', '=', id).execute()
    const body = await ask(agendasApi.listOfBarber, barber)
    expect(body.appointments.map((row: { customer: { phone: string } }) => row.customer.phone)).toEqual([
      '62911112222',
      null,
    ])
  })
})

describe('days and months on the shop’s wall', () => {
  test.each([
    // 21:00 in the evening is the next day in UTC, at both ends of the month.
    ['America/Sao_Paulo', '2026-03-01T00:00:00Z', '2026-02-28'],
    ['America/Sao_Paulo', '2026-03-01T02:59:00Z', '2026-02-28'],
    ['America/Sao_Paulo', '2026-03-01T03:00:00Z', '2026-03-01'],
    ['America/Sao_Paulo', '2026-03-31T23:59:00Z', '2026-03-31'],
    ['America/Sao_Paulo', '2026-04-01T02:59:00Z', '2026-03-31'],
    ['America/Manaus', '2026-03-01T01:00:00Z', '2026-02-28'],
    ['America/Manaus', '2026-04-01T01:00:00Z', '2026-03-31'],
    ['America/Manaus', '2026-04-01T04:00:00Z', '2026-04-01'],
    ['America/Rio_Branco', '2026-04-01T04:59:00Z', '2026-03-31'],
    ['America/Noronha', '2026-04-01T02:00:00Z', '2026-04-01'],
    // Summer time began: after 23:59 came 01:00. And ended: 23:00 to 23:59 came twice, on the same day.
    ['America/Sao_Paulo', '2018-11-04T02:59:00Z', '2018-11-03'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04'],
    ['America/Sao_Paulo', '2019-02-17T01:30:00Z', '2019-02-16'],
    ['America/Sao_Paulo', '2019-02-17T02:30:00Z', '2019-02-16'],
    ['America/Sao_Paulo', '2019-02-17T03:00:00Z', '2019-02-17'],
    ['America/Manaus', '2018-11-04T03:59:00Z', '2018-11-03'],
  ])('in %s %s is %s', async (timeZone, startsAt, date) => {
    const { chair } = await openShop(timeZone)
    const { user, token } = await createCaller(world)
    const id = await seat(chair, startsAt, { customerId: user.id, status: 'COMPLETED' })
    const month = date.slice(0, 7)
    expect((await ask(agendasApi.calendarOfCustomer, token, { month })).calendar).toEqual([{ date, count: 1 }])
    expect(idsOf(await ask(agendasApi.listOfCustomer, token, { date }))).toEqual([id])
    for (const days of [-1, 1]) {
      const other = Temporal.PlainDate.from(date).add({ days }).toString()
      expect(idsOf(await ask(agendasApi.listOfCustomer, token, { date: other })), other).toEqual([])
      const otherMonth = Temporal.PlainYearMonth.from(month).add({ months: days }).toString()
      const { calendar } = await ask(agendasApi.calendarOfCustomer, token, { month: otherMonth })
      expect(calendar, otherMonth).toEqual([])
    }
  })

  test('a day holds what each shop calls that day, and counts nothing cancelled or held', async () => {
    const [east, west] = [await openShop(), await openShop('America/Rio_Branco')]
    const { user, token } = await createCaller(world)
    // The same day in the west, already the next one in the east.
    await seat(west.chair, '2026-05-02T03:30:00Z', { customerId: user.id })
    await seat(east.chair, '2026-05-02T04:00:00Z', { customerId: user.id })
    await seat(east.chair, '2026-05-01T15:00:00Z', { customerId: user.id })
    await seat(east.chair, '2026-05-03T15:00:00Z', { customerId: user.id, status: 'CANCELLED' })
    await seat(east.chair, '2026-05-04T15:00:00Z', { customerId: user.id, status: 'HELD' })
    const { calendar } = await ask(agendasApi.calendarOfCustomer, token, { month: '2026-05' })
    expect(calendar).toEqual([
      { date: '2026-05-01', count: 2 },
      { date: '2026-05-02', count: 1 },
    ])
  })

  test('a barber’s month tells the days that time off touches, whatever chair and however long', async () => {
    const { chair } = await openShop('America/Manaus')
    const token = await createSession(world, chair.user_id)
    const off = [
      // From Friday evening on the wall to midnight after Sunday; then into the month after, and one that is over before it.
      ['2026-05-01T23:00:00Z', '2026-05-04T04:00:00Z'],
      ['2026-05-31T15:00:00Z', '2026-06-02T15:00:00Z'],
      ['2026-04-29T15:00:00Z', '2026-05-01T04:00:00Z'],
    ].map(([starts_at = '', ends_at = '']) => ({ barber_id: chair.id, starts_at, ends_at }))
    await world.db.insertInto('time_off').values(off).execute()
    const month = { month: '2026-05' }
    const { timeOff } = await ask(agendasApi.calendarOfBarber, token, month)
    expect(timeOff).toEqual(['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-31'])
    const { token: colleague } = await createCaller(world, { role: 'BARBER' })
    expect((await ask(agendasApi.calendarOfBarber, colleague, month)).timeOff).toEqual([])
  })

  test.each(['2026-13', '2026-3', '2026', 'março'])('the month %s does not exist', async (month) => {
    const { token } = await createCaller(world)
    const { status, body } = await world.call(agendasApi.calendarOfCustomer, { token, query: { month } })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('the owner’s counts', async () => {
  const { shop, chair, owner } = await openShop('America/Manaus')

  test('this month and the one before, as the shop’s wall says, without a percentage out of nothing', async () => {
    expect(await ask(agendasApi.countOfMonth, owner)).toEqual({ count: 0, previousCount: 0, percentChange: null })
    await seat(chair, '2026-03-01T04:00:00Z', { status: 'COMPLETED' })
    await seat(chair, '2026-04-01T03:59:00Z')
    await seat(chair, '2026-03-20T15:00:00Z', { status: 'CANCELLED' })
    expect(await ask(agendasApi.countOfMonth, owner)).toEqual({ count: 2, previousCount: 0, percentChange: null })
    for (const start of ['2026-03-01T03:00:00Z', '2026-02-01T04:00:00Z', '2026-02-10T15:00:00Z']) {
      await seat(chair, start, { status: 'NO_SHOW' })
    }
    expect(await ask(agendasApi.countOfMonth, owner)).toEqual({ count: 2, previousCount: 3, percentChange: -33 })
    // Half past eleven at night of the last day: in UTC a new month has begun.
    world.clock.set('2026-04-01T03:30:00Z')
    const later = await createSession(world, shop.owner_id)
    expect((await ask(agendasApi.countOfMonth, later)).count).toBe(2)
    world.clock.set('2026-04-01T04:00:00Z')
    expect(await ask(agendasApi.countOfMonth, later)).toEqual({ count: 0, previousCount: 2, percentChange: -100 })
    world.clock.set('2026-03-11T15:00:00Z')
  })

  test.each([
    [{}, 5],
    [{ dateFrom: '2026-03-01' }, 2],
    [{ dateTo: '2026-02-28' }, 3],
    [{ dateFrom: '2026-02-28', dateTo: '2026-03-01' }, 2],
    [{ dateFrom: '2026-03-31', dateTo: '2026-03-31' }, 1],
    [{ dateFrom: '2026-03-31', dateTo: '2026-03-01' }, 0],
  ])('between %j', async (query, count) => {
    expect(await ask(agendasApi.countOfOwner, owner, query)).toEqual({ count })
  })

  test('are nobody else’s', async () => {
    const { owner: stranger } = await openShop()
    expect(await ask(agendasApi.countOfOwner, stranger)).toEqual({ count: 0 })
    const { token } = await createCaller(world, { role: 'BARBER' })
    expect((await world.call(agendasApi.countOfMonth, { token })).status).toBe(403)
    expect(shop.id).toBeTruthy()
  })
})
