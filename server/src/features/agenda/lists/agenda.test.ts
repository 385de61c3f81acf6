import { agendasApi } from '@na-regua/contract/agendas'
import type { AppointmentStatus } from '@na-regua/contract/appointments'
import type { Route } from '@na-regua/contract/route'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'

/** A Wednesday, 12:00 in São Paulo. */
const world = await createHarness()
afterAll(() => world.close())

type BarberRow = Awaited<ReturnType<typeof createBarber>>
type AppointmentOptions = { customerId?: string; status?: AppointmentStatus | 'HELD'; name?: string }

/** Inserts an appointment or hold of half an hour directly into the database, so that it may be in the past. */
async function insertAppointment(
  barber: BarberRow,
  startsAt: string,
  { customerId, status = 'CONFIRMED', name }: AppointmentOptions = {},
) {
  const start = new Date(startsAt)
  const { id } = await world.db
    .insertInto('appointments')
    .values({
      barbershop_id: barber.barbershop_id,
      barber_id: barber.id,
      barber_user_id: barber.user_id,
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
  const shop = await createBarbershopRow(world, { timeZone, name })
  const barber = await createBarber(world, shop.id)
  return { shop, barber, owner: await createSessionToken(world, shop.owner_id) }
}

async function request(route: Route, token: string, query: Record<string, unknown> = {}) {
  const { status, body } = await world.call(route, { token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const idsOf = (body: { appointments: { id: string }[] }) => body.appointments.map(({ id }) => id)

describe('the order of a list', async () => {
  const { barber } = await openShop()
  const { user, token } = await createCaller(world)
  const mine = { customerId: user.id }
  const ids = {
    nextMonth: await insertAppointment(barber, '2026-04-10T13:00:00Z', { ...mine, status: 'SCHEDULED' }),
    // Has begun but not ended: still upcoming.
    running: await insertAppointment(barber, '2026-03-11T14:45:00Z', mine),
    tomorrow: await insertAppointment(barber, '2026-03-12T13:00:00Z', mine),
    cancelledAhead: await insertAppointment(barber, '2026-03-13T13:00:00Z', { ...mine, status: 'CANCELLED' }),
    unfinished: await insertAppointment(barber, '2026-03-10T13:00:00Z', mine),
    lastYear: await insertAppointment(barber, '2025-03-10T13:00:00Z', { ...mine, status: 'COMPLETED' }),
    held: await insertAppointment(barber, '2026-03-14T13:00:00Z', { ...mine, status: 'HELD' }),
  }
  const { running, tomorrow, nextMonth, cancelledAhead, unfinished, lastYear } = ids
  const all = [running, tomorrow, nextMonth, cancelledAhead, unfinished, lastYear]

  test('upcoming appointments come soonest first, then the others newest first, without holds', async () => {
    expect(idsOf(await request(agendasApi.listOfCustomer, token))).toEqual(all)
  })

  test('pages follow the same order and have the total [7.20]', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => request(agendasApi.listOfCustomer, token, { page, perPage: 2 })),
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
  ])('the filter %s', async (status, expected) => {
    expect(idsOf(await request(agendasApi.listOfCustomer, token, { status }))).toEqual(expected)
  })

  test('a date is ordered by time', async () => {
    const evening = await insertAppointment(barber, '2026-03-10T21:00:00Z', { ...mine, status: 'COMPLETED' })
    const body = await request(agendasApi.listOfCustomer, token, { date: '2026-03-10' })
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
  const one = await openShop()
  const other = await openShop('America/Sao_Paulo', 'Dom Bigode')
  const { user: customer, token } = await createCaller(world, { name: 'Joana Prado', phone: '62911112222' })
  // The barber's user also works in the other barbershop.
  const { id } = await world.db
    .insertInto('barbers')
    .values({ user_id: one.barber.user_id, barbershop_id: other.shop.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secondBarber: BarberRow = { ...one.barber, id, barbershop_id: other.shop.id }
  const here = await insertAppointment(one.barber, '2026-03-12T12:00:00Z', { customerId: customer.id })
  const there = await insertAppointment(secondBarber, '2026-03-12T15:00:00Z', { customerId: customer.id })
  const walkIn = await insertAppointment(other.barber, '2026-03-12T12:00:00Z', { name: 'Seu Zé' })
  const barberToken = await createSessionToken(world, one.barber.user_id)

  test('a barber sees the appointments of all their barbershops, with phone numbers; a customer never sees those [7.20]', async () => {
    const body = await request(agendasApi.listOfBarber, barberToken)
    expect(idsOf(body)).toEqual([here, there])
    expect(body.appointments[0].customer).toEqual({ id: customer.id, name: 'Joana Prado', phone: '62911112222' })
    const own = await request(agendasApi.listOfCustomer, token)
    expect(idsOf(own)).toEqual([here, there])
    expect(own.appointments[0].customer.phone).toBeNull()
  })

  test('an owner sees their barbershops only, times under both names, and walk-ins [3.8, 7.22]', async () => {
    expect(idsOf(await request(agendasApi.listOfOwner, one.owner))).toEqual([here])
    const body = await request(agendasApi.listOfOwner, other.owner)
    expect(idsOf(body).toSorted()).toEqual([there, walkIn].toSorted())
    expect(body.appointments[0]).toMatchObject({
      start_time: '2026-03-12T12:00:00.000Z',
      end_time: '2026-03-12T12:30:00.000Z',
      startTime: '2026-03-12T12:00:00.000Z',
      customer: { id: null, name: 'Seu Zé', phone: null },
      isWalkIn: true,
    })
  })

  test('an owner filters by barbershop; those of other owners do not exist', async () => {
    const { id: own } = await createBarbershopRow(world)
    await world.db.updateTable('barbershops').set({ owner_id: one.shop.owner_id }).where('id', '=', own).execute()
    const query = { barbershopId: one.shop.id }
    expect(idsOf(await request(agendasApi.listOfOwner, one.owner, query))).toEqual([here])
    expect(idsOf(await request(agendasApi.listOfOwner, one.owner, { barbershopId: own }))).toEqual([])
    expect(
      (await request(agendasApi.calendarOfOwner, one.owner, { ...query, month: '2026-03' })).calendar,
    ).toHaveLength(1)
    for (const call of [agendasApi.listOfOwner, agendasApi.calendarOfOwner]) {
      const month = call === agendasApi.calendarOfOwner ? { month: '2026-03' } : {}
      const response = await world.call(call, { token: one.owner, query: { ...month, barbershopId: other.shop.id } })
      expect([response.status, response.body.code]).toEqual([404, 'BARBERSHOP_NOT_FOUND'])
    }
  })

  test('an owner lists their barbershops by name', async () => {
    const { shop: own } = await openShop('America/Sao_Paulo', 'Águia')
    await world.db.updateTable('barbershops').set({ owner_id: other.shop.owner_id }).where('id', '=', own.id).execute()
    const { barbershops } = await request(agendasApi.barbershopsOfOwner, other.owner)
    expect(barbershops).toEqual([
      { id: own.id, name: 'Águia', isActive: true },
      { id: other.shop.id, name: 'Dom Bigode', isActive: true },
    ])
  })

  test('an owner who is a barber has both agendas', async () => {
    const ownerAsBarber = await world.db
      .insertInto('barbers')
      .values({ user_id: one.shop.owner_id, barbershop_id: one.shop.id })
      .returningAll()
      .executeTakeFirstOrThrow()
    const user = await createUser(world)
    const own = await insertAppointment({ ...ownerAsBarber, user }, '2026-03-12T18:00:00Z', { customerId: user.id })
    expect(idsOf(await request(agendasApi.listOfBarber, one.owner))).toEqual([own])
    expect(idsOf(await request(agendasApi.listOfOwner, one.owner))).toEqual([here, own])
  })

  test('a barber who left keeps the past appointments without phone numbers', async () => {
    await world.db.updateTable('barbers').set({ removed_at: world.clock.now() }).where('id', '=', id).execute()
    const body = await request(agendasApi.listOfBarber, barberToken)
    expect(body.appointments.map((row: { customer: { phone: string } }) => row.customer.phone)).toEqual([
      '62911112222',
      null,
    ])
  })
})

describe('days and months in the barbershop’s local time', () => {
  test.each([
    // 21:00 is the next day in UTC, at both ends of the month.
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
    const { barber } = await openShop(timeZone)
    const { user, token } = await createCaller(world)
    const id = await insertAppointment(barber, startsAt, { customerId: user.id, status: 'COMPLETED' })
    const month = date.slice(0, 7)
    expect((await request(agendasApi.calendarOfCustomer, token, { month })).calendar).toEqual([{ date, count: 1 }])
    expect(idsOf(await request(agendasApi.listOfCustomer, token, { date }))).toEqual([id])
    for (const days of [-1, 1]) {
      const other = Temporal.PlainDate.from(date).add({ days }).toString()
      expect(idsOf(await request(agendasApi.listOfCustomer, token, { date: other })), other).toEqual([])
      const otherMonth = Temporal.PlainYearMonth.from(month).add({ months: days }).toString()
      const { calendar } = await request(agendasApi.calendarOfCustomer, token, { month: otherMonth })
      expect(calendar, otherMonth).toEqual([])
    }
  })

  test('a day has the appointments of that local date in each barbershop, without cancelled ones and holds [3.13]', async () => {
    const east = await openShop()
    const west = await openShop('America/Rio_Branco')
    const { user, token } = await createCaller(world)
    // The same day in the west, already the next one in the east.
    await insertAppointment(west.barber, '2026-05-02T03:30:00Z', { customerId: user.id })
    await insertAppointment(east.barber, '2026-05-02T04:00:00Z', { customerId: user.id })
    await insertAppointment(east.barber, '2026-05-01T15:00:00Z', { customerId: user.id })
    await insertAppointment(east.barber, '2026-05-03T15:00:00Z', { customerId: user.id, status: 'CANCELLED' })
    await insertAppointment(east.barber, '2026-05-04T15:00:00Z', { customerId: user.id, status: 'HELD' })
    const { calendar } = await request(agendasApi.calendarOfCustomer, token, { month: '2026-05' })
    expect(calendar).toEqual([
      { date: '2026-05-01', count: 2 },
      { date: '2026-05-02', count: 1 },
    ])
  })

  test('a barber’s month has the days with time off in any barbershop, of any length [2.100]', async () => {
    const { barber } = await openShop('America/Manaus')
    const token = await createSessionToken(world, barber.user_id)
    const off = [
      // From Friday evening to midnight after Sunday in local time; one into the next month, and one that ends before this month.
      ['2026-05-01T23:00:00Z', '2026-05-04T04:00:00Z'],
      ['2026-05-31T15:00:00Z', '2026-06-02T15:00:00Z'],
      ['2026-04-29T15:00:00Z', '2026-05-01T04:00:00Z'],
    ].map(([starts_at = '', ends_at = '']) => ({ barber_id: barber.id, starts_at, ends_at }))
    await world.db.insertInto('time_off').values(off).execute()
    const month = { month: '2026-05' }
    const { timeOff } = await request(agendasApi.calendarOfBarber, token, month)
    expect(timeOff).toEqual(['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-31'])
    const { token: colleague } = await createCaller(world, { role: 'BARBER' })
    expect((await request(agendasApi.calendarOfBarber, colleague, month)).timeOff).toEqual([])
  })

  test.each(['2026-13', '2026-3', '2026', 'março'])('the month %s does not exist', async (month) => {
    const { token } = await createCaller(world)
    const { status, body } = await world.call(agendasApi.calendarOfCustomer, { token, query: { month } })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('what staff filter by', async () => {
  const { shop, barber, owner } = await openShop()
  const colleague = await createBarber(world, shop.id)
  const elsewhere = await openShop()
  const barberToken = await createSessionToken(world, barber.user_id)
  const insertService = async (barbershopId: string, name: string) =>
    await world.db
      .insertInto('services')
      .values({ barbershop_id: barbershopId, name, duration_min: 30, price_cents: 5000 })
      .returning('id')
      .executeTakeFirstOrThrow()
  const cut = await insertService(shop.id, 'Corte')
  const beard = await insertService(shop.id, 'Barba')
  const foreignCut = await insertService(elsewhere.shop.id, 'Corte')
  const joana = await createUser(world, { name: 'Joana d’Ávila Prado', phone: '62911117788' })
  const profile = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: shop.id, name: 'Caio Melo', phone: '+5562933334455' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = (id: string, columns: object) =>
    world.db.updateTable('appointments').set(columns).where('id', '=', id).execute()

  const ofJoana = await insertAppointment(barber, '2026-03-12T12:00:00Z', { customerId: joana.id })
  const ofGuest = await insertAppointment(colleague, '2026-03-12T13:00:00Z', { customerId: joana.id })
  await change(ofGuest, { guest_name: 'Théo Nunes' })
  const byPhone = await insertAppointment(barber, '2026-03-12T14:00:00Z', { status: 'NO_SHOW' })
  await change(byPhone, { is_walk_in: false, profile_id: profile.id, customer_name: 'Caio Melo', service_id: beard.id })
  const walkIn = await insertAppointment(colleague, '2026-03-12T15:00:00Z', { name: 'Seu Zé' })
  await change(walkIn, { service_id: cut.id })
  await change(ofJoana, { service_id: cut.id })
  for (const [position, service] of [cut, beard].entries()) {
    const row = {
      appointment_id: ofJoana,
      position,
      service_id: service.id,
      name: 'Corte',
      duration_min: 15,
      price_cents: 2500,
    }
    await world.db.insertInto('appointment_services').values(row).execute()
  }
  await insertAppointment(elsewhere.barber, '2026-03-12T16:00:00Z', { customerId: joana.id })
  const everything = [ofJoana, ofGuest, byPhone, walkIn]

  const listOfOwner = async (query: object) =>
    idsOf(await request(agendasApi.listOfOwner, owner, { date: '2026-03-12', ...query }))
  const listOfBarber = async (query: object) =>
    idsOf(await request(agendasApi.listOfBarber, barberToken, { date: '2026-03-12', ...query }))

  test('nothing: the list of the specification', async () => {
    expect(await listOfOwner({})).toEqual(everything)
    expect(await listOfBarber({})).toEqual([ofJoana, byPhone])
  })

  test('the barber, of whom only the owner has several', async () => {
    expect(await listOfOwner({ barberId: colleague.id })).toEqual([ofGuest, walkIn])
    const { status } = await world.call(agendasApi.listOfBarber, { token: barberToken, query: { barberId: barber.id } })
    expect(status).toBe(400)
  })

  test('a service, also as one of several', async () => {
    expect(await listOfOwner({ serviceId: cut.id })).toEqual([ofJoana, walkIn])
    expect(await listOfOwner({ serviceId: beard.id })).toEqual([ofJoana, byPhone])
    expect(await listOfBarber({ serviceId: beard.id })).toEqual([ofJoana, byPhone])
  })

  test('no-shows, and several filters at once', async () => {
    expect(await listOfOwner({ status: 'no_show' })).toEqual([byPhone])
    expect(await listOfOwner({ status: 'confirmed', barberId: barber.id, serviceId: cut.id, q: 'prado' })).toEqual([
      ofJoana,
    ])
    expect(await listOfOwner({ status: 'no_show', barberId: colleague.id })).toEqual([])
  })

  test.each([
    ['joana', [ofJoana, ofGuest]],
    ['AVILA joa', [ofJoana, ofGuest]],
    ['ana', []],
    ['theo', [ofGuest]],
    ['cai', [byPhone]],
    ['ze', [walkIn]],
    ['seu zé', [walkIn]],
    ['7788', [ofJoana, ofGuest]],
    ['4455', [byPhone]],
    ['(62) 93333-4455', [byPhone]],
    ['0000', []],
    [' ', everything],
    // Neither a wildcard nor the end of a literal.
    ['j%', [ofJoana, ofGuest]],
    ['%ana', []],
    ['j_ana', []],
    ['jo\\', [ofJoana, ofGuest]],
    ["joana' or true --", []],
    ['💈', []],
  ])('the text %j', async (q, expected) => {
    expect(await listOfOwner({ q })).toEqual(expected)
    const own = [ofJoana, byPhone]
    expect(await listOfBarber({ q })).toEqual(expected.filter((id) => own.includes(id)))
  })

  test('the text has pages and a total like everything else', async () => {
    const body = await request(agendasApi.listOfOwner, owner, { q: 'joana', perPage: 1, page: 2 })
    expect(idsOf(body)).toEqual([ofGuest])
    expect(body.pagination).toEqual({ total: 2, totalPages: 2, page: 2, perPage: 1 })
  })

  test('digits find no customer whose phone the caller may not read', async () => {
    const { user, token } = await createCaller(world)
    await world.db
      .insertInto('barbershop_roles')
      .values({
        barbershop_id: shop.id,
        user_id: user.id,
        role: 'RECEPTIONIST',
        permissions: ['agenda', 'customers'],
        created_at: world.clock.now(),
      })
      .execute()
    const list = async (q: string) => idsOf(await request(agendasApi.listOfOwner, token, { q, date: '2026-03-12' }))
    expect(await list('7788')).toEqual([])
    expect(await list('62911117788')).toEqual([ofJoana, ofGuest])
    expect(await list('joana')).toEqual([ofJoana, ofGuest])
  })

  test('ids of another barbershop match nothing', async () => {
    expect(await listOfOwner({ barberId: elsewhere.barber.id })).toEqual([])
    expect(await listOfOwner({ serviceId: foreignCut.id })).toEqual([])
    expect(await listOfBarber({ serviceId: foreignCut.id })).toEqual([])
  })

  test.each([{ q: 'a'.repeat(81) }, { q: 'a\0b' }, { barberId: 'x' }, { serviceId: "' or true --" }, { perPage: 51 }])(
    'refuses %j',
    async (query) => {
      const { status, body } = await world.call(agendasApi.listOfOwner, { token: owner, query })
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    },
  )

  test('the choices are the barbers and services of their barbershops; those who have left come last', async () => {
    await world.db.updateTable('barbers').set({ removed_at: world.clock.now() }).where('id', '=', barber.id).execute()
    const { barbers, services } = await request(agendasApi.choicesOfOwner, owner)
    expect(services.slice(0, 2)).toEqual([
      { id: beard.id, name: 'Barba', barbershopId: shop.id },
      { id: cut.id, name: 'Corte', barbershopId: shop.id },
    ])
    expect(services.map(({ name }: { name: string }) => name)).toEqual(['Barba', 'Corte', 'Corte masculino'])
    expect(barbers).toMatchObject([
      { id: colleague.id, barbershopId: shop.id, hasLeft: false },
      { id: barber.id, barbershopId: shop.id, hasLeft: true },
    ])
    const colleagueToken = await createSessionToken(world, colleague.user_id)
    expect(await request(agendasApi.choicesOfBarber, colleagueToken)).toEqual({ services })
    expect(await request(agendasApi.choicesOfBarber, barberToken)).toEqual({ services: [] })
    const { token } = await createCaller(world)
    expect((await world.call(agendasApi.choicesOfOwner, { token })).status).toBe(403)
  })
})

describe('the owner’s counts', async () => {
  const { shop, barber, owner } = await openShop('America/Manaus')

  test('this month and the one before in local time, without a percentage when there was none [7.22]', async () => {
    expect(await request(agendasApi.countOfMonth, owner)).toEqual({ count: 0, previousCount: 0, percentChange: null })
    await insertAppointment(barber, '2026-03-01T04:00:00Z', { status: 'COMPLETED' })
    await insertAppointment(barber, '2026-04-01T03:59:00Z')
    await insertAppointment(barber, '2026-03-20T15:00:00Z', { status: 'CANCELLED' })
    expect(await request(agendasApi.countOfMonth, owner)).toEqual({ count: 2, previousCount: 0, percentChange: null })
    for (const start of ['2026-03-01T03:00:00Z', '2026-02-01T04:00:00Z', '2026-02-10T15:00:00Z']) {
      await insertAppointment(barber, start, { status: 'NO_SHOW' })
    }
    expect(await request(agendasApi.countOfMonth, owner)).toEqual({ count: 2, previousCount: 3, percentChange: -33 })
    // 23:30 on the last day: in UTC the next month has begun.
    world.clock.set('2026-04-01T03:30:00Z')
    const later = await createSessionToken(world, shop.owner_id)
    expect((await request(agendasApi.countOfMonth, later)).count).toBe(2)
    world.clock.set('2026-04-01T04:00:00Z')
    expect(await request(agendasApi.countOfMonth, later)).toEqual({ count: 0, previousCount: 2, percentChange: -100 })
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
    expect(await request(agendasApi.countOfOwner, owner, query)).toEqual({ count })
  })

  test('do not include other owners', async () => {
    const { owner: stranger } = await openShop()
    expect(await request(agendasApi.countOfOwner, stranger)).toEqual({ count: 0 })
    const { token } = await createCaller(world, { role: 'BARBER' })
    expect((await world.call(agendasApi.countOfMonth, { token })).status).toBe(403)
    expect(shop.id).toBeTruthy()
  })
})
