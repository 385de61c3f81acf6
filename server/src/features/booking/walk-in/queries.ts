import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { appointmentJoins } from '../../appointments/queries.ts'
import type { AppointmentRecord } from '../../appointments/status/queries.ts'
import { recordColumns } from '../../appointments/status/queries.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { usersFor } from '../../barbershops/roles/queries.ts'
import { deleteHoldsInTheWay, insertServices } from '../queries.ts'

/** An active barber, with those who act for the barbershop: they may add walk-ins too. */
export type WalkInBarber = {
  barberId: string
  userId: string
  agendaUserIds: string[]
  barbershopId: string
  timeZone: string
}

export async function findWalkInBarber(db: Database, barberId: string): Promise<WalkInBarber | undefined> {
  const { rows } = await sql<WalkInBarber>`/* find walk-in barber */
    select barbers.id as "barberId", user_id as "userId", ${usersFor('agenda')} as "agendaUserIds", barbershop_id as "barbershopId",
           time_zone as "timeZone"
      from barbers join barbershops on barbershops.id = barbershop_id
     where barbers.id = ${barberId} and removed_at is null and is_active`.execute(db)
  return rows[0]
}

/** A customer without a booking, served now or soon. The name is optional. */
export type WalkIn = {
  barber: WalkInBarber
  selected: ServiceSelection
  start: Date
  end: Date
  source: 'walk-in' | 'queue'
  customerName: string | null
  /** The user who adds it. */
  addedBy: string
  /** From the queue: an account, which has its own name and whose bookings are locked, or a profile; and since when it is served. */
  customerId?: string | null
  profileId?: string | null
  servingFrom?: Date
  /** Completed: it is over and was reported afterwards. */
  status?: 'CONFIRMED' | 'COMPLETED'
}

/** The walk-in that an identical request has already made. */
export async function findRepeatedWalkIn(
  tx: Database,
  { barber, selected, start, customerName }: WalkIn,
  statuses: readonly AppointmentStatus[] = ['CONFIRMED'],
) {
  const { rows } = await sql<{ id: string; version: number }>`/* find repeated walk-in */
    select id, version from appointments where barber_id = ${barber.barberId} and starts_at = ${start} and is_walk_in
       and status = any(${statuses}::text[]) and service_id = ${selected.services[0]?.id} and service_name = ${selected.name}
       and customer_name is not distinct from ${customerName}`.execute(tx)
  return rows[0]
}

/** Deletes expired holds at its time. Those of the customer stay. Returns their ids. */
export function deleteHoldsAt(tx: Database, { barber, selected, start, end }: WalkIn, now: Date): Promise<string[]> {
  const time = { customerId: null, barberUserId: barber.userId, start, end, bufferMin: selected.bufferMin }
  return deleteHoldsInTheWay(tx, time, now)
}

/**
 * Inserts the appointment. Undefined: the time is taken, which the exclusion constraint decides; instead of failing, the loser inserts
 * nothing. The caller has locked the barber (`lockBarbers`) and deleted expired holds.
 */
export async function insertWalkIn(tx: Database, walkIn: WalkIn, now: Date): Promise<AppointmentRecord | undefined> {
  const {
    barber,
    selected,
    start,
    end,
    source,
    customerName,
    customerId = null,
    profileId = null,
    servingFrom = null,
    status = 'CONFIRMED',
  } = walkIn
  const { rows } = await sql<AppointmentRecord>`/* insert walk-in */
    with inserted_appointment as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, buffer_min,
                                price_cents, starts_at, ends_at, status, source, is_walk_in, customer_id, profile_id, customer_name,
                                arrived_at, serving_from, requested_at, created_at, updated_at)
      values (${barber.barbershopId}, ${barber.barberId}, ${barber.userId}, ${selected.services[0]?.id ?? null}, ${selected.name},
              ${selected.durationMin}, ${selected.bufferMin}, ${selected.priceCents}, ${start}, ${end}, ${status}, ${source}, true, ${customerId},
              ${profileId}, ${customerName}, ${servingFrom}, ${servingFrom}, ${now}, ${now}, ${now})
      on conflict do nothing returning *)
    select ${recordColumns} from inserted_appointment as appointments ${appointmentJoins}`.execute(tx)
  const [inserted] = rows
  if (inserted && selected.services.length > 1) await insertServices(tx, inserted.id, selected.services)
  return inserted
}

/** Counts a completed appointment of the barber. The caller has locked the barbershop for it (`isCounted` of `lockBarbers`). */
export async function countServed(tx: Database, barberId: string): Promise<void> {
  await sql`/* count served walk-in */
    update barbershops set completed_count = completed_count + 1
     where id = (select barbershop_id from barbers where barbers.id = ${barberId})`.execute(tx)
}
