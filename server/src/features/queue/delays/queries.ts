import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { relaySoon } from '../../../lib/worker/relay-events.ts'
import { type EventRows, eventSteps, toEventParams } from '../../notifications/events/queries.ts'
import { openEntrySql } from '../queries.ts'
import { SILENT_AFTER_MIN } from './rules.ts'

/** How far ahead customers are notified. */
const AHEAD = sql`interval '3 hours'`

/** True when one of `appointments` is being served, or staff tapped its end a short while ago. */
function isTapped(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(status = 'CONFIRMED' and serving_from is not null and serving_until is null
    or serving_until > ${now}::timestamptz - make_interval(mins => ${SILENT_AFTER_MIN}) and not is_end_settled)`
}

/**
 * Enqueues a job for each barbershop that taps and has customers to come, whose delays the clock may have changed. One statement,
 * however many; the jobs are shared by all processes.
 */
export async function enqueueDelayJobs(db: Database, jobName: string, now: Date): Promise<void> {
  await sql`/* enqueue delay jobs */
    with tapping as materialized (
      select barbershop_id from appointments where status = 'CONFIRMED' and serving_from is not null and serving_until is null
      union
      select barbershop_id from appointments
       where serving_until > ${now}::timestamptz - make_interval(mins => ${SILENT_AFTER_MIN}) and not is_end_settled)
    select graphile_worker.add_job(${jobName}::text, payload => json_build_object('barbershopId', barbershop_id),
             job_key => format('delays:%s', barbershop_id))
      from tapping
     where exists (select from appointments coming where coming.barbershop_id = tapping.barbershop_id and status in ('SCHEDULED', 'CONFIRMED')
              and arrived_at is null and serving_from is null and starts_at > ${now} and starts_at <= ${now}::timestamptz + ${AHEAD})`.execute(
    db,
  )
}

/** An appointment to come whose customer may be notified of a delay. */
export type NotifiableAppointment = {
  id: string
  version: number
  status: 'SCHEDULED' | 'CONFIRMED'
  startsAt: Date
  notifiedMin: number | null
  customerId: string | null
  /** True when a customer without an account, who booked by phone, has a link. */
  hasLink: boolean
  barberName: string
  barberUserId: string
  timeZone: string
  /** Customers wait for the barber, or for the one who is free first. */
  hasQueue: boolean
}

/** Lists the appointments of barbers who tap: without taps nothing is known. Customers who are there, or whose start has passed, are left out. */
export async function listNotifiable(
  db: Database,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<NotifiableAppointment[]> {
  const { rows } = await sql<NotifiableAppointment>`/* list notifiable appointments */
    select appointments.id, appointments.version, appointments.status, appointments.starts_at as "startsAt",
           told_delay_min as "notifiedMin", customer_id as "customerId", barber_user_id as "barberUserId",
           (customer_id is null and profile_id is not null) as "hasLink", users.name as "barberName", time_zone as "timeZone",
           exists (select from queue_entries where queue_entries.barbershop_id = appointments.barbershop_id and ${openEntrySql}
              and (barber_id is null or barber_id = appointments.barber_id)) as "hasQueue"
      from appointments join users on users.id = barber_user_id join barbershops on barbershops.id = barbershop_id
     where appointments.id = any (${ids}::uuid[]) and status in ('SCHEDULED', 'CONFIRMED') and not is_walk_in
       and arrived_at is null and serving_from is null and starts_at > ${now} and starts_at <= ${now}::timestamptz + ${AHEAD}
       and exists (select from (
             select status, serving_from, serving_until, is_end_settled from appointments other
              where other.barber_user_id = appointments.barber_user_id and other.barbershop_id = appointments.barbershop_id
                and starts_at > ${now}::timestamptz - interval '1 day' and starts_at < ${now}::timestamptz + interval '1 day') as own
            where ${isTapped(now)})`.execute(db)
  return rows
}

type NewNotice = { delayMin: number; now: Date; event: EventRows }

/**
 * A compare-and-set with what follows from it, in one statement: of two processes that decide the same, one notifies the customer. False
 * if the appointment has changed, the customer has arrived, or was notified of another delay since. The version stays: the
 * appointment is as booked, and what staff do offline must not be refused for it.
 */
export async function storeNotice(
  db: Database,
  { id, version, notifiedMin }: NotifiableAppointment,
  { delayMin, now, event }: NewNotice,
): Promise<boolean> {
  const { rows } = await sql`/* store delay notice */
    with notified as (
      update appointments set told_delay_min = ${delayMin}, told_delay_at = ${now}, delay_reply = null
       where id = ${id} and version = ${version} and status in ('SCHEDULED', 'CONFIRMED') and arrived_at is null and serving_from is null
         and starts_at > ${now} and told_delay_min is not distinct from ${notifiedMin}::smallint
      returning id),
    ${eventSteps(toEventParams(event), now, sql`exists (select from notified)`)}
    select 1 from notified`.execute(db)
  relaySoon(db)
  return rows.length === 1
}

/** Finds what the customer was notified of last: a message about an earlier delay is not sent. */
export async function findNotifiedDelay(
  db: Database,
  appointmentId: string,
): Promise<{ delayMin: number; toldAt: Date; startsAt: Date } | undefined> {
  const { rows } = await sql<{ delayMin: number; toldAt: Date; startsAt: Date }>`/* find notified delay */
    select told_delay_min as "delayMin", told_delay_at as "toldAt", starts_at as "startsAt" from appointments
     where id = ${appointmentId} and told_delay_at is not null and arrived_at is null and serving_from is null and status in ('SCHEDULED', 'CONFIRMED')`.execute(
    db,
  )
  return rows[0]
}
