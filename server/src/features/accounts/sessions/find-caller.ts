import type { Role } from '@na-regua/contract/accounts'
import { sql } from 'kysely'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { SESSION_IDLE_DAYS } from '../rules.ts'
import { describeDevice } from './rules.ts'

type CallerRequest = { tokenHash: Buffer; userAgent: string | undefined; now: Date }
type CallerRow = Omit<Caller, 'tokenHash'> & { role: Role }

/**
 * Who sends an authenticated request, by the hash of the token; undefined for a dead session, which one is after seven idle days. The
 * last use is written at most once a minute, the device when it was unknown.
 */
export async function findCaller(
  db: Database,
  { tokenHash, userAgent, now }: CallerRequest,
): Promise<Caller | undefined> {
  const device = describeDevice(userAgent)
  const { rows } = await sql<CallerRow>`/* find caller */
    with live_session as (
      select token_hash, user_id, last_used_at, device from sessions
       where token_hash = ${tokenHash} and expires_at > ${now}::timestamptz
         and last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})
    ), touched_session as (
      update sessions set last_used_at = ${now}::timestamptz, device = coalesce(${device}::text, sessions.device) from live_session
       where sessions.token_hash = live_session.token_hash
         and (live_session.last_used_at < ${now}::timestamptz - interval '1 minute' or (live_session.device is null and ${device}::text is not null))
    )
    select users.id, users.role, users.email, users.email_verified_at is not null as "isEmailVerified",
           users.role <> 'CUSTOMER' or exists (select from barbershop_roles where user_id = users.id) as "isStaff",
           array(
             select unnest(permissions) from barbershop_roles where user_id = users.id
             union select unnest(permissions) from barbers where user_id = users.id and removed_at is null
           ) as permissions
      from live_session join users on users.id = live_session.user_id`.execute(db)
  return rows[0] && { ...rows[0], tokenHash }
}
