import { PRIVACY_VERSION, type Role, TERMS_VERSION, type User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { OwnPermissions, OwnRole } from '@na-regua/contract/roles'
import { type Selectable, sql } from 'kysely'
import type { Caller } from '../../lib/auth.ts'
import type { Database } from '../../lib/database.ts'
import type { Users } from '../../lib/database-schema.generated.ts'
import { sessionExpiresAt } from './rules.ts'

const googleId = sql<string | null>`(
  select subject from identities where identities.user_id = users.id order by created_at limit 1
)`.as('google_id')

const accountColumns = ['id', 'name', 'phone', 'avatar_url', 'role', 'email_verified_at', 'password_hash'] as const

/** Only a barber without an account has none, whom no session and no address leads to. */
const email = sql<string>`users.email`.as('email')

/** The plan of the open subscription, or the free plan. */
const plan = sql<PlanRow>`(
  select jsonb_build_object('id', plans.id, 'tier', tier, 'name', plans.name, 'description', plans.description,
           'billing_period', billing_period, 'price_cents', price_cents, 'max_barbershops', max_barbershops,
           'max_barbers', max_barbers, 'expiresAt', period_ends_at)
    from plans left join subscriptions on plan_id = plans.id and user_id = users.id and status in ('active', 'past_due')
   where user_id is not null or (tier = 'basic' and billing_period = 'monthly')
   order by user_id nulls last limit 1
)`.as('plan')

const isEmailRefused = sql<boolean>`exists (
  select from undeliverable_addresses where channel = 'email' and recipient = users.email
)`.as('is_email_refused')

/** By the name of the barbershop. */
const barbershopRoles = sql<OwnRole[]>`coalesce((
  select json_agg(json_build_object('id', own.id, 'role', own.role, 'barbershop', json_build_object('id', barbershops.id, 'name', barbershops.name))
                  order by barbershops.search_name, barbershops.id)
    from barbershop_roles own join barbershops on barbershops.id = own.barbershop_id where own.user_id = users.id
), '[]')`.as('barbershop_roles')

/** In barbershops of others, by their name. */
const ownPermissions = sql<OwnPermissions[]>`coalesce((
  select json_agg(json_build_object(
           'barbershop', json_build_object('id', barbershops.id, 'name', barbershops.name),
           'permissions', array(select distinct permission from unnest(held.all) permission order by permission))
         order by barbershops.search_name, barbershops.id)
    from (select barbershop_id, array_agg(permission) filter (where permission is not null) as all
            from (select barbershop_id, permissions from barbershop_roles where user_id = users.id
                  union all select barbershop_id, permissions from barbers where user_id = users.id and removed_at is null) part
            left join lateral unnest(part.permissions) permission on true
           group by barbershop_id) held
    join barbershops on barbershops.id = held.barbershop_id and barbershops.owner_id <> users.id
), '[]')`.as('permissions')

const isBarber = sql<boolean>`exists (
  select from barbers where user_id = users.id and removed_at is null
)`.as('is_barber')

export const userColumns = [
  ...accountColumns,
  email,
  googleId,
  isEmailRefused,
  isBarber,
  barbershopRoles,
  ownPermissions,
  plan,
] as const

/**
 * A user's name for an email, as an SQL expression. Null while the address of the account is unverified: its name may be a message
 * to a stranger, whose address was registered or who receives an email about the account. The name of a barber without an account is
 * the barbershop's, like that of its services.
 */
export function verifiedName(users: 'users' | 'customers' | 'owners' | 'recipient') {
  const verifiedAt = sql.ref(`${users}.email_verified_at`)
  const address = sql.ref(`${users}.email`)
  const name = sql.ref(`${users}.name`)
  return sql<string | null>`case when ${verifiedAt} is not null or ${address} is null then ${name} end`
}

type PlanRow = User['plan'] & { expiresAt: string | null }
type UserRow = Pick<Selectable<Users>, (typeof accountColumns)[number]> & {
  email: string
  google_id: string | null
  is_email_refused: boolean
  is_barber: boolean
  barbershop_roles: OwnRole[]
  permissions: OwnPermissions[]
  plan: PlanRow
}

/** Picks the fields that users may see of their own account; the row may hold more. */
export function toUser(row: UserRow): User {
  const { id, name, email, phone, avatar_url: avatarUrl, google_id, is_email_refused: isEmailRefused } = row
  const { expiresAt, ...plan } = row.plan
  const isEmailVerified = row.email_verified_at !== null
  const hasPassword = row.password_hash !== null
  const planExpiryDate = expiresAt && new Date(expiresAt).toISOString()
  const account = { id, name, email, phone, avatarUrl, role: row.role as Role, isEmailVerified, google_id, hasPassword }
  const work = { isBarber: row.is_barber, barbershopRoles: row.barbershop_roles, permissions: row.permissions }
  return { ...account, isEmailRefused, ...work, planId: plan.id, planExpiryDate, plan }
}

export async function getUser(db: Database, id: string): Promise<User> {
  return toUser(await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow())
}

export function findUserByEmail(db: Database, email: string) {
  return db.selectFrom('users').select(userColumns).where('email', '=', email).executeTakeFirst()
}

type NewUser = { name: string; email: string; phone?: string; passwordHash: string; now: Date }

/** Locks the user's row until the transaction ends. Rows that reference the user may be inserted by other transactions. */
export async function lockUser(tx: Database, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * The user's account, if the password that was verified before the transaction still is the account's. Locks the row until the
 * transaction ends, so that a concurrent change of the password, or a deletion, comes before or after it as a whole.
 */
export async function lockVerifiedUser(
  tx: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<User | undefined> {
  const row = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toUser(row)
}

/** Undefined when the address already has an account. */
export function insertUser(db: Database, { name, email, phone, passwordHash, now }: NewUser) {
  return db
    .insertInto('users')
    .values({ name, email, phone, password_hash: passwordHash, created_at: now })
    .onConflict((conflict) => conflict.constraint('users_email_unique').doNothing())
    .returning(userColumns)
    .executeTakeFirst()
}

export async function insertSession(db: Database, session: { tokenHash: Buffer; userId: string; now: Date }) {
  const { tokenHash, userId, now } = session
  const times = { created_at: now, last_used_at: now, expires_at: sessionExpiresAt(now) }
  await db
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, ...times })
    .execute()
}

export async function deleteSession(db: Database, tokenHash: Buffer) {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of the account; returns the hashes of their tokens. */
export async function deleteSessions(db: Database, userId: string): Promise<Buffer[]> {
  const rows = await db.deleteFrom('sessions').where('user_id', '=', userId).returning('token_hash').execute()
  return rows.map(({ token_hash }) => token_hash)
}

/** Ends every session of the account except the caller's; returns how many ended. */
export async function deleteOtherSessions(db: Database, caller: Pick<Caller, 'id' | 'tokenHash'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', caller.id)
    .where('token_hash', '!=', caller.tokenHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** True when the user had another role: the caller must then also end the user's sessions. */
export async function setRole(tx: Database, userId: string, role: Role): Promise<boolean> {
  const changed = tx.updateTable('users').set({ role }).where('id', '=', userId).where('role', '!=', role)
  const { numUpdatedRows } = await changed.executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Undefined when the account has verified another address in the meantime. Violates users_email_unique when another account has it. */
export async function setVerifiedEmail(db: Database, change: { userId: string; email: string; now: Date }) {
  const { userId, email, now } = change
  const row = await db
    .updateTable('users')
    .set((eb) => ({ email, email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)) }))
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('email_verified_at', 'is', null), eb('email', '=', email)]))
    .returning(userColumns)
    .executeTakeFirst()
  return row && toUser(row)
}

/** Records consent to the current version of both documents, which the registration form and the Google button show. */
export async function insertConsents(tx: Database, userId: string, now: Date): Promise<void> {
  const consent = { user_id: userId, given_at: now }
  await tx
    .insertInto('consents')
    .values([
      { ...consent, document: 'terms', version: TERMS_VERSION },
      { ...consent, document: 'privacy', version: PRIVACY_VERSION },
    ])
    .onConflict((conflict) => conflict.constraint('consents_key').doNothing())
    .execute()
}

/**
 * Throws EMAIL_TAKEN when another account may still undo a change away from this address. Must run after the address was
 * written, in the same transaction: before the write it could miss a concurrent change.
 */
export async function checkEmailNotReserved(
  tx: Database,
  { userId, email, now }: { userId: string; email: string; now: Date },
) {
  const reserved = await tx
    .selectFrom('email_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('user_id', '!=', userId)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (reserved) throw new ApiError('EMAIL_TAKEN')
}
