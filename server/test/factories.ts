import { randomBytes } from 'node:crypto'
import type { Role } from '@na-regua/contract/accounts'
import type { Tier } from '@na-regua/contract/plans'
import { hashToken } from '../src/lib/auth.ts'
import type { Clock } from '../src/lib/clock.ts'
import type { DatabasePool } from '../src/lib/database.ts'
import { hashPassword } from '../src/lib/password.ts'

type World = { db: DatabasePool; clock: Clock }

type UserFields = {
  name?: string
  email?: string
  phone?: string
  role?: Role
  isEmailVerified?: boolean
  /** Without one nobody can log in with a password, as with a Google account. */
  password?: string
}

let made = 0

/** A verified customer, unless told otherwise. */
export async function createUser({ db, clock }: World, fields: UserFields = {}) {
  const { name = 'Ana Souza', phone, role = 'CUSTOMER', isEmailVerified = true, password } = fields
  return db
    .insertInto('users')
    .values({
      name,
      email: fields.email ?? `pessoa-${++made}@naregua.test`,
      phone,
      role,
      password_hash: password === undefined ? null : await hashPassword(password),
      email_verified_at: isEmailVerified ? clock.now() : null,
      created_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Logs the person in and answers the token. */
export async function createSession({ db, clock }: World, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 30 * 86_400_000),
    })
    .execute()
  return token
}

/** A person who is logged in. */
export async function createCaller(world: World, fields: UserFields = {}) {
  const user = await createUser(world, fields)
  return { user, token: await createSession(world, user.id) }
}

type Subscription = {
  tier?: Tier
  status?: 'active' | 'past_due'
  days?: number
  graceDays?: number
  /** 'free' is given, not bought: nothing of it is asked of whoever takes payments. */
  provider?: 'sandbox' | 'free'
}

/** Gives a person a plan that was paid for, for `days` from now; a negative number has ended it already. */
export async function subscribe({ db, clock }: World, userId: string, wish: Subscription = {}) {
  const { tier = 'premium', status = 'active', days = 30, graceDays, provider = 'sandbox' } = wish
  const now = clock.now()
  const inDays = (count: number) => new Date(now.getTime() + count * 86_400_000)
  const plan = await db
    .selectFrom('plans')
    .select('id')
    .where('tier', '=', tier)
    .where('billing_period', '=', 'monthly')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan_id: plan.id,
      status,
      provider,
      period_starts_at: inDays(days - 30),
      // What is free has no end.
      period_ends_at: provider === 'free' ? null : inDays(days),
      grace_ends_at: graceDays === undefined ? null : inDays(graceDays),
      updated_at: now,
    })
    .execute()
  return { planId: plan.id, endsAt: inDays(days) }
}
