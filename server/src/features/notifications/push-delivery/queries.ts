import type { NotificationType } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { deleteBatch } from '../../../lib/worker/run-sweeps.ts'
import { SESSION_IDLE_DAYS } from '../../accounts/rules.ts'
import type { PushContent } from './render-push.ts'

/** A push that this process has taken, and until when: then another one may take it. */
export type LeasedPush = {
  id: string
  type: NotificationType
  origin: string
  attempts: number
  startsAt: Date | null
  createdAt: Date
  leasedUntil: Date
}

/** With everything that it is decided and rendered by. */
export type DuePush = PushContent &
  LeasedPush & {
    endpoint: string
    p256dh: string
    auth: string
    timeZone: string
    /** The session of the device was not used for so long that it opens nothing any more. */
    isIdle: boolean
    /** The session of the device has not ended, and the user still wants pushes of the topic. */
    isWanted: boolean
    /** Read in the meantime, or about an earlier version of the appointment. */
    isStale: boolean
  }

type LeaseOptions = {
  now: Date
  /** When the pushes are due again if this process ends before it has reported their outcome. */
  until: Date
  limit: number
  /** Origins with enough pushes in flight. */
  except: readonly string[]
}

/** 'appointment:' and an id: what the keys of one appointment begin with. */
const SUBJECT_LENGTH = 'appointment:'.length + 37

/**
 * Takes the pushes that have been due the longest: until then no other process takes them. Evaluates nothing that they contain, so that
 * no row can make it fail for all.
 */
export async function leaseDuePushes(db: Database, { now, until, limit, except }: LeaseOptions): Promise<LeasedPush[]> {
  const { rows } = await sql<LeasedPush>`/* lease due pushes */
    with due as (
      select id from push_deliveries where due_at <= ${now}::timestamptz and origin <> all (${[...except]}::text[])
       order by due_at limit ${limit} for update skip locked
    )
    update push_deliveries delivery set due_at = ${until}::timestamptz from due where delivery.id = due.id
    returning delivery.id, type, origin, attempts, starts_at as "startsAt", created_at as "createdAt", due_at as "leasedUntil"`.execute(
    db,
  )
  return rows
}

/** Fails as a whole if one of them cannot be read. */
export async function listLeasedPushes(db: Database, ids: readonly string[], now: Date): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`/* list leased pushes */
    select leased.id, leased.due_at as "leasedUntil", leased.user_id as "userId", leased.dedupe_key as "dedupeKey", leased.type, coalesce(leased.title, '') as title,
           coalesce(leased.message, '') as message, leased.path, leased.starts_at as "startsAt", leased.created_at as "createdAt",
           leased.attempts, leased.origin, device.id as "deviceId", device.endpoint, device.p256dh, device.auth,
           device.time_zone as "timeZone", device.hides_details as "hidesDetails", notifications.id as "notificationId",
           sessions.expires_at > ${now}::timestamptz
             and device.user_id = leased.user_id and coalesce(device.expires_at > ${now}::timestamptz, true)
             and not exists (select from notification_preferences preference where preference.user_id = leased.user_id
                     and preference.topic = leased.topic and channel = 'push' and not is_on) as "isWanted",
           sessions.last_used_at <= ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS}) as "isIdle",
           notifications.read_at is not null or coalesce(appointments.version <> ${appointmentVersion}, false) as "isStale",
           (select count(*)::int from notifications unread where unread.user_id = leased.user_id and read_at is null) as badge,
           ${readKeys(now)} as "readKeys"
      from push_deliveries leased join push_subscriptions device on device.id = leased.subscription_id
      join sessions on token_hash = session_hash
      left join notifications on notifications.user_id = leased.user_id and notifications.dedupe_key = leased.dedupe_key
      left join appointments on appointments.id = substring(leased.dedupe_key from '^appointment:([0-9a-f-]{36}):')::uuid
     where leased.id = any(${ids}::uuid[]) order by leased.created_at, leased.id`.execute(db)
  return rows
}

/** The version of the appointment that the push is about. Other keys may end in a time in milliseconds, which is no version. */
const appointmentVersion = sql`substring(leased.dedupe_key from '^appointment:[0-9a-f-]{36}:.*:(\\d{1,9})$')::int`

/** What the device may still show although it was read elsewhere, or is about an earlier version of the same appointment. */
const readKeys = (now: Date) => sql`array(
  select earlier.dedupe_key from push_deliveries earlier
    left join notifications shown on shown.user_id = earlier.user_id and shown.dedupe_key = earlier.dedupe_key
   where earlier.subscription_id = leased.subscription_id and earlier.outcome = 'sent' and earlier.dedupe_key <> leased.dedupe_key
     and earlier.created_at > ${now}::timestamptz - interval '2 days'
     and (shown.read_at is not null or earlier.answered_at is not null
          or leased.dedupe_key like 'appointment:%' and left(earlier.dedupe_key, ${SUBJECT_LENGTH}) = left(leased.dedupe_key, ${SUBJECT_LENGTH}))
   order by earlier.created_at desc limit 20)`

/** `dueAt`: it is tried again; otherwise it ends. `attempts` are those that failed. */
export type PushReport = Pick<LeasedPush, 'id' | 'attempts' | 'leasedUntil'> &
  ({ dueAt: Date } | { outcome: 'sent' | 'stale' | 'refused' | 'expired' })

/**
 * One statement for many outcomes. Whose lease has ended reports nothing but that it was sent: what another process has found out since
 * stays. Locked in the order of decision 06.
 */
export async function saveReports(db: Database, reports: readonly PushReport[], now: Date): Promise<void> {
  await sql`/* save push reports */
    with reports as materialized (
      select * from json_to_recordset(${JSON.stringify(reports)}::json) as report(id uuid, attempts int, "leasedUntil" timestamptz, "dueAt" timestamptz, outcome text)
    ), locked as materialized (
      select id from push_deliveries where id in (select id from reports) order by id for update
    )
    update push_deliveries delivery
       set due_at = "dueAt", attempts = reports.attempts, outcome = reports.outcome,
           finished_at = case when "dueAt" is null then ${now}::timestamptz end,
           title = case when "dueAt" is not null then title end, message = case when "dueAt" is not null then message end
      from reports join locked on locked.id = reports.id
     where delivery.id = locked.id and finished_at is null and (due_at = "leasedUntil" or reports.outcome = 'sent')`.execute(
    db,
  )
}

/** Devices that the push service no longer knows, by their pushes. */
export async function deleteGoneDevices(db: Database, deliveryIds: readonly string[]): Promise<void> {
  await sql`/* delete gone devices */
    delete from push_subscriptions
     where id in (select subscription_id from push_deliveries where id = any(${deliveryIds}::uuid[]))`.execute(db)
}

/** How long a finished push is remembered: the same event is not pushed again, and what was read is closed on the device. */
const REMEMBERED_MS = 7 * 86_400_000

export function deleteOldPushes(db: Database, now: Date, limit: number): Promise<number> {
  const until = new Date(now.getTime() - REMEMBERED_MS)
  return deleteBatch(db, { table: 'push_deliveries', by: 'created_at', until, limit })
}
