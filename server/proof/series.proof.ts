import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createRandom } from '../seed/random.ts'
import { fillSeries } from '../src/features/standing/fill-series.ts'
import { listPlannedDates } from '../src/features/standing/rules.ts'
import { openDatabase } from '../src/lib/database.ts'
import { addDays, toEpochMinute, toLocal } from '../src/lib/local-time.ts'
import { createHarness } from '../test/harness.ts'
import { createSeriesCustomers } from './series-customers.ts'

/** V4: a year of standing appointments over holidays, time off, zones and moved visits: every date is accounted for. */
const DATES = 52
/** Decided by the rules alone, and booked in PostgreSQL with everything that follows. */
const DECIDED = 10_000
const BOOKED = Number(process.env.SERIES ?? 600)
const SHOPS = Math.ceil(BOOKED / 15)
const BARBERS = 3
/** At once: one waits for PostgreSQL while another computes. */
const WORKERS = 3
const START = '2026-03-02'
const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Noronha', 'America/Rio_Branco']
const holidays = [
  '2026-04-03',
  '2026-05-01',
  '2026-06-04',
  '2026-09-07',
  '2026-10-12',
  '2026-11-02',
  '2026-12-25',
  '2027-01-01',
  '2027-02-09',
]
/** 10,000 series take about an hour on two busy cores. */
const timeout = 3 * 3_600_000
const SEED = process.env.SERIES_SEED ?? '7'
const { int: between, chance } = createRandom(SEED)

const world = await createHarness()
/** What inserts or reads every row: as a statement of a request it would be cancelled. */
const patient = openDatabase(world.url, { max: 1, statementMs: 600_000, silenceMs: 0 })
afterAll(async () => {
  await patient.close()
  await world.close()
})

type Rule = Parameters<typeof listPlannedDates>[0]

/** Decides the dates of a series week by week, each once and at its local time. Returns how many were in an hour that the clock skips. */
function decideDates(rule: Rule): number {
  const seen = new Set<number>()
  let gaps = 0
  for (let week = 0; seen.size < DATES; week++) {
    const now = new Date(Date.parse(`${addDays(rule.firstDate, week * 7 - 1)}T12:00:00Z`))
    const planned = listPlannedDates(rule, now).filter(({ position }) => !seen.has(position) && position < DATES)
    for (const { position, date, start } of planned) {
      seen.add(position)
      const local = toLocal(toEpochMinute(start), rule.timeZone)
      // A minute that the clock skips is as long after the gap.
      if (local.date === date && local.minute === rule.minute) continue
      expect([local.date, local.minute - rule.minute]).toEqual([date, 60])
      gaps++
    }
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual(Array.from({ length: DATES }, (_, position) => position))
  return gaps
}

test(`${DECIDED} series × ${DATES} dates: each once, at its local time, through every clock change`, () => {
  let gaps = 0
  for (let number = 0; number < DECIDED; number++) {
    const timeZone = [...zones, 'America/Asuncion', 'America/Cuiaba'][number % 6] as string
    const firstDate = addDays('2018-09-03', between(0, 40))
    gaps += decideDates({ firstDate, intervalWeeks: 1, minute: between(0, 95) * 15, timeZone })
  }
  console.info(`series: ${DECIDED * DATES} dates decided, ${gaps} in a skipped hour`)
  expect(gaps).toBeGreaterThan(0)
})

type SeriesRow = { id: string; customerId: string }

/** Barbershops in four zones, every fourth open past midnight, closed on holidays; barbers with time off; customers with series. */
async function insertScene(): Promise<SeriesRow[]> {
  await sql`
    with owner as (insert into users (name, email, role) values ('Dona Rita', 'rita@bulk.test', 'OWNER') returning id),
    shops as (
      insert into barbershops (owner_id, name, address, street, neighborhood, city, state, latitude, longitude, time_zone, is_active, auto_confirmation)
      select owner.id, 'Barbearia ' || i, 'Rua 1', 'Rua 1', 'Centro', 'Goiânia', 'GO', -16.6, -49.2, (${zones}::text[])[1 + i % 4], true, 'everyone'
        from owner, generate_series(0, ${SHOPS - 1}::int) i returning id, name),
    hours as (
      insert into working_hours (barbershop_id, day_of_week, opens_minute, closes_minute)
      select id, day, case when ends_late then 960 else 540 end, case when ends_late then 1560 else 1140 end
        from (select id, right(name, 1)::int % 4 = 3 as ends_late from shops) shop, generate_series(0, 6) day),
    closed as (
      insert into special_dates (barbershop_id, date) select id, day from shops, unnest(${holidays}::date[]) day),
    services as (
      insert into services (barbershop_id, name, price_cents, duration_min) select id, 'Corte', 5000, 30 from shops),
    people as (
      insert into users (name, email, role) select 'Barbeiro ' || i, 'barbeiro' || i || '@bulk.test', 'BARBER'
        from generate_series(1, ${SHOPS * BARBERS}::int) i returning id),
    customers as (
      insert into users (name, email, email_verified_at) select 'Cliente ' || i, 'cliente' || i || '@bulk.test', now()
        from generate_series(1, ${BOOKED}::int) i)
    insert into barbers (user_id, barbershop_id, position)
    select people.id, shops.id, 0 from (select id, row_number() over () as number from people) people
      join (select id, row_number() over () as number from shops) shops on shops.number = 1 + people.number % ${SHOPS}::int`.execute(
    patient.db,
  )
  await sql`insert into time_off (barber_id, starts_at, ends_at)
    select id, starts, starts + make_interval(days => 1 + week % 9) from barbers, generate_series(1, 50, 12) week,
           lateral (select (${START}::date + week * 7 + abs(hashtext(id::text)) % 30)::timestamptz as starts) off`.execute(
    patient.db,
  )
  // Several customers want the same barber at the same time: the exclusion constraint decides.
  const { rows } = await sql<SeriesRow>`
    insert into appointment_series (barbershop_id, barber_id, customer_id, is_by_staff, service_ids, interval_weeks, first_date, minute,
                                    price_cents, status, fill_after, created_at, updated_at)
    select barber.barbershop_id, barber.id, customer.id, false, array[service.id], 1, ${START}::date + abs(hashtext('day ' || customer.number)) % 7,
           case when closes > 1440 and abs(hashtext('night ' || customer.number)) % 3 = 0 then 30 when closes > 1440 then 1200 else 600 + 30 * (abs(hashtext('minute ' || customer.number)) % 4) end,
           5000, 'ACTIVE', now(), now(), now()
      from (select id, row_number() over (order by email) as number from users where email like 'cliente%') customer
      join (select barbers.*, row_number() over (order by id) as number from barbers) barber
        on barber.number = 1 + customer.number % ${SHOPS * BARBERS}::int
      join services service on service.barbershop_id = barber.barbershop_id
      join lateral (select closes_minute as closes from working_hours where barbershop_id = barber.barbershop_id limit 1) hours on true
    returning id, customer_id as "customerId"`.execute(patient.db)
  await sql`create table proof_series as select id, barbershop_id, first_date, minute from appointment_series;
    create unique index on proof_series (id); analyze`.execute(patient.db)
  return rows
}

/** Each run books up to eight weeks; the next one comes before the last date is over. */
const WEEKS_BETWEEN = 7

test(`${BOOKED} series × ${DATES} dates in PostgreSQL: booked, moved, chosen or skipped with a notification, none twice`, {
  timeout,
}, async () => {
  const series = await insertScene()
  expect(series).toHaveLength(BOOKED)
  const customers = createSeriesCustomers(world.db, SEED)
  const analyze = createAnalyzer()
  const started = performance.now()
  for (let week = 0; week < DATES; week += WEEKS_BETWEEN) {
    world.clock.set(`${addDays(START, week * 7 - 3)}T13:00:00Z`)
    const now = world.clock.now()
    const waiting = [...series]
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        await fillSeries(world.db, next.id, now)
        const hasChanged = await customers.useDates(next.id, { userId: next.customerId, now })
        // What is done is not done again.
        if (hasChanged || chance(0.1)) await fillSeries(world.db, next.id, now)
        await analyze()
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
  }
  await customers.storeLedger(patient.db)
  await sql`analyze`.execute(patient.db)
  await report(Math.round((performance.now() - started) / 1000), customers.counts)
  expect(await findFaults()).toEqual([])
  // A year in which nothing is moved proves little.
  for (const what of ['only this one', 'this and the next ones', 'visit that followed', 'choice'])
    expect(customers.counts.get(`${what}: ok`) ?? 0, what).toBeGreaterThan(BOOKED / 10)
  for (const what of ['visit that stayed', 'cancel', 'no choice'])
    expect(customers.counts.get(`${what}: ok`) ?? 0, what).toBeGreaterThan(BOOKED / 50)
})

/** The tables were empty when the plans were made, and autovacuum comes when it comes: so each time that the work has doubled. */
function createAnalyzer() {
  let done = 0
  let next = 10
  return async () => {
    if (++done !== next) return
    next *= 2
    await sql`analyze`.execute(patient.db)
  }
}

async function report(seconds: number, counts: ReadonlyMap<string, number>) {
  const { rows } = await sql<{ status: string; reason: string | null; count: number }>`
    select status, reason, count(*) from series_dates where position < ${DATES} group by 1, 2 order by 3 desc`.execute(
    patient.db,
  )
  console.info(`series: ${seconds} s,`, rows.map((row) => `${row.status} ${row.reason ?? ''} ${row.count}`).join(', '))
  console.info('series:', Object.fromEntries([...counts].toSorted()))
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(BOOKED * DATES)
}

/** When each date must be, by the first rule of its series and what was moved since. */
const accounted = sql`
  select series_dates.*, time_zone,
         proof_series.first_date + series_dates.position * 7 + coalesce((select sum(days) from proof_shifts shift
           where shift.series_id = proof_series.id and shift.position <= series_dates.position), 0)::int as ruled_date,
         coalesce((select shift.minute from proof_shifts shift where shift.series_id = proof_series.id
           and shift.position <= series_dates.position order by number desc limit 1), proof_series.minute) as ruled_minute
    from series_dates join proof_series on proof_series.id = series_id join barbershops on barbershops.id = barbershop_id`

/** What must not be: as names of the checks that found something. */
async function findFaults(): Promise<string[]> {
  await sql`create index on proof_shifts (series_id)`.execute(patient.db)
  await sql`create table proof_dates as ${accounted}`.execute(patient.db)
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 'series without 52 dates' as name where exists (
        select from appointment_series where (select count(*) from series_dates where series_id = id and position < ${DATES}) <> ${DATES})
      union all select 'not ended in a state' where exists (
        select from series_dates where position < ${DATES - 8} and (status = 'ALTERNATIVES' or (status = 'BOOKED') <> (appointment_id is not null)))
      union all select 'without a notification' where exists (select from series_dates where notified_at is null)
      union all select 'on another date' where exists (select from proof_dates where date <> ruled_date)
      union all select 'dates out of order' where exists (
        select from (select date <= lag(date) over (partition by series_id order by position) as is_before from series_dates) as pair where is_before)
      union all select 'visit at another time' where exists (
        select from proof_dates join appointments on appointments.id = appointment_id left join proof_visits visit using (appointment_id)
         where proof_dates.status = 'BOOKED' and appointments.status = 'CONFIRMED'
           and appointments.starts_at <> coalesce(visit.starts_at, (ruled_date + make_interval(mins => ruled_minute)) at time zone time_zone))
      union all select 'appointment of no date' where exists (
        select from appointments where not exists (select from series_dates where appointment_id = appointments.id))
      union all select 'overlap' where exists (
        select from (select busy_until > lead(starts_at) over (partition by barber_user_id order by starts_at) as meets_next
                       from appointments where status = 'CONFIRMED') as pair where meets_next)
      union all select 'on a holiday' where exists (
        select from appointments join barbershops on barbershops.id = barbershop_id
         where status = 'CONFIRMED' and (starts_at at time zone time_zone - interval '2 hours')::date = any (${holidays}::date[]))
      union all select 'in time off' where exists (
        select from appointments join time_off on time_off.barber_id = appointments.barber_id
         where status = 'CONFIRMED' and tstzrange(time_off.starts_at, time_off.ends_at) && tstzrange(appointments.starts_at, appointments.ends_at))
      union all select 'a series that ended' where exists (select from appointment_series where status <> 'ACTIVE')) as faults`.execute(
    patient.db,
  )
  return rows.map(({ name }) => name)
}
