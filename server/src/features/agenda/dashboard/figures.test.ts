import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentSources } from '@na-regua/contract/appointments'
import { dashboardApi, type Figures } from '@na-regua/contract/dashboard'
import type { Query } from '@na-regua/contract/route'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, describe, expect, test } from 'vitest'
import { createRandom } from '../../../../seed/random.ts'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createOutsiders, createOwner } from '../../../../test/owner-scene.ts'
import { previousPeriod } from './rules.ts'

/** A Wednesday, 12:00 in São Paulo. */
const world = await createHarness()
afterAll(() => world.close())

type Owner = Awaited<ReturnType<typeof createOwner>>
type BarberRow = Awaited<ReturnType<typeof createBarber>>
type PeriodQuery = Query<typeof dashboardApi.figures>
type ListQuery = Partial<Query<typeof agendasApi.listOfOwner>>
type AppointmentFields = {
  status?: string
  minutes?: number
  priceCents?: number
  source?: string | null
  customerId?: string | null
  profileId?: string | null
  guestName?: string | null
}

async function readFigures(token: string, query: PeriodQuery): Promise<Figures> {
  const { status, body } = await world.call(dashboardApi.figures, { token, query })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(Value.Check(dashboardApi.figures.schema.response[200], body)).toBe(true)
  return body
}

/** How many appointments the owner's list has. */
async function countListed(token: string, query: ListQuery): Promise<number> {
  const { status, body } = await world.call(agendasApi.listOfOwner, { token, query: { ...query, perPage: 1 } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.pagination.total
}

async function insertVisit(barber: BarberRow, startsAt: Date | string, fields: AppointmentFields = {}) {
  const { status = 'COMPLETED', minutes = 30, priceCents = 5000, source = null, guestName = null } = fields
  const start = new Date(startsAt)
  const { id } = await world.db
    .insertInto('appointments')
    .values({
      barbershop_id: barber.barbershop_id,
      barber_id: barber.id,
      barber_user_id: barber.user_id,
      customer_id: fields.customerId,
      profile_id: fields.profileId,
      guest_name: guestName,
      service_name: 'Corte masculino',
      duration_min: minutes,
      price_cents: priceCents,
      source,
      starts_at: start,
      ends_at: new Date(start.getTime() + minutes * 60_000),
      status,
      held_until: status === 'HELD' ? start : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addShop(owner: Owner, fields: Parameters<typeof createBarbershopRow>[1]) {
  const shop = await createBarbershopRow(world, fields)
  await world.db.updateTable('barbershops').set({ owner_id: owner.user.id }).where('id', '=', shop.id).execute()
  return shop
}

async function addProfile(barbershopId: string, phone: string, userId: string | null = null) {
  const { id } = await world.db
    .insertInto('customer_profiles')
    .values({ barbershop_id: barbershopId, user_id: userId, name: 'Seu Zé', phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The other way to write them down: by windows, and by single minutes. */
async function computeOracle(ownerId: string, { from, to }: PeriodQuery) {
  const { rows } = await sql<{
    visits: number
    cents: number
    first: number
    later: number
    unknown: number
    people: number
    rated: number
    stars: number
  }>`
    with known as (
      select appointments.*, (starts_at at time zone time_zone)::date as day,
             case when guest_name is null then coalesce(customer_id::text,
               (select coalesce(user_id, id)::text from customer_profiles where id = profile_id)) end as who
        from appointments join barbershops on barbershops.id = barbershop_id
       where owner_id = ${ownerId} and status = 'COMPLETED'),
    numbered as (select *, row_number() over (partition by barbershop_id, who order by starts_at, id) as number from known)
    select count(*)::int as visits, coalesce(sum(price_cents), 0)::int as cents,
           count(*) filter (where who is not null and number = 1)::int as first,
           count(*) filter (where who is not null and number > 1)::int as later,
           count(*) filter (where who is null)::int as unknown,
           count(distinct who) filter (where number > 1)::int as people,
           count(rating)::int as rated, coalesce(sum(rating), 0)::int as stars
      from numbered left join reviews on appointment_id = numbered.id where day between ${from} and ${to}`.execute(
    world.db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Minutes in which current barbers work, and in which they are booked too: each looked at alone. */
async function computeMinutes(ownerId: string, { from, to }: PeriodQuery) {
  const { rows } = await sql<{ open: number; booked: number }>`
    with minutes as (
      select barbers.id, minute, minute at time zone time_zone as instant
        from barbershops join barbers on barbershop_id = barbershops.id and removed_at is null,
             generate_series(${from}::date::timestamp, ${to}::date + interval '1 day - 1 minute', '1 minute') minute
       where owner_id = ${ownerId}
         and exists (select from working_hours where working_hours.barbershop_id = barbershops.id
               and day_of_week = extract(dow from minute) and extract(hour from minute) * 60 + extract(minute from minute) >= opens_minute
               and extract(hour from minute) * 60 + extract(minute from minute) < closes_minute)
         and not exists (select from special_dates where special_dates.barbershop_id = barbershops.id and date = minute::date)
         and not exists (select from breaks where barber_id = barbers.id and day_of_week = extract(dow from minute)
               and extract(hour from minute) * 60 + extract(minute from minute) >= starts_minute
               and extract(hour from minute) * 60 + extract(minute from minute) < ends_minute)
         and not exists (select from time_off where barber_id = barbers.id
               and starts_at <= minute at time zone time_zone and ends_at > minute at time zone time_zone)
         and minute at time zone time_zone >= barbers.created_at)
    select count(*)::int as open, count(*) filter (where exists (
        select from appointments where barber_id = minutes.id and status in ('COMPLETED', 'SCHEDULED', 'CONFIRMED')
           and starts_at <= instant and ends_at > instant))::int as booked
      from minutes`.execute(world.db)
  return rows[0] as (typeof rows)[number]
}

const statuses = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'CONFIRMED', 'SCHEDULED']

type Random = ReturnType<typeof createRandom>

/** A barber with a break and time off, and one appointment after the other, so that none overlaps. */
async function addRandomBarber(
  random: Random,
  barbershopId: string,
  { removedAt, people }: { removedAt?: Date; people: readonly AppointmentFields[] },
) {
  const barber = await createBarber(world, barbershopId, { removedAt })
  const pause = { barber_id: barber.id, day_of_week: 2, starts_minute: 720, ends_minute: 720 + 15 * random.int(1, 4) }
  await world.db.insertInto('breaks').values(pause).execute()
  const timeOff = { starts_at: new Date('2026-03-04T00:00Z'), ends_at: new Date('2026-03-05T16:20Z') }
  await world.db
    .insertInto('time_off')
    .values({ barber_id: barber.id, ...timeOff })
    .execute()
  let start = new Date('2026-03-02T15:00Z').getTime() - random.int(0, 14) * 86_400_000
  while (start < Date.parse('2026-03-17T00:00Z')) {
    const minutes = random.pick([15, 30, 45, 90])
    const status = random.pick(statuses)
    const person = random.pick(people)
    // An account cannot be in two places; who was there already can.
    const isFree = status === 'COMPLETED' || !person.customerId
    const id = await insertVisit(barber, new Date(start), {
      ...(isFree && person),
      status,
      minutes,
      priceCents: random.int(0, 20_000),
      source: random.pick([...appointmentSources, null]),
    })
    const review = { barbershop_id: barbershopId, barber_id: barber.id, appointment_id: id, rating: random.int(1, 5) }
    if (status === 'COMPLETED' && random.chance(0.3)) await world.db.insertInto('reviews').values(review).execute()
    start += (minutes + random.pick([0, 7, 60, 600])) * 60_000
  }
  // Who had appointments before the row was written was there before.
  await sql`
    update barbers set created_at = least(${random.pick(['2025-01-01Z', '2026-03-02T15:00Z'])}::timestamptz,
             (select min(starts_at) from appointments where barber_id = barbers.id))
     where id = ${barber.id}`.execute(world.db)
}

/** Two barbershops in two zones, with every kind of customer and state at random times around two periods, and a barber who has left. */
async function createRandomShops(seed: string) {
  const random = createRandom(seed)
  const owner = await createOwner(world)
  const shops = [owner.shop, await addShop(owner, { name: 'Manaus', timeZone: 'America/Manaus' })]
  const accounts = await Promise.all([0, 1, 2].map(() => createUser(world)))
  const customers = accounts.map(({ id }): AppointmentFields => ({ customerId: id }))
  for (const [index, { id }] of shops.entries()) {
    const known = await addProfile(id, `+55629999900${index}1`)
    const linked = await addProfile(id, `+55629999900${index}2`, accounts[0]?.id)
    const guest = { ...customers[0], guestName: 'Davi' }
    const people = [...customers, guest, { profileId: known }, { profileId: linked }, {}]
    await addRandomBarber(random, id, { people })
    await addRandomBarber(random, id, { people })
    await addRandomBarber(random, id, { people, removedAt: new Date('2026-03-15T12:00Z') })
    await sql`insert into special_dates (barbershop_id, date) values (${id}, '2026-03-09')`.execute(world.db)
  }
  return { ...owner, shops }
}

describe.each(['um', 'dois', 'três'])('the figures of random appointments (%s)', async (seed) => {
  const owner = await createRandomShops(seed)
  const period = { from: '2026-03-01', to: '2026-03-12' }
  const figures = await readFigures(owner.token, period)
  const count = (query: ListQuery) => countListed(owner.token, { ...period, ...query })
  const countVisits = (query: ListQuery) => count({ status: 'completed', ...query })

  test('are what other SQL computes, and so are those of the period before', async () => {
    const before = previousPeriod(period)
    expect([figures.previousFrom, figures.previousTo]).toEqual([before.from, before.to])
    for (const [totals, dates] of [
      [figures.totals, period],
      [figures.previous, before],
    ] as const) {
      const oracle = await computeOracle(owner.user.id, dates)
      const minutes = await computeMinutes(owner.user.id, dates)
      expect(totals).toEqual({
        visits: oracle.visits,
        valueCents: oracle.cents,
        newCustomers: oracle.first,
        openMinutes: minutes.open,
        bookedMinutes: minutes.booked,
      })
    }
    const { first, later, unknown, people, rated, stars } = await computeOracle(owner.user.id, period)
    expect(figures.customers).toEqual({ new: first, returning: later, unknown, returningPeople: people })
    expect(figures.barbers.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(rated)
    const sumOfStars = figures.barbers.reduce((sum, one) => sum + one.reviews * (one.averageRating ?? 0), 0)
    expect(sumOfStars).toBeCloseTo(stars, 6)
  })

  test('are the totals of the lists that they open', async () => {
    const { totals, outcomes, customers } = figures
    expect(totals.visits).toBeGreaterThan(20)
    expect(await countVisits({})).toBe(totals.visits)
    expect(await count({ status: 'no_show' })).toBe(outcomes.missed)
    expect(await count({ status: 'cancelled' })).toBe(outcomes.cancelled)
    expect(await count({ status: 'open' })).toBe(outcomes.open)
    expect(await count({})).toBe(totals.visits + outcomes.missed + outcomes.cancelled + outcomes.open)
    expect(await countVisits({ customer: 'new' })).toBe(customers.new)
    expect(totals.newCustomers).toBe(customers.new)
    expect(await countVisits({ customer: 'returning' })).toBe(customers.returning)
    expect(await countVisits({ customer: 'unknown' })).toBe(customers.unknown)
    for (const { id, ...barber } of figures.barbers) {
      expect(await countVisits({ barberId: id })).toBe(barber.visits)
      expect(await countVisits({ barberId: id, customer: 'returning' })).toBe(barber.returningVisits)
      expect(await countVisits({ barberId: id, reviewed: true })).toBe(barber.reviews)
    }
    for (const { dayOfWeek, hour, count: visits } of figures.hours)
      expect(await countVisits({ dayOfWeek, hour })).toBe(visits)
    for (const { source, visits } of figures.sources) expect(await countVisits({ source })).toBe(visits)
  })

  test('add up', () => {
    const { totals, barbers, hours, sources, customers } = figures
    const sum = <T>(rows: readonly T[], pick: (row: T) => number) => rows.reduce((all, row) => all + pick(row), 0)
    expect(sum(barbers, ({ visits }) => visits)).toBe(totals.visits)
    expect(sum(barbers, ({ valueCents }) => valueCents)).toBe(totals.valueCents)
    expect(sum(barbers, ({ openMinutes }) => openMinutes)).toBe(totals.openMinutes)
    expect(sum(barbers, ({ bookedMinutes }) => bookedMinutes)).toBe(totals.bookedMinutes)
    expect(sum(hours, ({ count }) => count)).toBe(totals.visits)
    expect(sum(sources, ({ visits }) => visits)).toBe(totals.visits)
    expect(customers.new + customers.returning + customers.unknown).toBe(totals.visits)
  })

  test('of one barbershop are those of its lists', async () => {
    for (const { id } of owner.shops) {
      const ofShop = await readFigures(owner.token, { ...period, barbershopId: id })
      const countHere = (query: ListQuery) => countVisits({ barbershopId: id, ...query })
      expect(ofShop.totals.visits).toBe(await countHere({}))
      expect(ofShop.customers.new).toBe(await countHere({ customer: 'new' }))
      expect(ofShop.customers.returning).toBe(await countHere({ customer: 'returning' }))
    }
  })
})

test('a visit is of its local date: at 21:00 of the last day in São Paulo, which is the next day in UTC, and in Manaus', async () => {
  const owner = await createOwner(world)
  const barber = await createBarber(world, owner.shop.id)
  await insertVisit(barber, '2026-03-01T02:59:00Z', { priceCents: 1 })
  await insertVisit(barber, '2026-03-01T03:00:00Z', { priceCents: 10 })
  await insertVisit(barber, '2026-04-01T00:00:00Z', { priceCents: 100 })
  await insertVisit(barber, '2026-04-01T02:59:00Z', { priceCents: 1000 })
  await insertVisit(barber, '2026-04-01T03:00:00Z', { priceCents: 10_000 })
  const manaus = await addShop(owner, { timeZone: 'America/Manaus' })
  await insertVisit(await createBarber(world, manaus.id), '2026-04-01T03:59:00Z', { priceCents: 100_000 })
  const figures = await readFigures(owner.token, { from: '2026-03-01', to: '2026-03-31' })
  expect([figures.totals.visits, figures.totals.valueCents]).toEqual([4, 101_110])
  expect([figures.previousFrom, figures.previousTo, figures.previous.valueCents]).toEqual([
    '2026-02-01',
    '2026-02-28',
    1,
  ])
  expect(figures.hours).toContainEqual({ dayOfWeek: 2, hour: 21, count: 1 })
  expect(figures.hours).toContainEqual({ dayOfWeek: 2, hour: 23, count: 2 })
})

test('no-shows and cancelled ones are worth nothing, and a hold is nothing at all', async () => {
  const owner = await createOwner(world)
  const barber = await createBarber(world, owner.shop.id)
  for (const [hour, status] of ['COMPLETED', 'NO_SHOW', 'CANCELLED', 'CONFIRMED', 'HELD'].entries())
    await insertVisit(barber, `2026-03-10T1${hour}:00:00Z`, { status })
  const figures = await readFigures(owner.token, { from: '2026-03-10', to: '2026-03-10' })
  expect(figures.totals).toMatchObject({ visits: 1, valueCents: 5000 })
  expect(figures.outcomes).toEqual({ missed: 1, cancelled: 1, open: 1 })
  expect(figures.barbers).toHaveLength(1)
})

test.each([
  ['one day', { from: '2026-03-10', to: '2026-03-10' }, { from: '2026-03-09', to: '2026-03-09' }],
  ['a month', { from: '2026-03-01', to: '2026-03-31' }, { from: '2026-02-01', to: '2026-02-28' }],
  ['a quarter', { from: '2026-04-01', to: '2026-06-30' }, { from: '2026-01-01', to: '2026-03-31' }],
  ['a year', { from: '2025-01-01', to: '2025-12-31' }, { from: '2024-01-01', to: '2024-12-31' }],
  ['a part of a month', { from: '2026-03-01', to: '2026-03-11' }, { from: '2026-02-18', to: '2026-02-28' }],
])('%s is compared with the one before', (_, period, before) => {
  expect(previousPeriod(period)).toEqual(before)
})

test('a period has 1 to 366 days', async () => {
  const { token } = await createOwner(world)
  const refuse = async (query: PeriodQuery) => {
    const { status, body } = await world.call(dashboardApi.figures, { token, query })
    expect([status, body.code]).toEqual([400, 'PERIOD_INVALID'])
  }
  await refuse({ from: '2026-03-02', to: '2026-03-01' })
  await refuse({ from: '2024-01-01', to: '2025-01-01' })
  await readFigures(token, { from: '2024-01-01', to: '2024-12-31' })
})

test('no other user reads them', async () => {
  const owner = await createOwner(world)
  const { anonymous, barber, customer, other } = await createOutsiders(world)
  const query = { from: '2026-03-01', to: '2026-03-31', barbershopId: owner.shop.id }
  for (const route of [dashboardApi.figures, dashboardApi.revenue, dashboardApi.exportBarbers]) {
    expect((await world.call(route, { token: anonymous, query })).status).toBe(401)
    expect((await world.call(route, { token: customer, query })).status).toBe(403)
    expect((await world.call(route, { token: barber, query })).status).toBe(403)
    expect((await world.call(route, { token: other, query })).status).toBe(404)
  }
})

describe('as CSV', async () => {
  const owner = await createOwner(world)
  const barber = await createBarber(world, owner.shop.id, { name: '=HYPERLINK("https://mau.test")' })
  await world.db
    .updateTable('barbers')
    .set({ created_at: new Date('2026-01-01T00:00Z') })
    .where('id', '=', barber.id)
    .execute()
  const id = await insertVisit(barber, '2026-03-10T15:00:00Z', { priceCents: 123_456, source: 'poster' })
  const review = { barbershop_id: owner.shop.id, barber_id: barber.id, appointment_id: id, rating: 4 }
  await world.db.insertInto('reviews').values(review).execute()
  await insertVisit(barber, '2026-04-10T15:00:00Z', {})
  const period = { from: '2026-03-10', to: '2026-03-10' }
  const download = async (route: typeof dashboardApi.exportBarbers | typeof dashboardApi.exportAppointments) => {
    const { status, body } = await world.call(route, { token: owner.token, query: period })
    expect(status).toBe(200)
    return body
  }

  test('the ranking has decimal commas and runs no formula', async () => {
    // 30 of 540 minutes.
    expect(await download(dashboardApi.exportBarbers)).toBe(
      '\uFEFFBarbeiro;Barbearia;Atendimentos;Valor (R$);Ocupação (%);Atendimentos de quem voltou;Avaliações;Nota média\r\n' +
        `"'=HYPERLINK(""https://mau.test"")";Navalha de Ouro;1;1234,56;5,6;0;1;4,00\r\n`,
    )
  })

  test('the appointments of the period say where they come from', async () => {
    const lines = (await download(dashboardApi.exportAppointments)).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/;Situação;Origem$/)
    expect(lines[1]).toMatch(/^10\/03\/2026;12:00;.*;1234,56;1234,56;Concluído;Cartaz$/)
  })

  test('one date alone is refused', async () => {
    const { status, body } = await world.call(dashboardApi.exportAppointments, {
      token: owner.token,
      query: { from: '2026-03-10' },
    })
    expect([status, body.code]).toEqual([400, 'PERIOD_INVALID'])
  })
})
