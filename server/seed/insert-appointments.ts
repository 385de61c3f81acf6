import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { type BookedSeedAppointment, localNow, type SeedAppointment } from './agenda.ts'
import { insertSelected } from './insert-rows.ts'
import { createRandom } from './random.ts'
import type { SeedReview } from './reviews.ts'

/** Inserts appointments. The database converts local minutes to instants, so no time zone rule is repeated here. */
export async function insertAppointments(db: Database, appointments: readonly BookedSeedAppointment[], now: Date) {
  const dayOf = createDayLookup(now)
  // The trigger would make profiles as of the first row of a statement, not of the first appointment.
  await sql`alter table appointments disable trigger appointments_add_profile`.execute(db)
  await insertSelected(db, 'appointments', appointments, {
    toRow: (appointment) => ({
      id: appointment.id,
      barber_id: appointment.barber.id,
      customer_id: appointment.customerId,
      guest_name: appointment.guestName,
      service_id: appointment.service.id,
      status: appointment.status,
      day: dayOf(appointment),
      minute: appointment.minute,
      hours_before: createRandom(appointment.id).int(1, appointment.status === 'SCHEDULED' ? 20 : 150),
    }),
    columns: sql`id, barbershop_id, barber_id, barber_user_id, customer_id, guest_name, service_id, service_name,
      duration_min, buffer_min, price_cents, status, starts_at, ends_at, created_at, updated_at`,
    select: (json) => sql`
      select appointment.id, barbers.barbershop_id, barber_id, barbers.user_id, customer_id, guest_name, service_id, service.name,
             duration_min, buffer_min, price_cents, status, starts_at, starts_at + make_interval(mins => duration_min), made_at, made_at
        from json_to_recordset(${json}::json) as appointment(
               id uuid, barber_id uuid, customer_id uuid, guest_name text, service_id uuid, status text, day date, minute int, hours_before int)
        join barbers on barbers.id = barber_id
        join barbershops shop on shop.id = barbers.barbershop_id
        join services service on service.id = service_id,
     lateral (select (day + make_interval(mins => minute)) at time zone shop.time_zone as starts_at) start,
     lateral (select least(${now}::timestamptz, starts_at) - make_interval(hours => hours_before) as made_at) made`,
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

export async function insertReviews(db: Database, reviews: readonly SeedReview[]) {
  await insertSelected(db, 'reviews', reviews, {
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
