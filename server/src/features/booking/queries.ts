import type { AppointmentSource } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { deleteBatch } from '../../lib/worker/run-sweeps.ts'
import { automaticConfirmationSql } from '../appointments/confirmation/queries.ts'
import { lockCustomer } from '../appointments/status/queries.ts'
import { listBarberCandidates } from '../availability/candidates/queries.ts'
import type { BookableService } from '../availability/rules.ts'
import { isBlockedIn, lockExistingProfile, nationalPhone } from '../customers/queries.ts'
import { bookableLastMinute, lockOpenSlots } from '../last-minute/queries.ts'
import type {
  BookingCandidate,
  BookingInput,
  BookingSnapshot,
  CustomerHold,
  RepeatedBooking,
  ValidatedBooking,
} from './rules.ts'

/** The guest's part of the constraint `appointments_customer_no_overlap`: a guest is another person than the customer. */
export function guestKey(guestName: RawBuilder<unknown>) {
  return sql`coalesce(lower(${guestName}), '')`
}

type CustomerTime = Pick<ValidatedBooking, 'customerId' | 'guestName' | 'start' | 'end'>

/** Whether the customer, or this guest of theirs, has another appointment at that time, with any barber. */
export async function isCustomerBusy(
  db: Database,
  { customerId, guestName, start, end }: CustomerTime,
): Promise<boolean> {
  const { rows } = await sql`/* is customer busy */
    select from appointments where customer_id = ${customerId} and status in ('SCHEDULED', 'CONFIRMED')
       and ${guestKey(sql`guest_name`)} = ${guestKey(sql`${guestName}::text`)}
       and tstzrange(starts_at, ends_at) && tstzrange(${start}, ${end}) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Locks everything that a booking is decided by until the transaction ends, and returns the ids of the barbers who might take it. What is
 * read after this stays true until the booking is committed.
 */
export async function lockBookingKeys(tx: Database, input: BookingInput): Promise<string[]> {
  const { customerId, staff, barberId, barbershopId, lastMinuteId, start } = input
  await lockCustomer(tx, customerId ?? (staff?.profileId as string))
  const isCandidate = sql`
    ${barberId ? sql`barbers.id = ${barberId}` : sql`true`}
    and ${barbershopId ? sql`barbers.barbershop_id = ${barbershopId}` : sql`true`}`
  const barberIds = await lockBarbers(tx, isCandidate, { customerId })
  // A profile that is erased or merged is not booked for.
  if (staff) await lockExistingProfile(tx, staff.profileId)
  if (lastMinuteId) await lockOpenSlots(tx, barberIds, start)
  return barberIds
}

/**
 * Locks bookings with the users of these barbers, and the rows of barbershop and barbers, which every change of hours, services and
 * staff locks before it writes. Returns the ids of those who work there.
 *
 * The user whose slot the customer holds is locked too, because the hold is deleted: two customers who each take the slot that the
 * other holds would deadlock otherwise. `isCounted`: the completed appointments of the barbershop may be counted in the transaction.
 */
export async function lockBarbers(
  tx: Database,
  isCandidate: RawBuilder<unknown>,
  { customerId, isCounted = false }: { customerId: string | null; isCounted?: boolean },
): Promise<string[]> {
  const locks = isCounted
    ? sql`for no key update of barbershops for share of barbers`
    : sql`for share of barbershops, barbers`
  const { rows } = await sql<{ id: string }>`/* lock barbers to book */
    with locked_users as materialized (
      select pg_advisory_xact_lock(hashtextextended(user_id::text, 2)) from (
        select user_id from barbers where ${isCandidate} and removed_at is null
        union
        select barber_user_id from appointments where customer_id = ${customerId}::uuid and status = 'HELD'
        order by user_id) as barber_users)
    select barbers.id from barbers join barbershops on barbershops.id = barbers.barbershop_id
     where ${isCandidate} and removed_at is null and (select count(*) from locked_users) > 0
     order by barbers.id ${locks}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * The barbers who might take the booking, and the state of the customer. `barberIds` are those whose bookings are locked: one who joined
 * after the locks were taken is left out.
 */
export async function listBookingCandidates(
  tx: Database,
  input: BookingInput,
  barberIds: readonly string[],
  now: Date,
): Promise<BookingCandidate[]> {
  const candidates = await listBarberCandidates<SnapshotRow | null>(tx, input, snapshotColumn(input, now))
  return candidates
    .filter(({ barber }) => barberIds.includes(barber.barberId))
    .map(({ details, ...candidate }) => {
      // The account was closed after its session was checked, or the profile was merged after it was found.
      if (!details) throw new ApiError(input.staff ? 'CUSTOMER_NOT_FOUND' : 'UNAUTHENTICATED')
      return { ...candidate, details: toSnapshot(details) }
    })
}

const ofStaffBooking = sql`json_build_object('isAlways', true, 'withinMin', 0)`

function snapshotColumn(input: BookingInput, now: Date) {
  const { start, barberId, staff, lastMinuteId, groupId } = input
  // A group counts once, and is not counted before itself.
  const groups = sql`count(distinct coalesce(group_id, id))`
  const isOfOtherGroup = groupId ? sql`group_id is distinct from ${groupId}` : sql`true`
  const isOfBarberUser = sql`barber_user_id = barbers.user_id`
  const day = sql`date_trunc('day', ${start}::timestamptz at time zone barbershops.time_zone)`
  const dayLoad = sql`
    select count(*) from appointments where ${isOfBarberUser} and starts_at >= ${day} at time zone barbershops.time_zone
       and starts_at < (${day} + interval '1 day') at time zone barbershops.time_zone and status not in ('HELD', 'CANCELLED')`
  return sql`
    select json_build_object(
      'customerName', ${staff ? sql`coalesce(customers.name, profile.name)` : sql`customers.name`},
      'customerPhone', ${staff ? sql`coalesce(customers.phone, ${nationalPhone(sql`profile.phone`)})` : sql`null`},
      'customerProfile', ${staff ? sql`json_build_object('id', profile.id, 'allergies', profile.allergies, 'notes', profile.notes)` : sql`null`},
      'isBlocked', ${staff ? sql`false` : isBlockedIn(sql`barbershops.id`, sql`customers.id`)},
      'automaticConfirmation', ${staff ? ofStaffBooking : automaticConfirmationSql(sql`customers.id`)},
      'barberAvatarUrl', users.avatar_url, 'shopName', barbershops.name,
      'shopAddress', barbershops.address, 'shopPhone', barbershops.phone,
      'cancelNoticeMin', barbershops.cancel_notice_minutes, 'usesVisits', barbershops.uses_visits, 'ownerId', barbershops.owner_id,
      'openInShop', (select ${groups} from appointments where customer_id = customers.id and barbershop_id = barbershops.id
         and booked_by is null and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} and ${isOfOtherGroup} and ${isNotOfSeries}),
      'newToday', (select ${groups} from appointments where customer_id = customers.id and status <> 'HELD'
         and booked_by is null and created_at >= date_trunc('day', ${now}::timestamptz, barbershops.time_zone) and ${isOfOtherGroup} and ${isNotOfSeries}),
      'ownHold', (select json_build_object('id', id, 'userId', barber_user_id, 'barbershopId', barbershop_id,
           'startsAt', starts_at, 'endsAt', ends_at, 'heldUntil', held_until)
         from appointments where customer_id = customers.id and status = 'HELD'),
      'hasHolds', exists (select from appointments where status = 'HELD' and (customer_id = customers.id
         or (${isOfBarberUser} and held_until <= ${now} and starts_at < ${start}::timestamptz + interval '1 day' and busy_until > ${start}::timestamptz))),
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

type SnapshotRow = Omit<BookingSnapshot, 'ownHold'> & { ownHold: Record<keyof CustomerHold, string> | null }

function toSnapshot({ ownHold, ...snapshot }: SnapshotRow): BookingSnapshot {
  const hold = ownHold && {
    ...ownHold,
    startsAt: new Date(ownHold.startsAt),
    endsAt: new Date(ownHold.endsAt),
    heldUntil: new Date(ownHold.heldUntil),
  }
  return { ...snapshot, ownHold: hold ?? undefined }
}

/**
 * The appointment that an earlier request made with the same idempotency key, or for the same customer, barber and start. A client that
 * lost the first response may retry when the slot is no longer offered: the notice passed, or the barber left.
 */
export async function findRepeatedBooking(
  db: Database,
  { customerId, staff, barberId, barbershopId, start, guestName, ...input }: BookingInput,
): Promise<RepeatedBooking | undefined> {
  const idempotencyKey = input.idempotencyKey ?? null
  const isOfCustomer = staff
    ? sql`(customer_id = ${customerId}::uuid or profile_id = ${staff.profileId}) and barbershop_id = ${barbershopId}`
    : sql`customer_id = ${customerId}`
  // With any barber, another guest at the same time is another booking.
  const isOfGuest = sql`${guestKey(sql`guest_name`)} = ${guestKey(sql`${guestName}::text`)}`
  const isRequestedBarber = barberId
    ? sql`barber_id = ${barberId}`
    : sql`barbershop_id = ${barbershopId} and ${isOfGuest}`
  const { rows } = await sql<RepeatedBooking>`/* find repeated booking */
    select id, barber_id as "barberId", barbershop_id as "barbershopId", starts_at as "startsAt", guest_name as "guestName", note,
           coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = appointments.id),
             json_build_array(service_id)) as "serviceIds",
           coalesce(idempotency_key = ${idempotencyKey}::text, false) as "isSameKey"
      from appointments
     where ${isOfCustomer} and (idempotency_key = ${idempotencyKey}::text
        or (${isRequestedBarber} and starts_at = ${start} and status in ('SCHEDULED', 'CONFIRMED')))
     order by "isSameKey" desc limit 1`.execute(db)
  return rows[0]
}

type WantedTime = {
  customerId: string | null
  barberUserId: string
  start: Date
  end: Date
  bufferMin: number
  /** Of a date of a standing appointment only the customer's holds at its time are in the way. */
  isOfSeries?: boolean | undefined
}

/** Deletes holds that must not block the time: those of the customer, and expired ones of the barber at this time. Returns their ids. */
export async function deleteHoldsInTheWay(tx: Database, time: WantedTime, now: Date): Promise<string[]> {
  const { customerId, barberUserId, start, end, bufferMin, isOfSeries } = time
  const busyUntil = new Date(end.getTime() + bufferMin * 60_000)
  const isAtTime = sql`tstzrange(starts_at, busy_until) && tstzrange(${start}, ${busyUntil})`
  const { rows } = await sql<{ id: string }>`/* delete holds in the way */
    delete from appointments where status = 'HELD'
       and ((customer_id = ${customerId}::uuid ${isOfSeries ? sql`and ${isAtTime}` : sql``})
            or (barber_user_id = ${barberUserId} and held_until <= ${now} and ${isAtTime}))
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

type NewRow = {
  id: string
  status: 'HELD' | 'SCHEDULED' | 'CONFIRMED'
  heldUntil: Date | null
  idempotencyKey: string | null
  /** Null for a hold. */
  source: AppointmentSource | null
}

/**
 * Inserts the row of an appointment or a hold. False: the slot is taken. The exclusion constraints on barber and customer decide that;
 * instead of failing, the loser inserts nothing.
 */
export async function insertBooking(tx: Database, booking: ValidatedBooking, row: NewRow, now: Date): Promise<boolean> {
  const { customerId, staff, barber, selected, start, end, snapshot, guestName, note, groupId } = booking
  // Only for a customer without an account; an account has its own name.
  const customerName = customerId ? null : snapshot.customerName
  const { rows } = await sql`/* insert booking */
    insert into appointments (id, status, held_until, idempotency_key, source,
                              barbershop_id, barber_id, barber_user_id,
                              customer_id, profile_id, booked_by, customer_name, guest_name, note, group_id,
                              service_id, service_name, duration_min, buffer_min, price_cents,
                              starts_at, ends_at, requested_at, created_at, updated_at)
    values (${row.id}, ${row.status}, ${row.heldUntil}, ${row.idempotencyKey}, ${row.source},
            ${barber.barbershopId}, ${barber.barberId}, ${barber.userId},
            ${customerId}, ${staff?.profileId ?? null}, ${staff?.userId ?? null}, ${customerName}, ${guestName}, ${note}, ${groupId ?? null},
            ${selected.services[0]?.id ?? null}, ${selected.name}, ${selected.durationMin}, ${selected.bufferMin}, ${selected.priceCents},
            ${start}, ${end}, ${now}, ${now}, ${now})
    on conflict do nothing returning id`.execute(tx)
  return rows.length === 1
}

type BookedService = Pick<BookableService, 'name' | 'durationMin' | 'priceCents'> & { id: string | null }

/** A row for each of several services. A single service is stored in the appointment itself. */
export async function insertServices(tx: Database, appointmentId: string, services: readonly BookedService[]) {
  const rows = services.map((service, position) => ({
    appointment_id: appointmentId,
    position,
    service_id: service.id,
    name: service.name,
    duration_min: service.durationMin,
    price_cents: service.priceCents,
  }))
  await tx.insertInto('appointment_services').values(rows).execute()
}

/** One service is stored in the appointment itself. */
export async function replaceBookedServices(
  tx: Database,
  id: string,
  services: readonly BookedService[],
): Promise<void> {
  await sql`/* delete services of appointment */
    delete from appointment_services where appointment_id = ${id}`.execute(tx)
  if (services.length > 1) await insertServices(tx, id, services)
}

/** Blocks bookings of the customer and with the barber's user until the transaction ends: keys and order of `lockBookingKeys`. */
export async function lockCustomerAndBarberUser(tx: Database, customerId: string, barberUserId: string): Promise<void> {
  await sql`/* lock customer and barber user */
    select pg_advisory_xact_lock(hashtextextended(key, kind))
      from unnest(${[customerId, barberUserId]}::text[], '{1,2}'::bigint[]) as keys(key, kind)`.execute(tx)
}

/** Deletes the customer's holds. */
export async function deleteCustomerHolds(db: Database, customerId: string): Promise<number> {
  const { numAffectedRows } = await sql`/* delete customer holds */
    delete from appointments where customer_id = ${customerId} and status = 'HELD'`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Expired holds do not block their slot but would accumulate. Rows that a concurrent booking deletes are skipped. */
export function deleteExpiredHolds(db: Database, now: Date, limit: number): Promise<number> {
  return deleteBatch(db, { table: 'appointments', by: 'held_until', until: now, and: sql`status = 'HELD'`, limit })
}

/** The services of the appointments of the last 90 days, the most frequent first. One with a single service has no rows of its own. */
export async function listMostBookedServices(db: Database, barbershopId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list most booked services */
    select id
      from (select case when of_several.appointment_id is null then appointments.service_id else of_several.service_id end as id
              from appointments left join appointment_services of_several on of_several.appointment_id = appointments.id
             where barbershop_id = ${barbershopId} and starts_at > ${now}::timestamptz - interval '90 days' and starts_at <= ${now}
               and status not in ('HELD', 'CANCELLED')) booked
     where id is not null group by id order by count(*) desc, id`.execute(db)
  return rows.map(({ id }) => id)
}
