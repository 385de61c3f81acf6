import { type DashboardToday, dashboardApi, trendPeriods } from '@na-regua/contract/dashboard'
import type { Route } from '@na-regua/contract/route'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionToken, createSubscription, createUser } from '../test/factories.ts'
import { createHarness, type Harness } from '../test/harness.ts'

// The owner of 12 barbershops with 12 barbers each, and a year of appointments.
const SHOPS = 12
const BARBERS = 12
const DAYS = 365
const PER_DAY = 8
/** Milliseconds. */
const LIMIT = Number(process.env.DASHBOARD_MS ?? 100)
/** Twelve months read 456,192 appointments; no index spares reading them. */
const YEAR_LIMIT = 500
const ROUNDS = 40

let world: Harness
let token: string

beforeAll(async () => {
  world = await createHarness()
  const owner = await createUser(world, { role: 'OWNER' })
  await createSubscription(world, owner.id, {})
  token = await createSessionToken(world, owner.id)
  await insertYear(owner.id)
})

afterAll(() => world.close())

/** Over a connection without a limit of time, and without the triggers, which nothing here listens to. */
async function insertYear(ownerId: string) {
  await insertStaff(ownerId)
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into appointments (barbershop_id, barber_id, barber_user_id, customer_name, service_id, service_name, duration_min, price_cents,
                               starts_at, ends_at, status)
     select barber.barbershop_id, barber.id, barber.user_id, 'Cliente', service.id, service.name, 30, service.price_cents, starts,
            starts + interval '30 minutes',
            case when starts > $1::timestamptz then case when (day + slot) % 9 = 0 then 'SCHEDULED' else 'CONFIRMED' end
                 when (day + slot) % 11 = 0 then 'CANCELLED' when (day + slot) % 17 = 0 then 'NO_SHOW' else 'COMPLETED' end
       from generate_series($2::int, 30) day, generate_series(0, $3::int) slot, barbers barber
       join lateral (select * from services where barbershop_id = barber.barbershop_id order by name limit 1) service on true,
       lateral (select date_trunc('day', $1::timestamptz, 'America/Sao_Paulo')
                       + make_interval(days => day, hours => 9 + slot, mins => 10 * ((day + 400) % 3)) as starts) at`,
    [world.clock.now(), -DAYS, PER_DAY - 1],
  )
  await client.query('vacuum analyze appointments')
  await client.query('analyze barbershops, barbers, users, services')
  await client.end()
}

async function insertStaff(ownerId: string) {
  await sql`
    with shops as (
      insert into barbershops (owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone, is_active)
      select ${ownerId}, 'Barbearia ' || i, 'Rua 1', 'Rua 1', 'Centro', 'Goiânia', 'GO', -16.6, -49.2,
             (array['America/Sao_Paulo', 'America/Manaus'])[1 + i % 2], true from generate_series(1, ${SHOPS}::int) i returning id),
    hours as (
      insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute)
      select id, day, 540, 1140 from shops, generate_series(0, 6) day),
    offered as (
      insert into services (barbershop_id, name, price_cents, duration_min)
      select id, (array['Corte', 'Barba', 'Sobrancelha'])[i], 3000 + 1000 * i, 30 from shops, generate_series(1, 3) i),
    people as (
      insert into users (name, email, role) select 'Barbeiro ' || i, gen_random_uuid() || '@bulk.test', 'BARBER'
        from generate_series(1, ${SHOPS * BARBERS}::int) i returning id)
    insert into barbers (user_id, barbershop_id, position)
    select people.id, shops.id, 0 from (select id, row_number() over () as number from people) people
      join (select id, row_number() over () as number from shops) shops on shops.number = 1 + people.number % ${SHOPS}::int`.execute(
    world.db,
  )
}

/** Milliseconds, without the first requests. */
async function measure(route: Route, query: Record<string, unknown> = {}) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const { status } = await world.call(route, { token, query })
    times.push(performance.now() - started)
    expect(status).toBe(200)
  }
  const sorted = times.slice(5).toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] as number, p95: sorted[Math.floor(sorted.length * 0.95)] as number }
}

test('the panel of a large owner responds in time', async () => {
  const { body } = await world.call(dashboardApi.today, { token })
  const { barbers, appointments } = body as DashboardToday
  expect(barbers).toHaveLength(SHOPS * BARBERS)
  expect(appointments.total).toBeGreaterThan(SHOPS * BARBERS * (PER_DAY - 2))
  const figures = new Map([
    ['today', await measure(dashboardApi.today)],
    ['month', await measure(dashboardApi.get)],
    ['30d of a service', await measure(dashboardApi.trend, { period: '30d', service: 'Barba' })],
  ])
  for (const period of trendPeriods) figures.set(period, await measure(dashboardApi.trend, { period }))
  console.info('dashboard, ms', JSON.stringify([...figures]))
  for (const [name, { median }] of figures) {
    expect(median, name).toBeLessThanOrEqual(name === '12m' ? YEAR_LIMIT : LIMIT)
  }
})
