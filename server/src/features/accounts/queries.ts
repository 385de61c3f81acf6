import type { Role, User } from '@na-regua/contract/accounts'
import { type Selectable, sql } from 'kysely'
import type { Caller } from '../../lib/auth.ts'
import type { Database } from '../../lib/database.ts'
import type { Users } from '../../lib/database-schema.generated.ts'
import { endOfSession, SESSION_IDLE_DAYS } from './rules.ts'
import { describeDevice } from './sessions/rules.ts'

/**
 * Runs before every call of a logged-in person: one prepared statement, which also notes the use of the session once
 * a minute, so that seven idle days end it, and on which device it is.
 */
export async function findCaller(
  db: Database,
  { tokenHash, userAgent }: { tokenHash: Buffer; userAgent?: string },
  now: Date,
): Promise<Caller | undefined> {
  const device = describeDevice(userAgent)
  const { rows } = await sql<Caller & { role: Role }>`/* find-caller */
    with alive as (
      select token_hash, user_id, last_used_at, device from sessions
      where token_hash = ${tokenHash} and expires_at > ${now}::timestamptz
        and last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})
    ), touched as (
      update sessions set last_used_at = ${now}::timestamptz, device = coalesce(${device}::text, sessions.device) from alive
      where sessions.token_hash = alive.token_hash and (
        alive.last_used_at < ${now}::timestamptz - interval '1 minute' or (alive.device is null and ${device}::text is not null)
      )
    )
    select users.id, users.role, users.email, users.email_verified_at is not null as "isEmailVerified"
    from alive join users on users.id = alive.user_id`.execute(db)
  return rows[0] && { ...rows[0], tokenHash }
}

const googleId = sql<string | null>`(
  select subject from identities where identities.user_id = users.id order by created_at limit 1
)`.as('google_id')

const ownColumns = ['id', 'name', 'email', 'phone', 'avatar_url', 'role', 'email_verified_at', 'password_hash'] as const
/** The plan of the open subscription; whoever has none is on the free one. */
const plan = sql<PlanRow>`(
  select jsonb_build_object('id', plans.id, 'tier', tier, 'name', plans.name, 'description', plans.description,
           'billing_period', billing_period, 'price_cents', price_cents, 'max_barbershops', max_barbershops,
           'max_barbers', max_barbers, 'expiresAt', period_ends_at)
    from plans left join subscriptions on plan_id = plans.id and user_id = users.id and status in ('active', 'past_due')
   where user_id is not null or (tier = 'basic' and billing_period = 'monthly')
   order by user_id nulls last limit 1
)`.as('plan')

export const wireColumns = [...ownColumns, googleId, plan] as const

type PlanRow = User['plan'] & { expiresAt: string | null }
type UserRow = Pick<Selectable<Users>, (typeof ownColumns)[number]> & { google_id: string | null; plan: PlanRow }

/** Takes what a person may see of himself, whatever else the row holds. */
export function toUser(row: UserRow): User {
  const { id, name, email, phone, avatar_url: avatarUrl, google_id } = row
  const { expiresAt, ...plan } = row.plan
  const [isEmailVerified, hasPassword] = [row.email_verified_at !== null, row.password_hash !== null]
  const planExpiryDate = expiresAt && new Date(expiresAt).toISOString()
  const account = { id, name, email, phone, avatarUrl, role: row.role as Role, isEmailVerified, google_id, hasPassword }
  return { ...account, planId: plan.id, planExpiryDate, plan }
}

export async function getUser(db: Database, id: string): Promise<User> {
  return toUser(await db.selectFrom('users').select(wireColumns).where('id', '=', id).executeTakeFirstOrThrow())
}

export function findUserByEmail(db: Database, email: string) {
  return db.selectFrom('users').select(wireColumns).where('email', '=', email).executeTakeFirst()
}

type NewUser = { name: string; email: string; phone?: string; passwordHash: string; now: Date }

/** Undefined when the address already has an account. */
export function insertUser(db: Database, { name, email, phone, passwordHash, now }: NewUser) {
  return db
    .insertInto('users')
    .values({ name, email, phone, password_hash: passwordHash, created_at: now })
    .onConflict((conflict) => conflict.constraint('users_email_unique').doNothing())
    .returning(wireColumns)
    .executeTakeFirst()
}

export async function insertSession(db: Database, session: { tokenHash: Buffer; userId: string; now: Date }) {
  const { tokenHash, userId, now } = session
  const times = { created_at: now, last_used_at: now, expires_at: endOfSession(now) }
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, ...times })
    .execute()
}

export async function deleteSession(db: Database, tokenHash: Buffer) {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of the account, so that no token of before opens anything. */
export async function deleteSessions(db: Database, userId: string) {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Ends every session of the account but the caller's own; answers how many. */
export async function deleteOtherSessions(db: Database, caller: Pick<Caller, 'id' | 'tokenHash'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', caller.id)
    .where('token_hash', '!=', caller.tokenHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whose sessions must end with it. */
export async function setRole(tx: Database, userId: string, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', userId).where('role', '!=', role).execute()
}

/** Undefined when the account has proved another address meanwhile. Breaks users_email_unique when somebody else owns it. */
export async function setVerifiedEmail(db: Database, change: { userId: string; email: string; now: Date }) {
  const { userId, email, now } = change
  const row = await db
    .updateTable('users')
    .set((eb) => ({ email, email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)) }))
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('email_verified_at', 'is', null), eb('email', '=', email)]))
    .returning(wireColumns)
    .executeTakeFirst()
  return row && toUser(row)
}
