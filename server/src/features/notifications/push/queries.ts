import {
  MAX_PUSH_DEVICES,
  type PushDevice,
  type PushSettings,
  type PushSubscriptionInput,
} from '@na-regua/contract/push'
import { sql } from 'kysely'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import type { PushEndpoint } from './rules.ts'

type DeviceRow = Omit<PushDevice, 'createdAt'> & { createdAt: Date }

const toDevice = (row: DeviceRow): PushDevice => ({ ...row, createdAt: row.createdAt.toISOString() })

/** The user's devices, the one of this session first. */
export async function listPushDevices(db: Database, { id, tokenHash }: Caller): Promise<PushDevice[]> {
  const { rows } = await sql<DeviceRow>`/* list push devices */
    select id, label, hides_details as "hidesDetails", created_at as "createdAt", session_hash = ${tokenHash} as "isCurrent"
      from push_subscriptions where user_id = ${id} order by "isCurrent" desc, created_at desc, id`.execute(db)
  return rows.map(toDevice)
}

type NewSubscription = { caller: Caller; endpoint: PushEndpoint; input: PushSubscriptionInput; now: Date }

/**
 * Subscribes the device of this session. Its earlier endpoint is removed, and so is the device that subscribed first when there are too
 * many. A device of another user, or of an earlier session, belongs to this session from now on, and what waited for that user is not
 * sent to it. Undefined when the session has just ended, or
 * another user has subscribed the device at the same time.
 */
export async function savePushSubscription(
  tx: Database,
  { caller, endpoint: { url, service }, input, now }: NewSubscription,
) {
  const { id: userId, tokenHash } = caller
  const { p256dh, auth } = input.keys
  const expiresAt = input.expirationTime ? new Date(input.expirationTime) : null
  await sql`/* lock user of push devices */ select from users where id = ${userId} for no key update`.execute(tx)
  await sql`/* delete earlier push subscriptions */
    delete from push_subscriptions
     where session_hash = ${tokenHash} and endpoint <> ${url}
        or endpoint = ${url} and user_id <> ${userId}
        or id in (select id from push_subscriptions where user_id = ${userId} and session_hash <> ${tokenHash} and endpoint <> ${url}
                   order by created_at desc, id offset ${MAX_PUSH_DEVICES - 1})`.execute(tx)
  const { rows } = await sql<DeviceRow>`/* save push subscription */
    insert into push_subscriptions (user_id, session_hash, endpoint, service, p256dh, auth, label, time_zone, hides_details, expires_at, created_at)
    select user_id, token_hash, ${url}, ${service}, ${p256dh}, ${auth}, ${input.label}, ${input.timeZone}, ${input.hidesDetails},
           ${expiresAt}::timestamptz, ${now}::timestamptz
      from sessions where token_hash = ${tokenHash}
    on conflict on constraint push_subscriptions_one_per_device do update
       set session_hash = excluded.session_hash, p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label,
           time_zone = excluded.time_zone, hides_details = excluded.hides_details, expires_at = excluded.expires_at
     where push_subscriptions.user_id = excluded.user_id
    returning id, label, hides_details as "hidesDetails", created_at as "createdAt", true as "isCurrent"`.execute(tx)
  return rows[0] && toDevice(rows[0])
}

/** False when the user has no such device. */
export async function deletePushSubscription(db: Database, { id, userId }: { id: string; userId: string }) {
  const { numAffectedRows } = await sql`/* delete push subscription */
    delete from push_subscriptions where id = ${id} and user_id = ${userId}`.execute(db)
  return numAffectedRows === 1n
}

export async function getPushSettings(db: Database, userId: string): Promise<PushSettings> {
  const { rows } = await sql<PushSettings>`/* get push settings */
    select coalesce((select holds_email from push_settings where user_id = ${userId}), true) as "holdsEmail"`.execute(
    db,
  )
  return rows[0] as PushSettings
}

export async function setPushSettings(db: Database, userId: string, { holdsEmail }: PushSettings, now: Date) {
  await sql`/* set push settings */
    insert into push_settings (user_id, holds_email, updated_at) select id, ${holdsEmail}::boolean, ${now} from users where id = ${userId}
    on conflict on constraint push_settings_key
    do update set holds_email = excluded.holds_email, updated_at = excluded.updated_at`.execute(db)
}
