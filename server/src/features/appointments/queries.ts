import type { Appointment } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import type { BarberSchedule, OfferedService } from '../availability/queries.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from './reading/queries.ts'

/** A slot that somebody wants: everything that the row copies. */
export type Booking = { customerId: string; chair: BarberSchedule; service: OfferedService; start: Date; end: Date }

/** The customer's own, never somebody's hold. */
export async function findAppointment(db: Database, id: string, customerId: string): Promise<Appointment | undefined> {
  const { rows } = await sql<AppointmentRow>`/* find appointment */
    select ${appointmentColumns('customer')} from appointments taken ${appointmentJoins}
     where taken.id = ${id} and taken.customer_id = ${customerId} and taken.status <> 'HELD'`.execute(db)
  return rows[0] && toAppointment(rows[0])
}

/**
 * One booking at a time per customer, so that caps hold, and per person in the chair, so that two who swap their holds cannot wait
 * for each other. Always in this order; ends with the transaction.
 */
export async function lockBooking(tx: Database, { customerId, chair }: Booking) {
  await sql`/* lock booking */
    select pg_advisory_xact_lock(hashtextextended(${customerId}::text, 1)),
           pg_advisory_xact_lock(hashtextextended(${chair.userId}::text, 2))`.execute(tx)
}

/** One customer's wish: what tells a repeated request from a new one. */
export type Wished = { customerId: string; barberId: string; start: Date; idempotencyKey: string | undefined }

/** The appointment that the same key, or the same barber and start, already made. */
export type Repeated = {
  id: string
  barberId: string
  serviceId: string | null
  startsAt: Date
  isSameKey: boolean
}
type RepeatedRow = Omit<Repeated, 'startsAt'> & { startsAt: string }

function selectRepeated({ customerId, barberId, start, ...wished }: Wished) {
  const idempotencyKey = wished.idempotencyKey ?? null
  return sql`
    select json_build_object('id', id, 'barberId', barber_id, 'serviceId', service_id, 'startsAt', starts_at,
           'isSameKey', coalesce(idempotency_key = ${idempotencyKey}::text, false))
      from appointments
     where customer_id = ${customerId} and (idempotency_key = ${idempotencyKey}::text
        or (barber_id = ${barberId} and starts_at = ${start} and status in ('SCHEDULED', 'CONFIRMED')))
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
  const { customerId, chair, service, start, end } = booking
  return sql`
    with cleared as (${clearHolds(booking, now)}),
    taken as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, customer_id, service_id, service_name, duration_min,
                                price_cents, starts_at, ends_at, status, held_until, idempotency_key, created_at, updated_at)
      select ${chair.barbershopId}::uuid, ${chair.barberId}::uuid, ${chair.userId}::uuid, ${customerId}::uuid, ${service.id}::uuid,
             ${service.name}::text, ${service.durationMin}::int, ${service.priceCents}::int, ${start}::timestamptz,
             ${end}::timestamptz, ${status}::text, ${heldUntil ?? null}::timestamptz, ${idempotencyKey ?? null}::text,
             ${now}::timestamptz, ${now}::timestamptz
        from (select count(*) from cleared) as cleared_first
      on conflict do nothing returning *
    )`
}

export async function insertAppointment(tx: Database, booking: Booking, idempotencyKey: string | undefined, now: Date) {
  const { rows } = await sql<AppointmentRow>`/* insert appointment */
    ${claimSlot(booking, { status: 'SCHEDULED', idempotencyKey }, now)}
    select ${appointmentColumns('customer')} from taken ${appointmentJoins}`.execute(tx)
  return rows[0] && toAppointment(rows[0])
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

function clearHolds({ customerId, chair, start, end }: Booking, now: Date) {
  return sql`
    delete from appointments where status = 'HELD' and barber_user_id = ${chair.userId}::uuid
       and (customer_id = ${customerId}::uuid
            or (held_until <= ${now} and tstzrange(starts_at, ends_at) && tstzrange(${start}, ${end}))) returning 1`
}

/** The hold that the customer has on exactly this slot, if it still stands. */
export async function findOwnHold(tx: Database, { customerId, chair, start, end }: Booking, now: Date) {
  return tx
    .selectFrom('appointments')
    .select(['id', 'held_until as heldUntil'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'HELD')
    .where('barber_id', '=', chair.barberId)
    .where('starts_at', '=', start)
    .where('ends_at', '=', end)
    .where('held_until', '>', now)
    .executeTakeFirst()
}

/** Lets go of what the customer holds; with a chair, only of what he holds with somebody else. */
export async function deleteHolds(db: Database, customerId: string, exceptUserId?: string): Promise<number> {
  const { numAffectedRows } = await sql`/* delete holds */
    delete from appointments where customer_id = ${customerId} and status = 'HELD'
       and barber_user_id is distinct from ${exceptUserId ?? null}::uuid`.execute(db)
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
