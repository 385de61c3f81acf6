import type { Appointment } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import type { BarberSchedule } from '../availability/queries.ts'
import type { Visit } from '../availability/rules.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from './reading/queries.ts'

/** A slot that somebody wants: everything that the row copies. */
export type Booking = { customerId: string; chair: BarberSchedule; visit: Visit; start: Date; end: Date }

/** The customer's own, never somebody's hold. */
export async function findAppointment(db: Database, id: string, customerId: string): Promise<Appointment | undefined> {
  const { rows } = await sql<AppointmentRow>`/* find appointment */
    select ${appointmentColumns('customer')} from appointments taken ${appointmentJoins}
     where taken.id = ${id} and taken.customer_id = ${customerId} and taken.status <> 'HELD'`.execute(db)
  return rows[0] && toAppointment(rows[0])
}

/**
 * One change at a time per customer and per person in the chair, so that nobody waits for somebody who waits for him. Always in this
 * order; ends with the transaction.
 */
export function locks(customerId: string, barberUserId: string) {
  return sql`
    select pg_advisory_xact_lock(hashtextextended(name, kind))
      from unnest(${[customerId, barberUserId]}::text[], '{1,2}'::bigint[]) as wanted(name, kind)`
}

export async function lockBooking(tx: Database, customerId: string, barberUserId: string): Promise<void> {
  await sql`/* lock booking */ ${locks(customerId, barberUserId)}`.execute(tx)
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
export type RepeatedRow = Omit<Repeated, 'startsAt'> & { startsAt: string }

export function selectRepeated({ customerId, barberId, barbershopId, start, ...wished }: Wished) {
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

export function toRepeated(row: RepeatedRow | null | undefined): Repeated | undefined {
  return row ? { ...row, startsAt: new Date(row.startsAt) } : undefined
}

export async function findRepeated(db: Database, wished: Wished): Promise<Repeated | undefined> {
  const { rows } = await sql<{ repeated: RepeatedRow | null }>`/* find repeated */
    select (${selectRepeated(wished)}) as repeated`.execute(db)
  return toRepeated(rows[0]?.repeated)
}

/** What a booking or a move may push aside, and an empty chair does not: `bufferMin` is the minutes after it. */
type Room = { customerId: string | null; barberUserId: string; start: Date; end: Date; bufferMin: number }

export function clearHolds({ customerId, barberUserId, start, end, bufferMin }: Room, now: Date) {
  const busyUntil = new Date(end.getTime() + bufferMin * 60_000)
  return sql`
    delete from appointments where status = 'HELD' and barber_user_id = ${barberUserId}
       and (customer_id = ${customerId}::uuid
            or (held_until <= ${now} and tstzrange(starts_at, busy_until) && tstzrange(${start}, ${busyUntil})))`
}

/** Lets go of what the customer holds, except with this person. */
export async function deleteHolds(db: Database, customerId: string, exceptUserId?: string): Promise<number> {
  const { numAffectedRows } = await sql`/* delete holds */
    delete from appointments where customer_id = ${customerId} and status = 'HELD'
       and barber_user_id is distinct from ${exceptUserId ?? null}::uuid`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whether the customer has something else at that time, with whomever. */
export async function isCustomerBusy(
  db: Database,
  { customerId, start, end }: Omit<Booking, 'visit' | 'chair'>,
): Promise<boolean> {
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
