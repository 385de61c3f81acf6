import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, toAppointment } from '../reading/queries.ts'
import { type Actor, ANSWER, type Standing } from './rules.ts'

/** An appointment with everybody who has a part in it: what the machine decides by, and what people are told. */
export type Life = Standing & {
  id: string
  version: number
  requestedAt: Date
  durationMin: number
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
  taken.is_walk_in as "isWalkIn", taken.barbershop_id as "barbershopId", taken.barber_id as "barberId",
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
