import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { demoAccounts } from './accounts.ts'
import type { SeedBarbershop } from './barbershop.ts'
import { insertQueues } from './queues.ts'

/** What is rare in the demo, and is to be seen all the same. Jobs of the app make the slots of the rules and the dates of the series. */
export async function insertLively(tx: Database, shops: readonly SeedBarbershop[], now: Date) {
  const lively = shops.filter(({ isLively }) => isLively)
  await insertQueues(tx, lively, now)
  await insertLastMinuteRules(tx, lively, now)
  await repeatNextVisit(tx, now)
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]

/** Where the prices are those of the services, as most people look at them first. */
const citiesWithoutDiscounts = new Set(['Goiânia', 'São Paulo'])

async function insertLastMinuteRules(tx: Database, shops: readonly SeedBarbershop[], now: Date) {
  const rules = shops
    .filter(({ city }) => !citiesWithoutDiscounts.has(city))
    .map(({ id }) => ({
      barbershop_id: id,
      is_on: true,
      percent: 20,
      hours_before: 12,
      weekdays: everyDay,
      updated_at: now,
    }))
  await tx.insertInto('last_minute_rules').values(rules).execute()
  await runSoon(tx, 'make-last-minute-slots', {})
}

/** The next visit of the demo's customer repeats every two weeks. */
async function repeatNextVisit(tx: Database, now: Date) {
  const { rows } = await sql<{ id: string }>`
    with visit as (
      select appointment.*, starts_at at time zone time_zone as local_start
        from appointments appointment join barbershops on barbershops.id = barbershop_id
       where customer_id = ${demoAccounts.customer.id} and guest_name is null and status = 'CONFIRMED' and starts_at > ${now}
       order by starts_at limit 1),
    series as (
      insert into appointment_series (barbershop_id, barber_id, customer_id, is_by_staff, service_ids, interval_weeks, first_date, minute,
                                      price_cents, status, fill_after, created_at, updated_at)
      select barbershop_id, barber_id, customer_id, false, array[service_id], 2, local_start::date,
             extract(hour from local_start) * 60 + extract(minute from local_start), price_cents, 'ACTIVE', ${now}, created_at, created_at
        from visit
      returning id, first_date)
    insert into series_dates (series_id, position, date, status, appointment_id, notified_at, updated_at)
    select series.id, 0, first_date, 'BOOKED', visit.id, visit.created_at, visit.created_at from series cross join visit
    returning series_id as id`.execute(tx)
  for (const { id } of rows) await runSoon(tx, 'fill-series', { seriesId: id })
}

/** As soon as the app runs, not only when the job is due by the clock. */
async function runSoon(tx: Database, job: string, payload: object) {
  await sql`select graphile_worker.add_job(${job}::text, ${JSON.stringify(payload)}::json)`.execute(tx)
}
