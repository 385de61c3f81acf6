import { sql } from 'kysely'
import { CHANGE_CHANNEL, type ChangeTopic } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { getSecret } from '../../../lib/secrets.ts'
import { SESSION_IDLE_DAYS } from '../../accounts/rules.ts'
import { isBlockedIn } from '../../customers/queries.ts'
import type { PushAct, PushTokenSubject } from './rules.ts'

export function getPushActionSecret(db: Database): Promise<string> {
  return getSecret(db, 'push-action')
}

/** The device of a token, as long as it is subscribed in a session that has not ended. */
export type ActingDevice = {
  userId: string
  hidesDetails: boolean
  /** The session was not used for so long that it opens nothing any more. */
  isIdle: boolean
  /** The user's present part in the appointment. */
  isCustomer: boolean
  isBarber: boolean
}

type DeviceOfToken = Pick<PushTokenSubject, 'deviceId' | 'appointmentId'>

/** A customer whom the barbershop has blocked since, and a barber who has left it, have no part any more. */
export async function findActingDevice(
  db: Database,
  { deviceId, appointmentId }: DeviceOfToken,
  now: Date,
): Promise<ActingDevice | undefined> {
  const { rows } = await sql<ActingDevice>`/* find acting device */
    select device.user_id as "userId", device.hides_details as "hidesDetails",
           last_used_at <= ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS}) as "isIdle",
           coalesce(appointments.customer_id = device.user_id
             and not ${isBlockedIn(sql`appointments.barbershop_id`, sql`device.user_id`)}, false) as "isCustomer",
           (appointments.barber_user_id = device.user_id and barbers.removed_at is null) as "isBarber"
      from push_subscriptions device
      join sessions on sessions.token_hash = device.session_hash and sessions.expires_at > ${now}::timestamptz
      join appointments on appointments.id = ${appointmentId} and appointments.status <> 'HELD'
      join barbers on barbers.id = appointments.barber_id
     where device.id = ${deviceId}`.execute(db)
  return rows[0]
}

/** One result for all devices of a user. */
export type ResultKey = Omit<PushTokenSubject, 'deviceId'>

export async function findPushActionResult(db: Database, key: ResultKey): Promise<{ startsAt: Date } | undefined> {
  const { rows } = await sql<{ startsAt: Date }>`/* find push action result */
    select starts_at as "startsAt" from push_action_results
     where appointment_id = ${key.appointmentId} and user_id = ${key.userId} and version = ${key.version} and act = ${key.act}`.execute(
    db,
  )
  return rows[0]
}

/** In the transaction of the change: what was done is never without its result. */
export async function insertPushActionResult(tx: Database, key: ResultKey, startsAt: Date, now: Date): Promise<void> {
  await sql`/* insert push action result */
    insert into push_action_results (appointment_id, user_id, version, act, starts_at, created_at)
    values (${key.appointmentId}, ${key.userId}, ${key.version}, ${key.act satisfies PushAct}, ${startsAt}, ${now})`.execute(
    tx,
  )
}

/**
 * Marks what the push was about as read, and the push as used, so that no email repeats it, and publishes it to the user's event streams.
 * Returns how many notifications remain unread.
 */
export async function settleNotification(
  db: Database,
  { userId, appointmentId, version }: ResultKey,
  now: Date,
): Promise<number> {
  const pattern = `appointment:${appointmentId}:%:${version}`
  const { rows } = await sql<{ unread: number }>`/* settle notification */
    with locked as materialized (
      select id from push_deliveries where user_id = ${userId} and dedupe_key like ${pattern} and answered_at is null order by id for update
    ), marked_read as (
      update notifications set read_at = ${now}::timestamptz
       where user_id = ${userId} and read_at is null and dedupe_key like ${pattern} returning id
    ), used as (
      update push_deliveries set answered_at = ${now}::timestamptz
       where id in (select id from locked) and answered_at is null returning id
    ), published as (
      select pg_notify(${CHANGE_CHANNEL}, json_build_object('userId', ${userId}::uuid, 'topic', ${'notifications' satisfies ChangeTopic}::text)::text)
       where exists (select 1 from marked_read)
    )
    select (select count(*) from published) as published, (select count(*) from used) as used,
           (select count(*) from notifications where user_id = ${userId} and read_at is null)
         - (select count(*) from marked_read) as unread`.execute(db)
  return rows[0]?.unread ?? 0
}
