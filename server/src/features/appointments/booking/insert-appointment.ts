import type { Appointment } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { type EventRows, eventStepCounts, eventSteps } from '../../notifications/events/queries.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from '../queries.ts'
import { lockDecidedBarber } from './queries.ts'
import type { ValidatedBooking } from './rules.ts'

/**
 * `slot-taken`: another customer has the slot. `version-conflict`: since the snapshot was read, the customer tried to take another
 * slot, or the schedule or the services changed, so the booking must be decided again.
 */
export type BookingFailure = 'slot-taken' | 'version-conflict'

/** What distinguishes an appointment from a hold: values, steps after the insert, and the columns to return. */
type NewRow = {
  name: 'insert appointment' | 'insert hold'
  id: string
  status: 'SCHEDULED' | 'HELD'
  heldUntil?: Date
  idempotencyKey?: string
  moreSteps?: RawBuilder<unknown>
  columns: RawBuilder<unknown>
}

/**
 * The statement that books. It is a transaction of its own: either every step takes effect, or none. Each step reads from the one
 * before it, because PostgreSQL would otherwise run them in any order. The locks of step 1 come first: concurrent inserts that meet at
 * the exclusion constraint without them deadlock (race.test.ts). All are taken in the order of decision 0063.
 */
function bookingStatement<R>(booking: ValidatedBooking, row: NewRow, now: Date) {
  const { customerId, barber, selected, start, end, snapshot } = booking
  const busyUntil = new Date(end.getTime() + selected.bufferMin * 60_000)
  return sql<R & { id: string | null }>`${sql.raw(`/* ${row.name} */`)} with
    -- 1. Bookings of one customer, and of one barber's user, run one after the other.
    locked_keys as materialized (
      select pg_advisory_xact_lock(hashtextextended(key, kind))
        from unnest(${[customerId, barber.userId]}::text[], '{1,2}'::bigint[]) as keys(key, kind)),
    -- 2. Compare-and-set of the customer's version. On a stale snapshot it returns no row and nothing below happens.
    bumped_customer as (
      update users set booking_tries = booking_tries + 1
       where id = ${customerId} and booking_tries = ${snapshot.bookingTries} and (select count(*) from locked_keys) > 0
      returning id),
    -- 3. What the booking was decided by is unchanged, and stays so until the end of the statement. Otherwise likewise no row.
    locked_barber as materialized (${lockDecidedBarber(barber, sql`exists (select from bumped_customer)`)}),
    -- 4. Holds that must not block the slot: expired ones of the barber in this time, the customer's own with this barber.
    deleted_holds as (
      delete from appointments
       where status = 'HELD' and barber_user_id = ${barber.userId} and exists (select from locked_barber)
         and (customer_id = ${customerId}::uuid
              or (held_until <= ${now} and tstzrange(starts_at, busy_until) && tstzrange(${start}, ${busyUntil})))
      returning 1),
    -- 5. The exclusion constraints on barber and customer decide who gets the slot. Instead of failing, the loser inserts no row.
    --    Neither does a booking of a customer or a barber who is leaving.
    inserted_appointment as (
      insert into appointments (id, barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
                                buffer_min, price_cents, starts_at, ends_at, status, held_until, idempotency_key, requested_at, created_at, updated_at)
      select ${row.id}::uuid, ${barber.barbershopId}::uuid, locked_barber.id, ${barber.userId}::uuid, bumped_customer.id,
             ${selected.services[0]?.id}::uuid, ${selected.name}::text, ${selected.durationMin}::int, ${selected.bufferMin}::int,
             ${selected.priceCents}::int, ${start}::timestamptz, ${end}::timestamptz, ${row.status}::text, ${row.heldUntil ?? null}::timestamptz,
             ${row.idempotencyKey ?? null}::text, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from bumped_customer, locked_barber, (select count(*) from deleted_holds) as after_deletion
       where not exists (select from account_deletions where user_id in (${customerId}, ${barber.userId}))
      on conflict do nothing returning *)
    -- 6. For an appointment: its services if there are several, and the event. For a hold: nothing.
    ${row.moreSteps ?? sql``}
    -- No row: version conflict. A row of nulls: the slot is taken.
    select inserted.* from locked_barber left join (
      select ${row.columns} from inserted_appointment as appointments ${appointmentJoins}) as inserted on true`
}

async function insertRow<R>(
  db: Database,
  booking: ValidatedBooking,
  row: NewRow,
  now: Date,
): Promise<{ inserted: R } | BookingFailure> {
  const { rows } = await bookingStatement<R>(booking, row, now).execute(db)
  const [inserted] = rows
  if (!inserted) return 'version-conflict'
  return inserted.id === null ? 'slot-taken' : { inserted }
}

/** A row for each of several services. A single service is stored in the appointment itself. */
function insertedServicesStep({ services }: ServiceSelection) {
  if (services.length === 1) return sql``
  return sql`, inserted_services as (
    insert into appointment_services (appointment_id, position, service_id, name, duration_min, price_cents)
    select inserted_appointment.id, number - 1, service."id", service."name", service."durationMin", service."priceCents"
      from inserted_appointment, rows from (json_to_recordset(${JSON.stringify(services)}::json)
        as ("id" uuid, "name" text, "durationMin" int, "priceCents" int)) with ordinality
        as service("id", "name", "durationMin", "priceCents", number)
  )`
}

type NewAppointment = { id: string; idempotencyKey: string | undefined; event: EventRows }

/** Inserts the appointment, and in the same statement its notifications, live updates and email jobs. */
export async function insertAppointment(
  db: Database,
  booking: ValidatedBooking,
  { id, idempotencyKey, event }: NewAppointment,
  now: Date,
): Promise<Appointment | BookingFailure> {
  const eventRows = eventSteps(event, now, sql`exists (select from inserted_appointment)`)
  const row: NewRow = {
    name: 'insert appointment',
    id,
    status: 'SCHEDULED',
    idempotencyKey,
    moreSteps: sql`${insertedServicesStep(booking.selected)}, ${eventRows}`,
    columns: sql`${appointmentColumns('customer')}, ${eventStepCounts}`,
  }
  const result = await insertRow<AppointmentRow & { published: number; queued: number }>(db, booking, row, now)
  if (typeof result === 'string') return result
  const { published: _, queued: __, ...inserted } = result.inserted
  // A statement does not see the rows that it inserts itself, so `services` is taken from the booking.
  const services = booking.selected.services.map(({ bufferMin: ___, ...service }) => service)
  return toAppointment({ ...inserted, services })
}

type NewHold = { id: string; heldUntil: Date }

export async function insertHold(
  db: Database,
  booking: ValidatedBooking,
  hold: NewHold,
  now: Date,
): Promise<NewHold | BookingFailure> {
  const row: NewRow = { name: 'insert hold', ...hold, status: 'HELD', columns: sql`appointments.id` }
  const result = await insertRow(db, booking, row, now)
  return typeof result === 'string' ? result : hold
}
