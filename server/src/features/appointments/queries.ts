import type { Appointment } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import type { BarberSchedule } from '../availability/queries.ts'
import type { Visit } from '../availability/rules.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from './reading/queries.ts'

/**
 * A slot that somebody wants: everything that the row copies. `userIds`: everybody whose chair is locked while it is taken, this
 * one's person among them; what the customer holds with them goes.
 */
export type Booking = {
  customerId: string
  chair: BarberSchedule
  userIds: readonly string[]
  visit: Visit
  start: Date
  end: Date
}

/** The customer's own, never somebody's hold. */
export async function findAppointment(db: Database, id: string, customerId: string): Promise<Appointment | undefined> {
  const { rows } = await sql<AppointmentRow>`/* find appointment */
    select ${appointmentColumns('customer')} from appointments taken ${appointmentJoins}
     where taken.id = ${id} and taken.customer_id = ${customerId} and taken.status <> 'HELD'`.execute(db)
  return rows[0] && toAppointment(rows[0])
}

/**
 * One booking at a time per customer, so that caps hold, and per person in the chair, so that two who swap their holds cannot wait
 * for each other. Always in this order, and persons in the order of their ids; ends with the transaction.
 */
export async function lockBooking(tx: Database, { customerId, userIds }: Pick<Booking, 'customerId' | 'userIds'>) {
  const [names, kinds] = [
    [customerId, ...userIds.toSorted()],
    [1, ...userIds.map(() => 2)],
  ]
  await sql`/* lock booking */
    select pg_advisory_xact_lock(hashtextextended(name, kind))
      from unnest(${names}::text[], ${kinds}::bigint[]) as wanted(name, kind)`.execute(tx)
}

/** One customer's wish: what tells a repeated request from a new one. Without a barber it is for any of the shop. */
export type Wished = {
  customerId: string
  barberId: string | undefined
  barbershopId: string | undefined
  start: Date
  idempotencyKey: string | undefined
}

/** The appointment that the same key, or the same barber and start, already made. */
export type Repeated = {
  id: string
  barberId: string
  barbershopId: string
  serviceIds: (string | null)[]
  startsAt: Date
  isSameKey: boolean
}
type RepeatedRow = Omit<Repeated, 'startsAt'> & { startsAt: string }

function selectRepeated({ customerId, barberId, barbershopId, start, ...wished }: Wished) {
  const idempotencyKey = wished.idempotencyKey ?? null
  const isThere = barberId ? sql`barber_id = ${barberId}` : sql`barbershop_id = ${barbershopId}`
  return sql`
    select json_build_object('id', id, 'barberId', barber_id, 'barbershopId', barbershop_id, 'startsAt', starts_at,
           'serviceIds', coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = id),
             json_build_array(service_id)),
           'isSameKey', coalesce(idempotency_key = ${idempotencyKey}::text, false))
      from appointments
     where customer_id = ${customerId} and (idempotency_key = ${idempotencyKey}::text
        or (${isThere} and starts_at = ${start} and status in ('SCHEDULED', 'CONFIRMED')))
     order by idempotency_key is not distinct from ${idempotencyKey}::text desc limit 1`
}

function toRepeated(row: RepeatedRow | null | undefined): Repeated | undefined {
  return row ? { ...row, startsAt: new Date(row.startsAt) } : undefined
}

export async function findRepeated(db: Database, wished: Wished): Promise<Repeated | undefined> {
  const { rows } = await sql<{ repeated: RepeatedRow | null }>`/* find repeated */
    select (${selectRepeated(wished)}) as repeated`.execute(db)
  return toRepeated(rows[0]?.repeated)
}

/** What the customer already has: a repeated request, and the counts that the caps look at. */
export type CustomerFacts = { repeated: Repeated | undefined; openInShop: number; newToday: number }

type FactsWish = { wished: Wished; barbershopId: string; now: Date; dayStart: Date }

export async function getCustomerFacts(tx: Database, { wished, ...wish }: FactsWish): Promise<CustomerFacts> {
  const { rows } = await sql<Omit<CustomerFacts, 'repeated'> & { repeated: RepeatedRow | null }>`/* customer facts */
    select
      (select count(*) from appointments where customer_id = ${wished.customerId} and barbershop_id = ${wish.barbershopId}
          and status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${wish.now}) as "openInShop",
      (select count(*) from appointments where customer_id = ${wished.customerId} and created_at >= ${wish.dayStart}
          and status <> 'HELD') as "newToday",
      (${selectRepeated(wished)}) as repeated`.execute(tx)
  const [row] = rows as [(typeof rows)[number]]
  return { ...row, repeated: toRepeated(row.repeated) }
}

/** What makes a row of a slot an appointment or a hold. */
type Claim = { status: 'SCHEDULED' | 'HELD'; heldUntil?: Date; idempotencyKey?: string }

/** Clears what may not stand in the way (an expired hold there, the customer's own hold with that barber), then takes the slot, or nothing. */
function claimSlot(booking: Booking, { status, heldUntil, idempotencyKey }: Claim, now: Date) {
  const { customerId, chair, visit, start, end } = booking
  return sql`
    with cleared as (${clearHolds({ ...booking, bufferMin: visit.bufferMin }, now)}),
    taken as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
                                buffer_min, price_cents, starts_at, ends_at, status, held_until, idempotency_key, requested_at, created_at, updated_at)
      select ${chair.barbershopId}::uuid, ${chair.barberId}::uuid, ${chair.userId}::uuid, ${customerId}::uuid, ${visit.services[0]?.id}::uuid,
             ${visit.name}::text, ${visit.durationMin}::int, ${visit.bufferMin}::int, ${visit.priceCents}::int, ${start}::timestamptz,
             ${end}::timestamptz, ${status}::text, ${heldUntil ?? null}::timestamptz, ${idempotencyKey ?? null}::text,
             ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from (select count(*) from cleared) as cleared_first
       where exists (select from barbers where id = ${chair.barberId} and removed_at is null)
      on conflict do nothing returning *
    )`
}

/** What several services leave behind: a row for each. One service is the appointment's own. */
function insertParts({ services }: Visit) {
  if (services.length === 1) return sql``
  return sql`, parts as (
    insert into appointment_services (appointment_id, position, service_id, name, duration_min, price_cents)
    select taken.id, place - 1, part."id", part."name", part."durationMin", part."priceCents"
      from taken, rows from (json_to_recordset(${JSON.stringify(services)}::json)
        as ("id" uuid, "name" text, "durationMin" int, "priceCents" int)) with ordinality
        as part("id", "name", "durationMin", "priceCents", place)
  )`
}

/** The new appointment and whose shop it is in; undefined when the slot was taken. */
export async function insertAppointment(tx: Database, booking: Booking, idempotencyKey: string | undefined, now: Date) {
  const { rows } = await sql<AppointmentRow & { ownerId: string }>`/* insert appointment */
    ${claimSlot(booking, { status: 'SCHEDULED', idempotencyKey }, now)} ${insertParts(booking.visit)}
    select ${appointmentColumns('customer')}, barbershops.owner_id as "ownerId" from taken ${appointmentJoins}`.execute(
    tx,
  )
  if (!rows[0]) return undefined
  const { ownerId, ...row } = rows[0]
  // The statement does not see the parts that it wrote itself.
  const services = booking.visit.services.map(({ bufferMin: _, ...service }) => service)
  return { appointment: toAppointment({ ...row, services }), ownerId, barberUserId: booking.chair.userId }
}

export async function insertHold(
  tx: Database,
  booking: Booking,
  heldUntil: Date,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`/* insert hold */
    ${claimSlot(booking, { status: 'HELD', heldUntil }, now)}
    select id from taken`.execute(tx)
  return rows[0]?.id
}

/** What a booking or a move may push aside, and an empty chair does not: `bufferMin` is the minutes after it. */
type Room = { customerId: string | null; userIds: readonly string[]; start: Date; end: Date; bufferMin: number }

export function clearHolds({ customerId, userIds, start, end, bufferMin }: Room, now: Date) {
  const busyUntil = new Date(end.getTime() + bufferMin * 60_000)
  return sql`
    delete from appointments where status = 'HELD' and barber_user_id = any(${userIds}::uuid[])
       and (customer_id = ${customerId}::uuid
            or (held_until <= ${now} and tstzrange(starts_at, busy_until) && tstzrange(${start}, ${busyUntil}))) returning 1`
}

/** The hold that the customer has on exactly this slot, if it still stands. */
export async function findOwnHold(tx: Database, { customerId, chair, userIds, start, end }: Booking, now: Date) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'held_until as heldUntil'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'HELD')
    .where('barbershop_id', '=', chair.barbershopId)
    .where('barber_user_id', 'in', userIds)
    .where('starts_at', '=', start)
    .where('ends_at', '=', end)
    .where('held_until', '>', now)
    .executeTakeFirst()
}

/** Lets go of what the customer holds, except with these persons. */
export async function deleteHolds(
  db: Database,
  customerId: string,
  exceptUserIds: readonly string[] = [],
): Promise<number> {
  const { numAffectedRows } = await sql`/* delete holds */
    delete from appointments where customer_id = ${customerId} and status = 'HELD'
       and barber_user_id <> all(${exceptUserIds}::uuid[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whether the customer has something else at that time, with whomever. */
export async function isCustomerBusy(db: Database, { customerId, start, end }: Booking): Promise<boolean> {
  const { rows } = await sql`/* customer busy */
    select 1 from appointments where customer_id = ${customerId} and status in ('SCHEDULED', 'CONFIRMED')
       and tstzrange(starts_at, ends_at) && tstzrange(${start}, ${end}) limit 1`.execute(db)
  return rows.length > 0
}

/** Holds whose time is over keep nobody out, but they should not pile up either. Whatever somebody is just clearing is left to him. */
export async function deleteExpiredHolds(db: Database, now: Date): Promise<void> {
  await sql`/* delete expired holds */
    delete from appointments where id in (
      select id from appointments where status = 'HELD' and held_until <= ${now} for update skip locked
    )`.execute(db)
}
