import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { appointmentJoins } from '../../appointments/queries.ts'
import type { AppointmentRecord } from '../../appointments/status/queries.ts'
import { recordColumns } from '../../appointments/status/queries.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { isPermittedSql, usersFor } from '../../barbershops/roles/queries.ts'
import { deleteConflictingHolds, lockDecidedBarber } from '../queries.ts'

/** An active barber, with those who act for the barbershop: they may add walk-ins too. */
export type WalkInBarber = {
  barberId: string
  userId: string
  agendaUserIds: string[]
  barbershopId: string
  barbershopVersion: number
  timeZone: string
}

export async function findWalkInBarber(db: Database, barberId: string): Promise<WalkInBarber | undefined> {
  const { rows } = await sql<WalkInBarber>`/* find walk-in barber */
    select barbers.id as "barberId", user_id as "userId", ${usersFor('agenda')} as "agendaUserIds", barbershop_id as "barbershopId",
           barbershops.version as "barbershopVersion", time_zone as "timeZone"
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
       and status = any(${statuses}::text[]) and service_id = ${selected.services[0]?.id} and customer_name is not distinct from ${customerName}`.execute(
    tx,
  )
  return rows[0]
}

/**
 * `slot-taken`: the time is taken. `version-conflict`: the barber left, the user is no longer staff, the barbershop or its services
 * changed, or the customer was erased.
 */
export async function insertWalkIn(
  tx: Database,
  walkIn: WalkIn,
  now: Date,
): Promise<AppointmentRecord | 'slot-taken' | 'version-conflict'> {
  const {
    barber,
    selected,
    start,
    end,
    customerName,
    addedBy,
    customerId = null,
    profileId = null,
    servingFrom = null,
    status = 'CONFIRMED',
  } = walkIn
  const slot = { customerId: null, barberUserId: barber.userId, start, end, bufferMin: selected.bufferMin }
  const isStillStaff = sql`(barbers.user_id = ${addedBy}::uuid or ${isPermittedSql('agenda', addedBy)})`
  const { rows } = await sql<AppointmentRecord | { id: null }>`/* insert walk-in */
    with locked_barber as materialized (${lockDecidedBarber(barber, isStillStaff)}),
    locked_profile as materialized (
      select id from customer_profiles where id = ${profileId}::uuid and exists (select from locked_barber) for key share),
    decided as (select id from locked_barber where ${profileId}::uuid is null or exists (select from locked_profile)),
    deleted_holds as (${deleteConflictingHolds(slot, now)} returning 1),
    inserted_appointment as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, buffer_min,
                                price_cents, starts_at, ends_at, status, is_walk_in, customer_id, profile_id, customer_name,
                                arrived_at, serving_from, requested_at, created_at, updated_at)
      select ${barber.barbershopId}::uuid, decided.id, ${barber.userId}::uuid, ${selected.services[0]?.id}::uuid, ${selected.name}::text,
             ${selected.durationMin}::int, ${selected.bufferMin}::int, ${selected.priceCents}::int, ${start}::timestamptz, ${end}::timestamptz,
             ${status}::text, true, ${customerId}::uuid, ${profileId}::uuid, ${customerName}::text, ${servingFrom}::timestamptz, ${servingFrom}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from decided, (select count(*) from deleted_holds) as after_deletion
      on conflict do nothing returning *
    )
    select inserted.* from decided left join (
      select ${recordColumns} from inserted_appointment as appointments ${appointmentJoins}) as inserted on true`.execute(
    tx,
  )
  const [inserted] = rows
  if (!inserted) return 'version-conflict'
  return inserted.id === null ? 'slot-taken' : inserted
}
