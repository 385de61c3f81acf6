import { ApiError } from '@na-regua/contract/errors'
import type { DelayReply } from '@na-regua/contract/serving'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import type { TermsOfOther } from '../../appointments/other-barbers/rules.ts'
import {
  type AppointmentRecord,
  findAppointmentRecord,
  lockAppointment,
  matchesExpected,
} from '../../appointments/status/queries.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { deleteHoldsInTheWay, guestKey, lockBarbers, replaceBookedServices } from '../queries.ts'

export type TimeRange = { start: Date; end: Date }

/** Where an appointment goes, and the state in which it arrives. */
export type NewSlot = TimeRange & {
  barber: { barberId: string; userId: string }
  status: 'SCHEDULED' | 'CONFIRMED'
  requestedAt: Date
  /** Of another barber; without them duration, price and services stay as agreed. */
  terms?: TermsOfOther | undefined
  /** When the customer confirmed to come at this time. */
  presenceConfirmedAt?: Date | null
  /** By which reply to a delay the customer moved it. */
  delayReply?: DelayReply
  /** Who of the staff moves it: recorded with where it was before, so that they can undo it. */
  movedBy?: string
}

/**
 * Locks everything that a new time of an appointment is decided by until the transaction ends: bookings of its customer and with its
 * barber or the one to be, the rows of barbershop and barber, and its own. Returns the appointment as it is now. Throws STATE_CHANGED if
 * it has got another customer or barber since it was `seen`: their bookings are not locked.
 */
export async function lockAppointmentToMove(
  tx: Database,
  seen: AppointmentRecord,
  newBarberId?: string,
): Promise<AppointmentRecord> {
  const { id, customerId, barberId, actedBy } = seen
  await lockCustomerOf(tx, id)
  await lockBarbers(tx, sql`barbers.id = ${newBarberId ?? barberId}`, { customerId })
  await lockAppointment(tx, id)
  const record = await findAppointmentRecord(tx, id)
  if (!record) throw new ApiError('APPOINTMENT_NOT_FOUND')
  const hasOtherBarber = newBarberId === undefined && record.barberId !== barberId
  if (record.customerId !== customerId || hasOtherBarber) throw new ApiError('STATE_CHANGED')
  return { ...record, actedBy }
}

/** Blocks bookings of its customer, or what is decided about the profile of a customer without an account. */
async function lockCustomerOf(tx: Database, appointmentId: string): Promise<void> {
  await sql`/* lock customer of appointment */
    select pg_advisory_xact_lock(hashtextextended(coalesce(customer_id, profile_id)::text, 1))
      from appointments where id = ${appointmentId}`.execute(tx)
}

/** Whether `other` serves the person whom this appointment serves, among those of one customer. */
function isOfSameGuest(id: string) {
  const own = sql`(select guest_name from appointments own where own.id = ${id})`
  return sql`${guestKey(sql`other.guest_name`)} = ${guestKey(own)}`
}

type Contender = Pick<AppointmentRecord, 'id' | 'customerId' | 'bufferMin'>

/**
 * Whether an open appointment or a hold overlaps. What may be replaced was deleted before: expired holds of the barber in this time,
 * and the customer's own.
 */
export function hasConflict(
  { id, customerId, bufferMin }: Contender,
  { start, end, barber }: Pick<NewSlot, 'start' | 'end' | 'barber'>,
  now: Date,
) {
  const busyUntil = new Date(end.getTime() + bufferMin * 60_000)
  const isOther = sql`other.id <> ${id}`
  return sql`exists (
      select 1 from appointments other
       where other.barber_user_id = ${barber.userId} and ${isOther}
         and (other.status in ('SCHEDULED', 'CONFIRMED') or (other.status = 'HELD' and other.held_until > ${now}))
         and tstzrange(other.starts_at, other.busy_until) && tstzrange(${start}, ${busyUntil}))
    or exists (
      select 1 from appointments other
       where other.customer_id = ${customerId} and ${isOther} and ${isOfSameGuest(id)} and other.status in ('SCHEDULED', 'CONFIRMED')
         and tstzrange(other.starts_at, other.ends_at) && tstzrange(${start}, ${end}))`
}

/** Users whose account is being closed get no appointment. */
export function isLeaving({ customerId }: Contender, { barber }: Pick<NewSlot, 'barber'>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from account_deletions where user_id in (${customerId}::uuid, ${barber.userId}::uuid))`
}

/** A customer who is there stays for a new time of that day. Who is being served goes on with the same barber only. */
export function resetTaps({ start, barber }: Pick<NewSlot, 'start' | 'barber'>): RawBuilder<unknown> {
  const zone = sql`(select time_zone from barbershops where id = appointments.barbershop_id)`
  const isSameDay = sql`(appointments.starts_at at time zone ${zone})::date = (${start}::timestamptz at time zone ${zone})::date`
  const goesOn = sql`${isSameDay} and appointments.barber_user_id = ${barber.userId}`
  return sql`
             arrived_at = case when ${isSameDay} then arrived_at end, serving_from = case when ${goesOn} then serving_from end,
             serving_until = case when ${goesOn} then serving_until end, is_end_settled = is_end_settled and ${goesOn},`
}

/** A step after `updated_appointment`, which reads the appointment as it was before. */
function recordMove(id: string, userId: string, now: Date) {
  return sql`, recorded_move as (
      insert into appointment_moves (appointment_id, version, from_barber_id, from_starts_at, from_status, from_requested_at,
                                     from_presence_confirmed_at, moved_by, moved_at)
      select id, version + 1, barber_id, starts_at, status, requested_at, presence_confirmed_at, ${userId}::uuid, ${now}::timestamptz
        from appointments where id = ${id} and exists (select from updated_appointment))`
}

function setTerms({ durationMin, bufferMin, priceCents }: TermsOfOther) {
  return sql`duration_min = ${durationMin}, buffer_min = ${bufferMin}, price_cents = ${priceCents},`
}

/**
 * Gives the appointment another time, or another barber of its barbershop. False: the slot is taken, or the appointment has changed. The
 * caller has locked what the slot was decided by (`lockAppointmentToMove`), and the overlap is checked under these locks: two updates that
 * wait in the exclusion constraint could wait for each other.
 */
export async function updateSlot(tx: Database, record: AppointmentRecord, slot: NewSlot, now: Date): Promise<boolean> {
  const { id, customerId } = record
  const {
    start,
    end,
    barber,
    terms,
    status,
    requestedAt,
    presenceConfirmedAt = null,
    movedBy,
    delayReply = null,
  } = slot
  const { bufferMin } = terms ?? record
  const time = { customerId, barberUserId: barber.userId, start, end, bufferMin }
  const deletedHolds = await deleteHoldsInTheWay(tx, time, now)
  const { rows } = await sql`/* update slot */
    with updated_appointment as (
      update appointments
         set barber_id = ${barber.barberId}, barber_user_id = ${barber.userId}, starts_at = ${start}, ends_at = ${end},
             ${terms ? setTerms(terms) : sql``} status = ${status}, requested_at = ${requestedAt}, presence_confirmed_at = ${presenceConfirmedAt}, ${resetTaps(slot)}
             told_delay_min = null, told_delay_at = null, delay_reply = ${delayReply},
             version = version + 1, updated_at = ${now}
       where ${matchesExpected(record)} and not ${isLeaving(record, slot)} and not (${hasConflict({ id, customerId, bufferMin }, slot, now)})
      returning id)
    ${movedBy ? recordMove(id, movedBy, now) : sql``}
    select id from updated_appointment`.execute(tx)
  const isUpdated = rows.length === 1
  if (isUpdated && terms) await replaceBookedServices(tx, id, terms.services)
  const to = { barberId: barber.barberId, startsAt: start, endsAt: end, bufferMin }
  if (isUpdated) await recordEvent(tx, { name: 'appointments.moved', moves: [{ from: record, to }], at: now })
  await recordEvent(tx, { name: 'holds.deleted', ids: deletedHolds, at: now })
  return isUpdated
}

/** Whether the customer has another open appointment at that time, with any barber. */
export async function hasOtherAppointment(
  db: Database,
  { id, customerId }: Pick<AppointmentRecord, 'id' | 'customerId'>,
  { start, end }: TimeRange,
) {
  const { rows } = await sql`/* has other appointment */
    select 1 from appointments other where customer_id = ${customerId} and id <> ${id} and ${isOfSameGuest(id)}
       and status in ('SCHEDULED', 'CONFIRMED') and tstzrange(starts_at, ends_at) && tstzrange(${start}, ${end}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** A move with the barber from whom the appointment was moved. */
export type AppointmentMove = {
  movedAt: Date
  undoneAt: Date | null
  startsAt: Date
  status: 'SCHEDULED' | 'CONFIRMED'
  requestedAt: Date
  presenceConfirmedAt: Date | null
  /** Undefined after the barber left or the barbershop was deactivated. */
  barber: { barberId: string; userId: string; barberName: string } | null
}

/** Whether the user is a barber of the barbershop of `appointments` or acts on everyone's there. */
export function worksIn(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(${isPermittedSql('agenda', userId, sql`appointments.barbershop_id`)} or exists (
    select from barbers own where own.barbershop_id = appointments.barbershop_id and own.user_id = ${userId} and own.removed_at is null))`
}

/** A move that this user made, who still works in the barbershop. */
export async function findOwnMove(
  db: Database,
  { id, version, userId }: { id: string; version: number; userId: string },
): Promise<AppointmentMove | undefined> {
  const { rows } = await sql<AppointmentMove>`/* find own move */
    select moved_at as "movedAt", undone_at as "undoneAt", from_starts_at as "startsAt", from_status as status,
           from_requested_at as "requestedAt", from_presence_confirmed_at as "presenceConfirmedAt",
           (select json_build_object('barberId', barbers.id, 'userId', user_id, 'barberName', users.name)
              from barbers join users on users.id = user_id join barbershops on barbershops.id = barbershop_id
             where barbers.id = from_barber_id and removed_at is null and is_active) as barber
      from appointment_moves join appointments on appointments.id = appointment_id
     where appointment_id = ${id} and appointment_moves.version = ${version} and moved_by = ${userId}
       and ${worksIn(userId)}`.execute(db)
  return rows[0]
}

/** A compare-and-set. False: it has been undone, or the user no longer works in the barbershop. */
export async function markUndone(
  tx: Database,
  { id, version }: AppointmentRecord,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`/* mark move undone */
    update appointment_moves set undone_at = ${now} from appointments
     where appointment_id = ${id} and appointment_moves.version = ${version} and undone_at is null
       and appointments.id = appointment_id and ${worksIn(userId)}`.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes the notifications of a move that are unread. `keys` are their values of `dedupe_key`. Returns the users who have read theirs. */
export async function withdrawNotifications(
  tx: Database,
  { userIds, keys }: { userIds: readonly string[]; keys: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`/* withdraw notifications */
    with withdrawn as (
      delete from notifications
       where user_id = any(${userIds}::uuid[]) and dedupe_key = any(${keys}::text[]) and read_at is null returning id)
    select distinct user_id as "userId" from notifications
     where user_id = any(${userIds}::uuid[]) and dedupe_key = any(${keys}::text[]) and id not in (select id from withdrawn)`.execute(
    tx,
  )
  return rows.map(({ userId }) => userId)
}

/** How a text names who already has the barber in that time; undefined if it is free, or someone of another barbershop has it. */
export async function findBlockingCustomer(
  db: Database,
  { id, barbershopId, bufferMin }: Pick<AppointmentRecord, 'id' | 'barbershopId' | 'bufferMin'>,
  { start, end, userId }: TimeRange & { userId: string },
): Promise<string | undefined> {
  const busyUntil = new Date(end.getTime() + bufferMin * 60_000)
  const { rows } = await sql<{ name: string }>`/* find blocking customer */
    select coalesce(appointments.guest_name, customers.name, appointments.customer_name, 'Cliente') as name
      from appointments left join users customers on customers.id = appointments.customer_id
     where barber_user_id = ${userId} and barbershop_id = ${barbershopId} and appointments.id <> ${id}
       and status in ('SCHEDULED', 'CONFIRMED') and tstzrange(starts_at, busy_until) && tstzrange(${start}, ${busyUntil})
     order by starts_at limit 1`.execute(db)
  return rows[0]?.name
}
