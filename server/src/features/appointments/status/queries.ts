import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { Visit } from '../../availability/rules.ts'
import { clearHolds } from '../queries.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from '../reading/queries.ts'
import { type Actor, ANSWER, type Standing } from './rules.ts'

/** An appointment with everybody who has a part in it: what the machine decides by, and what people are told. */
export type Life = Standing & {
  id: string
  version: number
  requestedAt: Date
  durationMin: number
  bufferMin: number
  isWalkIn: boolean
  timeZone: string
  barbershopId: string
  shopName: string
  ownerId: string
  barberId: string
  barberUserId: string
  barberName: string
  /** Whether the chair is still this person's; a barber who left may read what was his, no more. */
  isBarberHere: boolean
  customerId: string | null
  customerName: string
  serviceName: string
}

const lifeColumns = sql`
  taken.id, taken.version, taken.status, taken.starts_at as "startsAt", taken.ends_at as "endsAt",
  taken.requested_at as "requestedAt", taken.cancelled_by as "cancelledBy", taken.duration_min as "durationMin",
  taken.buffer_min as "bufferMin",  taken.is_walk_in as "isWalkIn", taken.barbershop_id as "barbershopId", taken.barber_id as "barberId",
  taken.barber_user_id as "barberUserId", users.name as "barberName", barbers.removed_at is null as "isBarberHere",
  taken.customer_id as "customerId", coalesce(customers.name, taken.customer_name, 'Cliente') as "customerName",
  taken.service_name as "serviceName", barbershops.name as "shopName", barbershops.owner_id as "ownerId",
  barbershops.time_zone as "timeZone", barbershops.cancel_notice_minutes as "cancelNoticeMin"`

export async function findLife(db: Database, id: string): Promise<Life | undefined> {
  const { rows } = await sql<Life>`/* find life */
    select ${lifeColumns} from appointments taken ${appointmentJoins}
     where taken.id = ${id} and taken.status <> 'HELD'`.execute(db)
  return rows[0]
}

/** What a person with a part in it reads of it, each what is meant for him. */
export async function getAppointmentFor(db: Database, id: string, actor: Actor): Promise<Appointment> {
  const { rows } = await sql<AppointmentRow>`${sql.raw(`/* appointment for ${actor} */`)}
    select ${appointmentColumns(actor)} from appointments taken ${appointmentJoins} where taken.id = ${id}`.execute(db)
  return toAppointment(rows[0] as AppointmentRow)
}

/** The state that was seen: a change that finds another one changes nothing. */
type Seen = Pick<Life, 'id' | 'status' | 'version'>

type Change = { status: AppointmentStatus; cancelledBy?: Actor | 'system'; reason?: string }

/** One compare-and-set. False when somebody else was faster. */
export async function setStatus(tx: Database, seen: Seen, change: Change, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* set status */
    update appointments
       set status = ${change.status}, cancelled_by = ${change.cancelledBy ?? null}, cancel_reason = ${change.reason ?? null},
           version = version + 1, updated_at = ${now}
     where ${isAsSeen(seen)}`.execute(tx)
  return numAffectedRows === 1n
}

function isAsSeen({ id, status, version }: Seen): RawBuilder<unknown> {
  return sql`id = ${id} and status = ${status} and version = ${version}`
}

type Place = { start: Date; end: Date }

/** Only appointments and holds that stand: what a move would push aside is gone by then. */
function isInTheWay({ id, customerId, barberUserId, bufferMin }: Life, { start, end }: Place, now: Date) {
  const busyUntil = new Date(end.getTime() + bufferMin * 60_000)
  const stands = sql`other.id <> ${id} and (other.status in ('SCHEDULED', 'CONFIRMED')
    or (other.status = 'HELD' and other.held_until > ${now} and other.customer_id is distinct from ${customerId}))`
  return sql`exists (
      select 1 from appointments other where other.barber_user_id = ${barberUserId} and ${stands}
         and tstzrange(other.starts_at, other.busy_until) && tstzrange(${start}, ${busyUntil}))
    or exists (
      select 1 from appointments other where other.customer_id = ${customerId} and ${stands}
         and tstzrange(other.starts_at, other.ends_at) && tstzrange(${start}, ${end}))`
}

/**
 * Moves it, as a new request. False when the time is taken or somebody else changed it meanwhile. Looks before it moves, with
 * customer and chair locked: an update that runs into the constraint could wait for somebody who waits for it.
 */
export async function setTime(tx: Database, life: Life, place: Place, now: Date): Promise<boolean> {
  const room = { ...place, customerId: life.customerId, barberUserId: life.barberUserId, bufferMin: life.bufferMin }
  const { numAffectedRows } = await sql`/* set time */
    with cleared as (${clearHolds(room, now)} returning 1)
    update appointments
       set starts_at = ${place.start}, ends_at = ${place.end}, status = 'SCHEDULED', requested_at = ${now},
           presence_confirmed_at = null, version = version + 1, updated_at = ${now}
      from (select count(*) from cleared) as cleared_first
     where ${isAsSeen(life)} and not (${isInTheWay(life, place, now)})`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether the customer has something else at that time, with whomever. */
export async function isCustomerElsewhere(db: Database, { id, customerId }: Life, { start, end }: Place) {
  const { rows } = await sql`/* customer elsewhere */
    select 1 from appointments where customer_id = ${customerId} and id <> ${id} and status in ('SCHEDULED', 'CONFIRMED')
       and tstzrange(starts_at, ends_at) && tstzrange(${start}, ${end}) limit 1`.execute(db)
  return rows.length > 0
}

/** A chair that somebody may be seated in, and whose it is. */
export type Seat = { barberId: string; userId: string; ownerId: string; barbershopId: string; timeZone: string }

export async function findSeat(db: Database, barberId: string): Promise<Seat | undefined> {
  const { rows } = await sql<Seat>`/* find seat */
    select barbers.id as "barberId", user_id as "userId", owner_id as "ownerId", barbershop_id as "barbershopId", time_zone as "timeZone"
      from barbers join barbershops on barbershops.id = barbershop_id
     where barbers.id = ${barberId} and removed_at is null and is_active`.execute(db)
  return rows[0]
}

/** Nobody else books, moves or seats there until the transaction ends. The same lock as a booking's. */
export async function lockBarberUser(tx: Database, userId: string): Promise<void> {
  await sql`/* lock chair */ select pg_advisory_xact_lock(hashtextextended(${userId}::text, 2))`.execute(tx)
}

/** Somebody in the chair without an account. The name is what he said, or nothing. */
export type WalkIn = { seat: Seat; visit: Visit; start: Date; end: Date; customerName: string | null }

/** The same person, seated a moment ago: a second press of the same button. */
export async function findSeated(tx: Database, { seat, visit, start, customerName }: WalkIn) {
  const { rows } = await sql<{ id: string }>`/* find seated */
    select id from appointments where barber_id = ${seat.barberId} and starts_at = ${start} and is_walk_in
       and status = 'CONFIRMED' and service_id = ${visit.services[0]?.id} and customer_name is not distinct from ${customerName}`.execute(
    tx,
  )
  return rows[0]?.id
}

/** Seats a walk-in, or nothing when the chair is taken. */
export async function insertWalkIn(tx: Database, walkIn: WalkIn, now: Date): Promise<Life | undefined> {
  const { seat, visit, start, end, customerName } = walkIn
  const room = { customerId: null, barberUserId: seat.userId, start, end, bufferMin: visit.bufferMin }
  const { rows } = await sql<Life>`/* insert walk-in */
    with cleared as (${clearHolds(room, now)} returning 1),
    taken as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, buffer_min,
                                price_cents, starts_at, ends_at, status, is_walk_in, customer_name, requested_at, created_at, updated_at)
      select ${seat.barbershopId}::uuid, ${seat.barberId}::uuid, ${seat.userId}::uuid, ${visit.services[0]?.id}::uuid, ${visit.name}::text,
             ${visit.durationMin}::int, ${visit.bufferMin}::int, ${visit.priceCents}::int, ${start}::timestamptz, ${end}::timestamptz,
             'CONFIRMED', true, ${customerName}::text, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from (select count(*) from cleared) as cleared_first
      on conflict do nothing returning *
    )
    select ${lifeColumns} from taken ${appointmentJoins}`.execute(tx)
  return rows[0]
}

/**
 * Gives up to `limit` requests back whose answer is overdue (the rule stands in answerDeadline). Whatever somebody is just
 * answering is left to him.
 */
export async function releaseOverdue(tx: Database, now: Date, limit: number): Promise<Life[]> {
  const { rows } = await sql<Life>`/* release overdue */
    with taken as (
      update appointments set status = 'CANCELLED', cancelled_by = 'system', version = version + 1, updated_at = ${now}
       where id in (
         select id from appointments
          where status = 'SCHEDULED' and least(
                  starts_at, requested_at + make_interval(mins => ${ANSWER.atMostMin}),
                  greatest(starts_at - make_interval(mins => ${ANSWER.beforeStartMin}),
                           requested_at + make_interval(mins => ${ANSWER.atLeastMin}))) <= ${now}
          order by starts_at limit ${limit} for update skip locked)
      returning *
    )
    select ${lifeColumns} from taken ${appointmentJoins}`.execute(tx)
  return rows
}

/** What a person still has before him, on either side of the chair, held until the commit. A held time is let go at once. */
export async function lockOpenOf(tx: Database, userId: string, now: Date): Promise<string[]> {
  const isTheirs = sql`(customer_id = ${userId} or barber_user_id = ${userId})`
  await sql`/* let holds go */ delete from appointments where status = 'HELD' and ${isTheirs}`.execute(tx)
  const { rows } = await sql<{ id: string }>`/* lock open of */
    select id from appointments
     where ${isTheirs} and status in ('SCHEDULED', 'CONFIRMED') and starts_at > ${now} order by id for update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** What a chair has before it, held until the commit; what was only held for somebody is let go. */
export function lockOpenOfChair(tx: Database, barberId: string, now: Date): Promise<string[]> {
  return lockOpenWhere(tx, sql`barber_id = ${barberId}`, now)
}

/** The same of a whole shop. Its chairs are locked first, in the order of their people, as a booking does. */
export async function lockOpenOfShop(tx: Database, barbershopId: string, now: Date): Promise<string[]> {
  await sql`/* lock chairs of shop */
    select pg_advisory_xact_lock(hashtextextended(user_id::text, 2)) from (
      select distinct user_id from barbers where barbershop_id = ${barbershopId} and removed_at is null order by user_id) staff`.execute(
    tx,
  )
  return lockOpenWhere(tx, sql`barbershop_id = ${barbershopId}`, now)
}

async function lockOpenWhere(tx: Database, isThere: RawBuilder<unknown>, now: Date): Promise<string[]> {
  await sql`/* let holds of chair go */ delete from appointments where status = 'HELD' and ${isThere}`.execute(tx)
  const { rows } = await sql<{ id: string }>`/* lock open of chair */
    select id from appointments
     where ${isThere} and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}
