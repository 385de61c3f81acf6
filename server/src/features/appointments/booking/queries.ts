import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deleteBatch } from '../../../lib/worker/run-sweeps.ts'
import { listBarberCandidates } from '../../availability/queries.ts'
import { isBlockedIn, nationalPhone } from '../../customers/queries.ts'
import { bookableLastMinute } from '../../last-minute/queries.ts'
import type {
  BookingCandidate,
  BookingInput,
  BookingSnapshot,
  CustomerHold,
  RepeatedBooking,
  ValidatedBooking,
} from './rules.ts'

/** The barbers who might take the booking, and the state of the customer, in one statement and so in one snapshot. */
export async function listBookingCandidates(db: Database, input: BookingInput, now: Date): Promise<BookingCandidate[]> {
  const candidates = await listBarberCandidates<SnapshotRow | null>(db, input, snapshotColumn(input, now))
  return candidates.map(({ details, ...candidate }) => {
    // The account was closed after its session was checked, or the profile was merged after it was found.
    if (!details) throw new ApiError(input.staff ? 'CUSTOMER_NOT_FOUND' : 'UNAUTHENTICATED')
    return { ...candidate, details: toSnapshot(details) }
  })
}

function snapshotColumn(input: BookingInput, now: Date) {
  const { start, barberId, staff, lastMinuteId } = input
  const isOfBarberUser = sql`barber_user_id = barbers.user_id`
  const day = sql`date_trunc('day', ${start}::timestamptz at time zone barbershops.time_zone)`
  const dayLoad = sql`
    select count(*) from appointments where ${isOfBarberUser} and starts_at >= ${day} at time zone barbershops.time_zone
       and starts_at < (${day} + interval '1 day') at time zone barbershops.time_zone and status not in ('HELD', 'CANCELLED')`
  return sql`
    select json_build_object(
      'customerName', ${staff ? sql`coalesce(customers.name, profile.name)` : sql`customers.name`},
      'customerPhone', ${staff ? sql`coalesce(customers.phone, ${nationalPhone(sql`profile.phone`)})` : sql`null`},
      'isBlocked', ${staff ? sql`false` : isBlockedIn(sql`barbershops.id`, sql`customers.id`)},
      'isConfirmedAtOnce', ${staff ? sql`true` : isConfirmedAtOnce(sql`customers.id`)},
      'bookingTries', coalesce(customers.booking_tries, 0),
      'barberAvatarUrl', users.avatar_url, 'shopName', barbershops.name,
      'shopAddress', barbershops.address, 'shopPhone', barbershops.phone,
      'cancelNoticeMin', barbershops.cancel_notice_minutes, 'ownerId', barbershops.owner_id,
      'openInShop', (select count(*) from appointments where customer_id = customers.id and barbershop_id = barbershops.id
         and booked_by is null and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} and ${isNotOfSeries}),
      'newToday', (select count(*) from appointments where customer_id = customers.id and status <> 'HELD'
         and booked_by is null and created_at >= date_trunc('day', ${now}::timestamptz, barbershops.time_zone) and ${isNotOfSeries}),
      'repeated', (${selectRepeatedBooking(input)}),
      'ownHold', (select json_build_object('id', id, 'userId', barber_user_id, 'barbershopId', barbershop_id,
           'startsAt', starts_at, 'endsAt', ends_at, 'heldUntil', held_until)
         from appointments where customer_id = customers.id and status = 'HELD'),
      'isTaken', exists (select from appointments where ${isOfBarberUser} and status in ('HELD', 'SCHEDULED', 'CONFIRMED')
         and (status <> 'HELD' or (held_until > ${now} and (customer_id is null or customer_id is distinct from customers.id)))
         and tstzrange(starts_at, busy_until) @> ${start}::timestamptz),
      'dayLoad', (${barberId ? sql`0` : dayLoad}),
      'lastMinute', ${lastMinuteId ? bookableLastMinute(barberId && lastMinuteId, start) : sql`null`})
      from ${bookingCustomer(input)}
       and not exists (select from account_deletions where user_id = customers.id)`
}

/** The dates of a standing appointment are no hoarding. Those that stay booked after its end count as any other. */
const isNotOfSeries = sql`not exists (
  select from series_dates join appointment_series on appointment_series.id = series_id
   where appointment_id = appointments.id and (appointment_series.status <> 'ENDED' or appointments.status = 'CANCELLED'))`

/** `customers` is the account, without columns for a customer without one. Staff reach customers of their barbershop only. */
function bookingCustomer({ customerId, staff }: BookingInput) {
  if (!staff) return sql`users customers where customers.id = ${customerId}`
  return sql`customer_profiles profile left join users customers on customers.id = profile.user_id
     where profile.id = ${staff.profileId} and profile.barbershop_id = barbershops.id
       and profile.user_id is not distinct from ${customerId}::uuid`
}

type SnapshotRow = Omit<BookingSnapshot, 'repeated' | 'ownHold'> & {
  repeated: RepeatedBookingRow | null
  ownHold: Record<keyof CustomerHold, string> | null
}

function toSnapshot({ repeated, ownHold, ...snapshot }: SnapshotRow): BookingSnapshot {
  const instants = ownHold && {
    startsAt: new Date(ownHold.startsAt),
    endsAt: new Date(ownHold.endsAt),
    heldUntil: new Date(ownHold.heldUntil),
  }
  return {
    ...snapshot,
    repeated: toRepeatedBooking(repeated),
    ownHold: ownHold && instants ? { ...ownHold, ...instants } : undefined,
  }
}

type RepeatedBookingRow = Omit<RepeatedBooking, 'startsAt'> & { startsAt: string }

function selectRepeatedBooking({ customerId, staff, barberId, barbershopId, start, ...input }: BookingInput) {
  const idempotencyKey = input.idempotencyKey ?? null
  const isOfCustomer = staff
    ? sql`(customer_id = ${customerId}::uuid or profile_id = ${staff.profileId}) and barbershop_id = ${barbershopId}`
    : sql`customer_id = ${customerId}`
  const isRequestedBarber = barberId ? sql`barber_id = ${barberId}` : sql`barbershop_id = ${barbershopId}`
  return sql`
    select json_build_object('id', id, 'barberId', barber_id, 'barbershopId', barbershop_id, 'startsAt', starts_at,
           'guestName', guest_name, 'note', note,
           'serviceIds', coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = id),
             json_build_array(service_id)),
           'isSameKey', coalesce(idempotency_key = ${idempotencyKey}::text, false))
      from appointments
     where ${isOfCustomer} and (idempotency_key = ${idempotencyKey}::text
        or (${isRequestedBarber} and starts_at = ${start} and status in ('SCHEDULED', 'CONFIRMED')))
     order by idempotency_key is not distinct from ${idempotencyKey}::text desc limit 1`
}

function toRepeatedBooking(row: RepeatedBookingRow | null | undefined): RepeatedBooking | undefined {
  return row ? { ...row, startsAt: new Date(row.startsAt) } : undefined
}

export async function findRepeatedBooking(db: Database, input: BookingInput): Promise<RepeatedBooking | undefined> {
  const { rows } = await sql<{ repeated: RepeatedBookingRow | null }>`/* find repeated booking */
    select (${selectRepeatedBooking(input)}) as repeated`.execute(db)
  return toRepeatedBooking(rows[0]?.repeated)
}

/** Whether the customer has another appointment at that time, with any barber. */
export async function isCustomerBusy(
  db: Database,
  { customerId, start, end }: Pick<ValidatedBooking, 'customerId' | 'start' | 'end'>,
): Promise<boolean> {
  const { rows } = await sql`/* is customer busy */
    select 1 from appointments where customer_id = ${customerId} and status in ('SCHEDULED', 'CONFIRMED')
       and tstzrange(starts_at, ends_at) && tstzrange(${start}, ${end}) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Serializes bookings and changes per customer and per barber's user until the transaction ends. The keys and their order are those
 * of step 1 in insert-appointment.ts; a different order would deadlock. Without an account only the barber's user is locked.
 */
export async function lockCustomerAndBarberUser(
  tx: Database,
  customerId: string | null,
  barberUserId: string,
): Promise<void> {
  await sql`/* lock customer and barber user */
    select pg_advisory_xact_lock(hashtextextended(key, kind))
      from unnest(${[customerId, barberUserId]}::text[], '{1,2}'::bigint[]) as keys(key, kind)`.execute(tx)
}

/** So many no-shows in a barbershop end the automatic confirmation of the customer's bookings there. */
const NO_SHOW_LIMIT = 2

/** Whether so many no-shows count against the customer in the barbershop. */
export function isNoShowIn(barbershopId: RawBuilder<unknown>, customerId: RawBuilder<unknown>) {
  return sql`exists (
    select from barbershops shop join appointments past on past.barbershop_id = shop.id and past.customer_id = ${customerId}
     where shop.id = ${barbershopId} and not auto_confirms_after_no_shows and past.status = 'NO_SHOW'
    having count(*) >= ${sql.lit(NO_SHOW_LIMIT)})`
}

/**
 * Whether the barbershop confirms what this customer books without a response (decision 0092): by its settings, and by what became of
 * their appointments there. `profileIds` are those of the customer. Needs `barbershops` in the FROM clause.
 */
export function isConfirmedAtOnce(
  customerId: RawBuilder<unknown>,
  profileIds = sql`array(select id from customer_profiles where user_id = ${customerId} and barbershop_id = barbershops.id)`,
) {
  return sql`case when barbershops.auto_confirmation = 'off' then false else (
    select (barbershops.auto_confirmation = 'everyone' or count(*) filter (where past.status = 'COMPLETED') > 0)
       and (barbershops.auto_confirms_after_no_shows or count(*) filter (where past.status = 'NO_SHOW') < ${sql.lit(NO_SHOW_LIMIT)})
      from appointments past
     where past.barbershop_id = barbershops.id and (past.customer_id = ${customerId} or past.profile_id = any (${profileIds}))) end`
}

/** The same for a customer without an account, who has the link to this appointment. Needs `barbershops` in the FROM clause. */
export function isConfirmedForProfileOf(appointmentId: string) {
  return isConfirmedAtOnce(
    sql`null::uuid`,
    sql`array(select profile_id from appointments linked where linked.id = ${appointmentId})`,
  )
}

/**
 * CTEs of a statement that records a no-show. Bookings of the customer that were decided without it are decided again: they increment
 * the version that these compare, under the lock of the customer's bookings. The statement reads `superseded_bookings`.
 */
export function supersedeDecidedBookings(customerId: string) {
  return sql`
    locked_customer as materialized (select pg_advisory_xact_lock(hashtextextended(${customerId}::text, 1))),
    superseded_bookings as (
      update users set booking_tries = booking_tries + 1
       where id = ${customerId}::uuid and (select count(*) from locked_customer) > 0 returning id)`
}

/** What a decision about a barber's time was based on. Staff decide without the barber's hours, and so without their version. */
export type DecidedBarber = { barberId: string; barbershopVersion: number; availabilityVersion?: number }

/**
 * A statement for a CTE: the barber, if they still work in the barbershop, it is active, and what the decision was based on has not
 * changed. A locking read returns the newest version of a row, so a change that committed after the snapshot was taken is seen, and
 * a later one waits for the end of the transaction.
 */
export function lockDecidedBarber(
  { barberId, barbershopVersion, availabilityVersion }: DecidedBarber,
  condition = sql`true`,
) {
  const isSameSchedule =
    availabilityVersion === undefined ? sql`true` : sql`barbers.availability_version = ${availabilityVersion}`
  return sql`
    select barbers.id from barbers join barbershops on barbershops.id = barbers.barbershop_id
     where barbers.id = ${barberId} and barbers.removed_at is null and barbershops.is_active
       and barbershops.version = ${barbershopVersion} and ${isSameSchedule} and ${condition}
       for share of barbershops, barbers`
}

type BlockedTime = { customerId: string | null; barberUserId: string; start: Date; end: Date; bufferMin: number }

/**
 * The holds that must not block a rescheduled appointment or a walk-in, as a statement to put into a CTE after `locked_barber`:
 * expired ones of the barber in this time, and the customer's own with this barber. The same as step 4 in insert-appointment.ts.
 */
export function deleteConflictingHolds(time: BlockedTime, now: Date) {
  const busyUntil = new Date(time.end.getTime() + time.bufferMin * 60_000)
  return sql`
    delete from appointments where status = 'HELD' and barber_user_id = ${time.barberUserId} and exists (select from locked_barber)
       and (customer_id = ${time.customerId}::uuid
            or (held_until <= ${now} and tstzrange(starts_at, busy_until) && tstzrange(${time.start}, ${busyUntil})))`
}

/** Deletes the customer's holds, except those with this barber's user. */
export async function deleteCustomerHolds(db: Database, customerId: string, exceptUserId?: string): Promise<number> {
  const { numAffectedRows } = await sql`/* delete customer holds */
    delete from appointments where customer_id = ${customerId} and status = 'HELD'
       and barber_user_id is distinct from ${exceptUserId ?? null}::uuid`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Expired holds do not block their slot but would accumulate. Rows that a concurrent booking deletes are skipped. */
export function deleteExpiredHolds(db: Database, now: Date, limit: number): Promise<number> {
  return deleteBatch(db, { table: 'appointments', by: 'held_until', until: now, and: sql`status = 'HELD'`, limit })
}
