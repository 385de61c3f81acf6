import type { Series } from '@na-regua/contract/series'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createRandom } from '../seed/random.ts'
import { replyToDate } from '../src/features/appointments/series/book-date.ts'
import { fillSeries } from '../src/features/appointments/series/fill-series.ts'
import { listPlannedDates } from '../src/features/appointments/series/rules.ts'
import { getSeriesFor } from '../src/features/appointments/series/view-series.ts'
import { changeStatus } from '../src/features/appointments/status/change-status.ts'
import { openDatabase } from '../src/lib/database.ts'
import { addDays, toEpochMinute, toLocal, weekdayOf } from '../src/lib/local-time.ts'
import { createHarness } from '../test/harness.ts'

/** V4: a year of standing appointments over holidays, time off, zones and moved visits: every date is accounted for. */
const DATES = 52
/** Decided by the rules alone, and booked in PostgreSQL with everything that follows. */
const [DECIDED, BOOKED] = [10_000, Number(process.env.SERIES ?? 600)]
const [SHOPS, BARBERS, WORKERS] = [40, 3, 6]
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
const { int: between, chance } = createRandom(process.env.SERIES_SEED ?? '7')

const world = await createHarness()
/** The last checks read every date: as a statement of a request they would be cancelled. */
const patient = openDatabase(world.url, { max: 1, statementMs: 600_000, silenceMs: 0 })
afterAll(async () => {
  await patient.close()
  await world.close()
})

test(`${DECIDED} series × ${DATES} dates: each once, at its local time, through every clock change`, () => {
  let gaps = 0
  for (let number = 0; number < DECIDED; number++) {
    const timeZone = [...zones, 'America/Asuncion', 'America/Cuiaba'][number % 6] as string
    const firstDate = addDays('2018-09-03', between(0, 40))
    const rule = { firstDate, intervalWeeks: 1, minute: between(0, 95) * 15, timeZone }
    const seen = new Set<number>()
    for (let week = 0; seen.size < DATES; week++) {
      const now = new Date(Date.parse(`${addDays(firstDate, week * 7 - 1)}T12:00:00Z`))
      for (const { position, date, start } of listPlannedDates(rule, now)) {
        if (seen.has(position) || position >= DATES) continue
        seen.add(position)
        const local = toLocal(toEpochMinute(start), timeZone)
        // A minute that the clock skips is as long after the gap.
        if (local.date === date && local.minute === rule.minute) continue
        expect([local.date, local.minute - rule.minute]).toEqual([date, 60])
        gaps++
      }
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual(Array.from({ length: DATES }, (_, position) => position))
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
    world.db,
  )
  await sql`insert into time_off (barber_id, starts_at, ends_at)
    select id, starts, starts + make_interval(days => 1 + week % 9) from barbers, generate_series(1, 50, 12) week,
           lateral (select (${START}::date + week * 7 + abs(hashtext(id::text)) % 30)::timestamptz as starts) off`.execute(
    world.db,
  )
  // Several customers want the same barber at the same time: the exclusion constraint decides.
  const { rows } = await sql<SeriesRow>`
    insert into appointment_series (barbershop_id, barber_id, customer_id, is_by_staff, service_ids, interval_weeks, first_date, minute,
                                    price_cents, status, fill_after, created_at, updated_at)
    select barber.barbershop_id, barber.id, customer.id, false, array[service.id], 1, ${START}::date + (customer.number % 7)::int,
           case when closes > 1440 and customer.number % 3 = 0 then 30 when closes > 1440 then 1200 else 600 + 30 * (customer.number % 4) end,
           5000, 'ACTIVE', now(), now(), now()
      from (select id, row_number() over (order by email) as number from users where email like 'cliente%') customer
      join (select barbers.*, row_number() over (order by id) as number from barbers) barber
        on barber.number = 1 + customer.number % ${SHOPS * BARBERS}::int
      join services service on service.barbershop_id = barber.barbershop_id
      join lateral (select closes_minute as closes from working_hours where barbershop_id = barber.barbershop_id limit 1) hours on true
    returning id, customer_id as "customerId"`.execute(world.db)
  await sql`analyze`.execute(world.db)
  return rows
}

/** The customer chooses for what is open, skips some of it, and cancels some visits. */
async function useDates({ id, customerId: userId }: SeriesRow, now: Date) {
  const { dates } = (await getSeriesFor(world.db, id, userId, now)) as Series
  for (const { date, status, alternatives } of dates.filter((one) => one.status === 'ALTERNATIVES')) {
    const chosen = chance(0.7) ? alternatives[between(0, alternatives.length - 1)] : undefined
    const choice = chosen ? { barberId: chosen.barberId, startTime: chosen.startTime } : null
    const reply = { id, userId, date, now }
    // Gone since: the date has new alternatives, and is skipped.
    await replyToDate(world.db, { ...reply, choice }).catch(() => replyToDate(world.db, { ...reply, choice: null }))
    expect(status).toBe('ALTERNATIVES')
  }
  for (const { appointment } of dates)
    if (appointment?.status === 'CONFIRMED' && chance(0.01))
      await changeStatus(world.db, { id: appointment.id, userId, action: 'cancel', now }).catch(() => undefined)
}

test(`${BOOKED} series × ${DATES} dates in PostgreSQL: booked, chosen or skipped with a notification, none twice`, async () => {
  const series = await insertScene()
  expect(series).toHaveLength(BOOKED)
  const started = performance.now()
  // Each run books up to eight weeks; the next one comes before the last date is over.
  for (let week = 0; week < DATES; week += 7) {
    world.clock.set(`${addDays(START, week * 7 - 3)}T13:00:00Z`)
    const now = world.clock.now()
    const waiting = [...series]
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        await fillSeries(world.db, next.id, now)
        await useDates(next, now)
        await fillSeries(world.db, next.id, now)
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
    // The tables were empty when the plans were made; autovacuum comes when it comes.
    await sql`analyze`.execute(world.db)
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  const { rows } = await sql<{ status: string; reason: string | null; count: number }>`
    select status, reason, count(*) from series_dates where position < ${DATES} group by 1, 2 order by 3 desc`.execute(
    world.db,
  )
  console.info(`series: ${seconds} s,`, rows.map((row) => `${row.status} ${row.reason ?? ''} ${row.count}`).join(', '))
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(BOOKED * DATES)
  expect(await findFaults()).toEqual([])
})

/** What must not be: as names of the checks that found something. */
async function findFaults(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 'series without 52 dates' as name where exists (
        select from appointment_series where (select count(*) from series_dates where series_id = id and position < ${DATES}) <> ${DATES})
      union all select 'not ended in a state' where exists (
        select from series_dates where position < ${DATES - 8} and (status = 'ALTERNATIVES' or (status = 'BOOKED') <> (appointment_id is not null)))
      union all select 'without a notification' where exists (select from series_dates where notified_at is null)
      union all select 'on another weekday' where exists (
        select from series_dates join appointment_series on id = series_id
         where extract(dow from date) <> extract(dow from first_date) or (date - first_date) <> position * 7)
      union all select 'at another local time' where exists (
        select from series_dates join appointment_series series on series.id = series_id join appointments on appointments.id = appointment_id
          join barbershops on barbershops.id = series.barbershop_id
         where series_dates.status = 'BOOKED' and reason is null
           and starts_at at time zone time_zone <> date + make_interval(mins => minute))
      union all select 'appointment of no date' where exists (
        select from appointments where not exists (select from series_dates where appointment_id = appointments.id))
      union all select 'overlap' where exists (
        select from appointments one join appointments other on other.barber_user_id = one.barber_user_id and other.id > one.id
         where one.status = 'CONFIRMED' and other.status = 'CONFIRMED'
           and tstzrange(one.starts_at, one.ends_at) && tstzrange(other.starts_at, other.ends_at))
      union all select 'on a holiday' where exists (
        select from series_dates where status = 'BOOKED' and reason is null and date = any (${holidays}::date[])
           and not exists (select from appointment_series where id = series_id and minute < 120))
      union all select 'a series that ended' where exists (select from appointment_series where status <> 'ACTIVE')) as faults`.execute(
    patient.db,
  )
  // The dates that were looked at are what the rule of the series names.
  expect(weekdayOf(START)).toBe(1)
  return rows.map(({ name }) => name)
}
