import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { localNow, type SeedAppointment } from './agenda.ts'
import { insertSelected } from './insert-rows.ts'
import { createRandom, uuidOf } from './random.ts'
import { generateReview } from './reviews.ts'

export type BookedSeedAppointment = SeedAppointment & { customerId: string; isReviewed?: boolean }

/** Inserts appointments. The database converts local minutes to instants, so no time zone rule is repeated here. */
export async function insertAppointments(db: Database, appointments: readonly BookedSeedAppointment[], now: Date) {
  const dayOf = createDayLookup(now)
  const rows = appointments.map((appointment) => ({
    id: appointment.id,
    barbershop_id: appointment.shop.id,
    barber_id: appointment.barber.id,
    barber_user_id: appointment.barber.user_id,
    customer_id: appointment.customerId,
    service_id: appointment.service.id,
    service_name: appointment.service.name,
    duration_min: appointment.service.duration_min,
    buffer_min: appointment.service.buffer_min,
    price_cents: appointment.service.price_cents,
    status: appointment.status,
    time_zone: appointment.shop.time_zone,
    day: dayOf(appointment),
    minute: appointment.minute,
    hours_before: createRandom(appointment.id).int(1, appointment.status === 'SCHEDULED' ? 20 : 150),
  }))
  // One statement for all profiles takes a tenth of what the trigger takes for one row after the other.
  await sql`alter table appointments disable trigger appointments_add_profile`.execute(db)
  const copied = sql`id, barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min, buffer_min, price_cents, status`
  await insertSelected(db, 'appointments', rows, {
    columns: sql`${copied}, starts_at, ends_at, created_at, updated_at`,
    select: (json) => sql`
      select ${copied}, starts_at, starts_at + make_interval(mins => duration_min), made_at, made_at
      from json_to_recordset(${json}::json) as appointment(
        id uuid, barbershop_id uuid, barber_id uuid, barber_user_id uuid, customer_id uuid, service_id uuid,
        service_name text, duration_min int, buffer_min int, price_cents int, status text, time_zone text, day date, minute int, hours_before int
      ),
      lateral (select (day + make_interval(mins => minute)) at time zone time_zone as starts_at) start,
      lateral (
        select least(${now}::timestamptz, starts_at) - make_interval(hours => hours_before) as made_at
      ) made`,
  })
  await sql`alter table appointments enable trigger appointments_add_profile`.execute(db)
  await insertProfiles(db)
}

/** As the trigger makes them: with the first appointment of a customer in a barbershop. */
async function insertProfiles(db: Database) {
  await sql`
    insert into customer_profiles (barbershop_id, user_id, created_at)
    select distinct on (barbershop_id, customer_id) barbershop_id, customer_id, created_at
      from appointments where customer_id is not null
     order by barbershop_id, customer_id, starts_at
    on conflict do nothing`.execute(db)
}

/** Returns a function for the calendar day of an appointment, cached per time zone and day for tens of thousands of calls. */
function createDayLookup(now: Date) {
  const days = new Map<string, string>()
  return ({ shop, offset }: SeedAppointment) => {
    const key = `${shop.time_zone} ${offset}`
    const day = days.get(key) ?? localNow(now, shop.time_zone).date.add({ days: offset }).toString()
    days.set(key, day)
    return day
  }
}

/** Two of three customers write a review within a day; appointments since yesterday have none yet. */
export async function insertReviews(db: Database, appointments: readonly BookedSeedAppointment[]) {
  const usedComments = new Map(appointments.map(({ shop }) => [shop.id, new Set<string>()]))
  const rows = appointments.flatMap((appointment) => {
    const random = createRandom(`${appointment.id} review`)
    const isReviewed = appointment.isReviewed ?? random.chance(0.66)
    if (appointment.status !== 'COMPLETED' || appointment.offset > -2 || !isReviewed) return []
    return [
      {
        id: uuidOf(`${appointment.id} review`),
        barbershop_id: appointment.shop.id,
        appointment_id: appointment.id,
        customer_id: appointment.customerId,
        ...generateReview(random, appointment, usedComments.get(appointment.shop.id) ?? new Set()),
        hours: random.int(1, 20),
      },
    ]
  })
  await insertSelected(db, 'reviews', rows, {
    columns: sql`id, barbershop_id, barber_id, appointment_id, customer_id, rating, comment, created_at`,
    select: (json) => sql`
      select review.id, review.barbershop_id, barber_id, appointment_id, review.customer_id, rating, comment,
        ends_at + make_interval(hours => hours)
      from json_to_recordset(${json}::json) as review(
        id uuid, barbershop_id uuid, appointment_id uuid, customer_id uuid, rating int, comment text, hours int
      ) join appointments on appointments.id = appointment_id`,
  })
}

/** Marks the reminders of generated customers as sent, so that they do not fill the demo outbox. */
export async function skipReminders(db: Database, exceptFor: string) {
  await sql`
    insert into reminders (appointment_id, kind, channel, starts_at, planned_at)
    select appointments.id, kind, 'in-app', starts_at, created_at
      from appointments cross join unnest(array['24h', '2h']) as kind
     where status = 'CONFIRMED' and customer_id <> ${exceptFor}`.execute(db)
}
