import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { localNow, type Visit } from './agenda.ts'
import { insertSelected } from './insert-rows.ts'
import { createRandom, uuidOf } from './random.ts'
import { giveOpinion } from './reviews.ts'

export type SeatedVisit = Visit & { customerId: string; isReviewed?: boolean }

/** Writes visits as appointments. The base turns the shop's minutes into instants, so no rule of zones is repeated here. */
export async function insertVisits(db: Database, visits: readonly SeatedVisit[], now: Date) {
  const dayOf = dayFinder(now)
  const rows = visits.map((visit) => ({
    id: visit.id,
    barbershop_id: visit.shop.id,
    barber_id: visit.barber.id,
    barber_user_id: visit.barber.user_id,
    customer_id: visit.customerId,
    service_id: visit.service.id,
    service_name: visit.service.name,
    duration_min: visit.service.duration_min,
    buffer_min: visit.service.buffer_min,
    price_cents: visit.service.price_cents,
    status: visit.status,
    time_zone: visit.shop.time_zone,
    day: dayOf(visit),
    minute: visit.minute,
    hours_before: createRandom(visit.id).int(1, visit.status === 'SCHEDULED' ? 20 : 150),
  }))
  const copied = sql`id, barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min, buffer_min, price_cents, status`
  await insertSelected(db, 'appointments', rows, {
    columns: sql`${copied}, starts_at, ends_at, created_at, updated_at`,
    select: (json) => sql`
      select ${copied}, starts_at, starts_at + make_interval(mins => duration_min), made_at, made_at
      from json_to_recordset(${json}::json) as visit(
        id uuid, barbershop_id uuid, barber_id uuid, barber_user_id uuid, customer_id uuid, service_id uuid,
        service_name text, duration_min int, buffer_min int, price_cents int, status text, time_zone text, day date, minute int, hours_before int
      ),
      lateral (select (day + make_interval(mins => minute)) at time zone time_zone as starts_at) start,
      lateral (
        select least(${now}::timestamptz, starts_at) - make_interval(hours => hours_before) as made_at
      ) made`,
  })
}

/** The calendar day of a visit, found once per zone and day: there are tens of thousands of visits. */
function dayFinder(now: Date) {
  const found = new Map<string, string>()
  return ({ shop, offset }: Visit) => {
    const key = `${shop.time_zone} ${offset}`
    const day = found.get(key) ?? localNow(now, shop.time_zone).date.add({ days: offset }).toString()
    found.set(key, day)
    return day
  }
}

/** Two of three customers say something within a day; who came yesterday has not written yet. */
export async function insertReviews(db: Database, visits: readonly SeatedVisit[]) {
  const heardIn = new Map(visits.map(({ shop }) => [shop.id, new Set<string>()]))
  const rows = visits.flatMap((visit) => {
    const random = createRandom(`${visit.id} review`)
    const isReviewed = visit.isReviewed ?? random.chance(0.66)
    if (visit.status !== 'COMPLETED' || visit.offset > -2 || !isReviewed) return []
    return [
      {
        id: uuidOf(`${visit.id} review`),
        barbershop_id: visit.shop.id,
        appointment_id: visit.id,
        customer_id: visit.customerId,
        ...giveOpinion(random, visit, heardIn.get(visit.shop.id) ?? new Set()),
        hours: random.int(1, 20),
      },
    ]
  })
  await insertSelected(db, 'reviews', rows, {
    columns: sql`id, barbershop_id, appointment_id, customer_id, rating, comment, created_at`,
    select: (json) => sql`
      select review.id, review.barbershop_id, appointment_id, review.customer_id, rating, comment,
        ends_at + make_interval(hours => hours)
      from json_to_recordset(${json}::json) as review(
        id uuid, barbershop_id uuid, appointment_id uuid, customer_id uuid, rating int, comment text, hours int
      ) join appointments on appointments.id = appointment_id`,
  })
}

/** Regulars cannot read: their reminders count as sent, or they would bury the letters of whoever tries the demo. */
export async function skipReminders(db: Database, exceptFor: string) {
  await sql`
    insert into reminders (appointment_id, kind, channel, starts_at, planned_at)
    select appointments.id, kind, 'in-app', starts_at, created_at
      from appointments cross join unnest(array['24h', '2h']) as kind
     where status = 'CONFIRMED' and customer_id <> ${exceptFor}`.execute(db)
}
