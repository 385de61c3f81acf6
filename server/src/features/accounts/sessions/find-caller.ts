import type { Role } from '@na-regua/contract/accounts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { batchStatements } from '../../../lib/statements/batches.ts'
import { columnsOf, MAX_ITEMS, prepareListQuery } from '../../../lib/statements/list-statement.ts'
import { SESSION_IDLE_DAYS } from '../rules.ts'
import { describeDevice } from './rules.ts'

type CallerRequest = { tokenHash: Buffer; userAgent: string | undefined; now: Date }
type CallerRow = Omit<Caller, 'tokenHash'> & { role: Role }

const callerColumns = sql`
  users.id, users.role, users.email, users.email_verified_at is not null as "isEmailVerified",
  array(select distinct role from barbershop_roles where user_id = users.id) as roles`

/** A session ends after seven idle days. */
const isLive = (now: unknown) => sql`
  expires_at > ${now}::timestamptz and last_used_at > ${now}::timestamptz - make_interval(days => ${sql.lit(SESSION_IDLE_DAYS)})`

/** The last use is written at most once a minute, the device when it was unknown. */
const isDue = (session: RawBuilder<unknown>, now: unknown, device: unknown) => sql`
  (${session}.last_used_at < ${now}::timestamptz - interval '1 minute' or (${session}.device is null and ${device}::text is not null))`

async function findAlone(db: Database, { tokenHash, userAgent, now }: CallerRequest): Promise<Caller | undefined> {
  const device = describeDevice(userAgent)
  const { rows } = await sql<CallerRow>`/* find caller */
    with live_session as (
      select token_hash, user_id, last_used_at, device from sessions where token_hash = ${tokenHash} and ${isLive(now)}
    ), touched_session as (
      update sessions set last_used_at = ${now}::timestamptz, device = coalesce(${device}::text, sessions.device) from live_session
      where sessions.token_hash = live_session.token_hash and ${isDue(sql`live_session`, now, device)}
    )
    select ${callerColumns} from live_session join users on users.id = live_session.user_id`.execute(db)
  return rows[0] && { ...rows[0], tokenHash }
}

/** `tokenHash` in PostgreSQL's hexadecimal format. */
type CallerParams = { tokenHash: string; device: string | null; now: Date }
const callerTypes = { tokenHash: 'bytea', device: 'text', now: 'timestamptz' } as const

/** As `findAlone`, except that it waits for no row: a session that another statement is writing has its last use from there. */
const selectCallers = prepareListQuery<CallerParams, CallerRow>(callerTypes, (list) => {
  const { tokenHash, device, now } = columnsOf<CallerParams>('input')
  const isOwn = sql`sessions.token_hash = ${tokenHash} and ${isLive(now)}`
  return sql`/* find callers */ with ${list},
    due_sessions as materialized (
      select sessions.token_hash, ${device} as device, ${now} as now from input join sessions on ${isOwn} and ${isDue(sql`sessions`, now, device)}
         for no key update of sessions skip locked),
    touched_sessions as (
      update sessions set last_used_at = due_sessions.now, device = coalesce(due_sessions.device, sessions.device)
        from due_sessions where sessions.token_hash = due_sessions.token_hash)
    select number, ${callerColumns} from input join sessions on ${isOwn} join users on users.id = sessions.user_id`
})

async function findTogether(db: Database, requests: readonly CallerRequest[]) {
  const items = requests.map(({ tokenHash, userAgent, now }) => {
    return { tokenHash: `\\x${tokenHash.toString('hex')}`, device: describeDevice(userAgent), now }
  })
  const callers = await selectCallers(db, items)
  return requests.map(({ tokenHash }, index) => {
    const [caller] = callers[index] ?? []
    return caller && { ...caller, tokenHash }
  })
}

/**
 * Who sends an authenticated request, by the hash of the token; undefined for a dead session. Runs before every one of them, so that
 * those of one moment share a statement, which also writes the last uses and devices that are due.
 */
export const findCaller = batchStatements<CallerRequest, Caller | undefined>({
  max: MAX_ITEMS,
  runTogether: findTogether,
  runAlone: findAlone,
})
