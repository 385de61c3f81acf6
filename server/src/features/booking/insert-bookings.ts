import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { batchStatements } from '../../lib/statements/batches.ts'
import { columnsOf, MAX_ITEMS, prepareListStatement } from '../../lib/statements/list-statement.ts'
import { isConfirmedAtOnce } from '../appointments/confirmation/queries.ts'
import { isBlockedIn } from '../customers/queries.ts'
import { type EventParams, eventSteps } from '../notifications/events/queries.ts'

/** The row of a booking that was decided: null, if the slot is taken. */
export type InsertedRow = { id: string | null }

type Numbers = 'bookingTries' | 'barbershopVersion' | 'durationMin' | 'bufferMin' | 'priceCents'

/** What the statement needs of an appointment that a customer books, with a single service. */
export type OwnBookingParams = EventParams &
  Record<'id' | 'barberId' | 'barberUserId' | 'barbershopId' | 'serviceName', string> &
  Record<'customerId' | 'serviceId' | 'idempotencyKey' | 'guestName' | 'note', string | null> &
  Record<'start' | 'end' | 'busyUntil' | 'now', Date> &
  Record<Numbers, number> & { availabilityVersion: number | null; isConfirmedAtOnce: boolean }

const types = {
  id: 'uuid',
  customerId: 'uuid',
  barberId: 'uuid',
  barberUserId: 'uuid',
  barbershopId: 'uuid',
  serviceId: 'uuid',
  bookingTries: 'int',
  barbershopVersion: 'int',
  availabilityVersion: 'int',
  isConfirmedAtOnce: 'boolean',
  serviceName: 'text',
  durationMin: 'int',
  bufferMin: 'int',
  priceCents: 'int',
  start: 'timestamptz',
  end: 'timestamptz',
  busyUntil: 'timestamptz',
  now: 'timestamptz',
  idempotencyKey: 'text',
  guestName: 'text',
  note: 'text',
  notifications: 'text',
  pushUserIds: 'uuid[]',
  jobs: 'text',
  published: 'text',
} as const
const names = Object.keys(types) as (keyof typeof types)[]

const input = columnsOf<OwnBookingParams>('input')
const checked = columnsOf<OwnBookingParams>('checked')
const booked = columnsOf<OwnBookingParams>('booked')
const customerId = sql`${input.customerId}`

/**
 * The statement that books (insert-appointment.ts) for several customers at once, where none of them waits: locks that are not free are
 * skipped, and with them the booking. Its steps are the same, so are the conditions of each booking. Within a list the customers differ;
 * of two for one slot the exclusion constraint takes the first.
 */
const executeInsert = prepareListStatement<OwnBookingParams, { requestedId: string } & InsertedRow>(
  types,
  (list) => sql`/* insert appointments */ with ${list},
    -- 1. The locks of the customers and of the barbers' users, those that are free.
    locked_keys as materialized (
      select key, kind from (
        select ${input.customerId}::text as key, 1::bigint as kind from input union select ${input.barberUserId}::text, 2 from input) as keys
       where pg_try_advisory_xact_lock(hashtextextended(key, kind))),
    free_customers as materialized (
      select users.id from input
        join locked_keys customer_keys on customer_keys.kind = 1 and customer_keys.key = ${input.customerId}::text
        join locked_keys barber_keys on barber_keys.kind = 2 and barber_keys.key = ${input.barberUserId}::text
        join users on users.id = ${input.customerId} and users.booking_tries = ${input.bookingTries}
         for no key update of users skip locked),
    -- 2. Compare-and-set of the customers' versions.
    decided_customers as (
      update users set booking_tries = booking_tries + 1 from free_customers where users.id = free_customers.id returning users.id),
    -- 3. What the bookings were decided by is unchanged, and stays so until the end of the statement.
    locked_barbers as materialized (
      select input.id as booking_id from input join decided_customers on decided_customers.id = ${input.customerId}
        join barbers on barbers.id = ${input.barberId} join barbershops on barbershops.id = barbers.barbershop_id
       where barbers.removed_at is null and barbershops.is_active and barbershops.version = ${input.barbershopVersion}
         and barbers.availability_version = ${input.availabilityVersion}
         for share of barbershops, barbers skip locked),
    checked as materialized (
      select input.* from input join locked_barbers on booking_id = ${input.id} join barbershops on barbershops.id = ${input.barbershopId}
       where not ${isBlockedIn(sql`${input.barbershopId}`, customerId)} and ${isConfirmedAtOnce(customerId)} = ${input.isConfirmedAtOnce}
         and not exists (select from account_deletions where user_id in (${input.customerId}, ${input.barberUserId}))),
    -- 4. Holds that must not block the slots.
    deleted_holds as (
      delete from appointments using checked
       where appointments.status = 'HELD' and appointments.barber_user_id = ${checked.barberUserId}
         and (appointments.customer_id = ${checked.customerId}
              or (held_until <= ${checked.now}
                  and tstzrange(starts_at, busy_until) && tstzrange(${checked.start}, ${checked.busyUntil})))
      returning 1),
    -- 5. The exclusion constraints decide who gets the slots.
    inserted_appointments as (
      insert into appointments (id, barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
                                buffer_min, price_cents, starts_at, ends_at, status, idempotency_key, guest_name, note, requested_at, created_at, updated_at)
      select ${checked.id}, ${checked.barbershopId}, ${checked.barberId}, ${checked.barberUserId}, ${checked.customerId},
             ${checked.serviceId}, ${checked.serviceName}, ${checked.durationMin}, ${checked.bufferMin}, ${checked.priceCents},
             ${checked.start}, ${checked.end}, case when ${checked.isConfirmedAtOnce} then 'CONFIRMED' else 'SCHEDULED' end,
             ${checked.idempotencyKey}, ${checked.guestName}, ${checked.note}, ${checked.now}, ${checked.now}, ${checked.now}
        from checked, (select count(*) from deleted_holds) as after_deletion
      on conflict do nothing returning id),
    booked as materialized (select checked.* from checked join inserted_appointments on inserted_appointments.id = ${checked.id}),
    -- 6. The events.
    ${eventSteps(booked, booked.now, sql`true`, sql`booked`)}
    select ${checked.id} as "requestedId", inserted_appointments.id
      from checked left join inserted_appointments on inserted_appointments.id = ${checked.id}`,
)

/** Without what only other ways of booking need. */
function pickParams(booking: OwnBookingParams) {
  return Object.fromEntries(names.map((name) => [name, booking[name]])) as OwnBookingParams
}

/**
 * Books for each customer who could be decided on without waiting, and returns what the statement that books returns for one; undefined
 * for the others, who run alone.
 */
export async function insertBookings(
  db: Database,
  bookings: readonly OwnBookingParams[],
): Promise<(InsertedRow | undefined)[]> {
  const firstOf = new Map(bookings.toReversed().map((booking) => [booking.customerId, booking]))
  const rows = await executeInsert(db, [...firstOf.values()].toReversed().map(pickParams))
  const byId = new Map(rows.map((row) => [row.requestedId, row]))
  return bookings.map(({ id }) => byId.get(id))
}

/** Bookings that arrive at the same moment in one statement; `insertAlone` for a single one, and for those that have to wait. */
export function batchOwnBookings<Params extends OwnBookingParams>(
  insertAlone: (db: Database, booking: Params) => Promise<InsertedRow[]>,
) {
  return batchStatements<Params, InsertedRow[]>({
    max: MAX_ITEMS,
    runTogether: async (db, bookings) => (await insertBookings(db, bookings)).map((row) => row && [row]),
    runAlone: insertAlone,
  })
}
