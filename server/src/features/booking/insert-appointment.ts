import type { Appointment } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import { type Database, prepareStatement } from '../../lib/database.ts'
import { relaySoon } from '../../lib/worker/relay-events.ts'
import { isConfirmedAtOnce } from '../appointments/confirmation/queries.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import { isBlockedIn } from '../customers/queries.ts'
import { bookLastMinuteSlot, lockLastMinuteSlot } from '../last-minute/queries.ts'
import { type EventRows, eventSteps, toEventParams } from '../notifications/events/queries.ts'
import { batchOwnBookings, type InsertedRow } from './insert-bookings.ts'
import { type DecidedBarber, lockDecidedBarber } from './queries.ts'
import { toNewAppointment, type ValidatedBooking } from './rules.ts'

/**
 * `slot-taken`: another customer has the slot. `version-conflict`: since the snapshot was read, the customer tried to take another
 * slot, or the schedule or the services changed, so the booking must be decided again.
 */
export type BookingFailure = 'slot-taken' | 'version-conflict'

/** The values of the statement that books, as PostgreSQL receives them. */
type BookingParams = ReturnType<typeof toBookingParams> & {
  id: string
  heldUntil: Date | null
  idempotencyKey: string | null
  lastMinuteId?: string | null
}
/** `services` as JSON. */
type AppointmentParams = BookingParams & ReturnType<typeof toEventParams> & { services: string }

function toBookingParams(booking: ValidatedBooking, now: Date) {
  const { customerId, staff, isOfSeries, barber, selected, start, end, snapshot, guestName, note } = booking
  const { barberId, barbershopId, userId: barberUserId, barbershopVersion } = barber
  const { durationMin, bufferMin, priceCents, name: serviceName } = selected
  return {
    customerId,
    barberId,
    barbershopId,
    barberUserId,
    barbershopVersion,
    now,
    start,
    end,
    // Staff book outside of the barber's hours, but no date of a standing appointment, which no one sees when it is made.
    availabilityVersion: staff && !isOfSeries ? null : barber.availabilityVersion,
    guestName,
    note,
    durationMin,
    bufferMin,
    priceCents,
    serviceName,
    profileId: staff?.profileId ?? null,
    bookedBy: staff?.userId ?? null,
    // Only for a customer without an account; an account has its own name.
    customerName: customerId ? null : snapshot.customerName,
    lockKeys: [customerId, barberUserId],
    bookingTries: snapshot.bookingTries,
    isConfirmedAtOnce: snapshot.isConfirmedAtOnce,
    busyUntil: new Date(end.getTime() + bufferMin * 60_000),
    serviceId: selected.services[0]?.id ?? null,
  }
}

/** What distinguishes an appointment from a hold, and one that staff book for a customer from the customer's own. */
type NewRow = {
  name: `insert ${'appointment' | 'staff booking' | 'last-minute booking'}${'' | ' of services'}` | 'insert hold'
  status: RawBuilder<unknown>
  decidedBarber: DecidedBarber
  customerSteps: RawBuilder<unknown>
  /** A statement that finds no row unless the customer may still be booked for as it was decided. Locks what it finds. */
  checkedCustomer: RawBuilder<unknown>
  moreSteps: RawBuilder<unknown>
  /** A step after the locks of barbershop and barber. */
  lockedSlot?: RawBuilder<unknown>
}

/** Compare-and-set of the customer's version: the row of `decided_customer` is missing if the snapshot is stale. */
function bumpCustomer({ customerId, bookingTries }: BookingParams) {
  return sql`
      update users set booking_tries = booking_tries + 1
       where id = ${customerId}::uuid and booking_tries = ${bookingTries} and (select count(*) from locked_keys) > 0
      returning id`
}

type DecidedSteps = Pick<NewRow, 'decidedBarber' | 'customerSteps' | 'checkedCustomer' | 'lockedSlot'>

/**
 * A customer who books or holds. A block and a no-show bump the version too, so one that the statement does not see makes the snapshot
 * stale.
 */
function ownSteps(params: BookingParams, condition = sql`true`): DecidedSteps {
  return {
    decidedBarber: params,
    customerSteps: sql`decided_customer as (${bumpCustomer(params)})`,
    checkedCustomer: sql`select id from decided_customer
       where not ${isBlockedIn(sql`${params.barbershopId}::uuid`, sql`decided_customer.id`)} and exists (select from locked_barber)
         and ${condition}`,
  }
}

/** The notifications were written for this status, so another one is decided again. The settings are those of the locked version. */
function isStillConfirmedAtOnce({ barbershopId, isConfirmedAtOnce: decided }: BookingParams) {
  return sql`exists (select from barbershops
    where id = ${barbershopId}::uuid and ${isConfirmedAtOnce(sql`decided_customer.id`)} = ${decided}::boolean)`
}

/** Staff who book: a customer without an account has no version, but the profile must still be the one that was read. */
function staffSteps(params: BookingParams): DecidedSteps {
  const { customerId, profileId, barbershopId } = params
  return {
    decidedBarber: params,
    customerSteps: sql`bumped_customer as (${bumpCustomer(params)}),
    decided_customer as materialized (
      select id from bumped_customer
      union all select null where ${customerId}::uuid is null and (select count(*) from locked_keys) > 0)`,
    checkedCustomer: sql`select user_id as id from customer_profiles
       where id = ${profileId}::uuid and barbershop_id = ${barbershopId}::uuid and user_id is not distinct from ${customerId}::uuid
         and ${isPermittedSql('customers', params.bookedBy as string, sql`${barbershopId}::uuid`)}
         and exists (select from locked_barber) for key share`,
  }
}

/**
 * The statement that books. It is a transaction of its own: either every step takes effect, or none. Each step reads from the one
 * before it, because PostgreSQL would otherwise run them in any order. The locks of step 1 come first: concurrent inserts that meet at
 * the exclusion constraint without them deadlock (race.test.ts). All are taken in the order of decision 06.
 */
function bookingStatement(params: BookingParams, row: NewRow) {
  const { customerId, barberUserId, now, start, end } = params
  return sql<{ id: string | null }>`${sql.raw(`/* ${row.name} */`)} with
    -- 1. Bookings of one customer, and of one barber's user, run one after the other.
    locked_keys as materialized (
      select pg_advisory_xact_lock(hashtextextended(key, kind))
        from unnest(${params.lockKeys}::text[], '{1,2}'::bigint[]) as keys(key, kind)),
    -- 2. Compare-and-set of the customer's version. On a stale snapshot it returns no row and nothing below happens.
    ${row.customerSteps},
    -- 3. What the booking was decided by is unchanged, and stays so until the end of the statement. Otherwise likewise no row.
    locked_barber as materialized (${lockDecidedBarber(row.decidedBarber, sql`exists (select from decided_customer)`)}),
    ${row.lockedSlot ?? sql``}
    checked_customer as materialized (${row.checkedCustomer}),
    -- 4. Holds that must not block the slot: expired ones of the barber in this time, the customer's own with this barber.
    deleted_holds as (
      delete from appointments
       where status = 'HELD' and barber_user_id = ${barberUserId}::uuid and exists (select from checked_customer)
         and (customer_id = ${customerId}::uuid
              or (held_until <= ${now}::timestamptz
                  and tstzrange(starts_at, busy_until) && tstzrange(${start}::timestamptz, ${params.busyUntil}::timestamptz)))
      returning 1),
    -- 5. The exclusion constraints on barber and customer decide who gets the slot. Instead of failing, the loser inserts no row.
    --    Neither does a booking of a customer or a barber who is leaving.
    inserted_appointment as (
      insert into appointments (id, barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
                                buffer_min, price_cents, starts_at, ends_at, status, held_until, idempotency_key, guest_name, note, requested_at, created_at, updated_at,
                                profile_id, booked_by, customer_name)
      select ${params.id}::uuid, ${params.barbershopId}::uuid, locked_barber.id, ${barberUserId}::uuid, checked_customer.id,
             ${params.serviceId}::uuid, ${params.serviceName}::text, ${params.durationMin}::int, ${params.bufferMin}::int,
             ${params.priceCents}::int, ${start}::timestamptz, ${end}::timestamptz, ${row.status}, ${params.heldUntil}::timestamptz,
             ${params.idempotencyKey}::text, ${params.guestName}::text, ${params.note}::text, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
             ${params.profileId}::uuid, ${params.bookedBy}::uuid, ${params.customerName}::text
        from checked_customer, locked_barber, (select count(*) from deleted_holds) as after_deletion
       where not exists (select from account_deletions where user_id in (${customerId}::uuid, ${barberUserId}::uuid))
      on conflict do nothing returning id)
    -- 6. For an appointment: its services if there are several, and the event. For a hold: nothing.
    ${row.moreSteps}
    -- No row: version conflict. A null: the slot is taken.
    select inserted_appointment.id from checked_customer left join inserted_appointment on true`
}

const isInserted = sql<boolean>`exists (select from inserted_appointment)`

/** A row for each of several services. A single service is stored in the appointment itself. */
function insertServices(services: string) {
  return sql`, inserted_services as (
    insert into appointment_services (appointment_id, position, service_id, name, duration_min, price_cents)
    select inserted_appointment.id, number - 1, service."id", service."name", service."durationMin", service."priceCents"
      from inserted_appointment, rows from (json_to_recordset(${services}::json)
        as ("id" uuid, "name" text, "durationMin" int, "priceCents" int)) with ordinality
        as service("id", "name", "durationMin", "priceCents", number)
  )`
}

/** The slot whose price was shown is still open, or nothing is written; the booking ends it. */
function lastMinuteSteps(params: AppointmentParams) {
  const slot = lockLastMinuteSlot(params.lastMinuteId as string, sql`exists (select from locked_barber)`)
  return {
    ...ownSteps(params, sql`${isStillConfirmedAtOnce(params)} and exists (select from locked_slot)`),
    lockedSlot: sql`locked_slot as materialized (${slot}),`,
    bookedSlot: sql`, booked_slot as (${bookLastMinuteSlot(params.lastMinuteId as string, params.now)})`,
  }
}

const stepsOf = {
  appointment: (params: AppointmentParams) => ownSteps(params, isStillConfirmedAtOnce(params)),
  'staff booking': staffSteps,
  'last-minute booking': lastMinuteSteps,
}

function prepareInsertion(by: keyof typeof stepsOf, count: '' | ' of services') {
  return prepareStatement<AppointmentParams, InsertedRow>((params) => {
    const { bookedSlot = sql``, ...steps }: DecidedSteps & { bookedSlot?: RawBuilder<unknown> } = stepsOf[by](params)
    const services = count ? insertServices(params.services) : sql``
    return bookingStatement(params, {
      name: `insert ${by}${count}`,
      status: sql`case when ${params.isConfirmedAtOnce}::boolean then 'CONFIRMED' else 'SCHEDULED' end`,
      ...steps,
      moreSteps: sql`${services}${bookedSlot}, ${eventSteps(params, params.now, isInserted)}`,
    })
  })
}

const executeInsert = {
  own: batchOwnBookings(prepareInsertion('appointment', '')),
  ownOfServices: prepareInsertion('appointment', ' of services'),
  staff: prepareInsertion('staff booking', ''),
  staffOfServices: prepareInsertion('staff booking', ' of services'),
  lastMinute: prepareInsertion('last-minute booking', ''),
  lastMinuteOfServices: prepareInsertion('last-minute booking', ' of services'),
}

const executeInsertHold = prepareStatement<BookingParams, InsertedRow>((params) =>
  bookingStatement(params, {
    name: 'insert hold',
    status: sql`'HELD'`,
    ...ownSteps(params),
    moreSteps: sql``,
  }),
)

function findFailure([inserted]: InsertedRow[]): BookingFailure | undefined {
  if (!inserted) return 'version-conflict'
  return inserted.id === null ? 'slot-taken' : undefined
}

type NewAppointment = { id: string; idempotencyKey?: string | null; event: EventRows }

/** Inserts the appointment, and in the same statement its notifications and what is to be enqueued and published. */
export async function insertAppointment(
  db: Database,
  booking: ValidatedBooking,
  { id, idempotencyKey = null, event }: NewAppointment,
  now: Date,
): Promise<Appointment | BookingFailure> {
  const { services } = booking.selected
  const by = booking.staff ? 'staff' : booking.lastMinuteId ? 'lastMinute' : 'own'
  const execute = executeInsert[`${by}${services.length > 1 ? 'OfServices' : ''}`]
  const lastMinuteId = booking.lastMinuteId ?? null
  const params = { id, heldUntil: null, idempotencyKey, lastMinuteId, services: JSON.stringify(services) }
  const values = { ...params, ...toEventParams(event) }
  const failure = findFailure(await execute(db, { ...toBookingParams(booking, now), ...values }))
  if (failure) return failure
  relaySoon(db)
  return toNewAppointment(booking, id, now)
}

type NewHold = { id: string; heldUntil: Date }

export async function insertHold(
  db: Database,
  booking: ValidatedBooking,
  hold: NewHold,
  now: Date,
): Promise<NewHold | BookingFailure> {
  const values = { ...toBookingParams(booking, now), ...hold, idempotencyKey: null }
  return findFailure(await executeInsertHold(db, values)) ?? hold
}
