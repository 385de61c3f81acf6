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
  /** Without one the account has no password, like a Google account. */
  password?: string
}

let made = 0

/** A customer with a verified email by default. */
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
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow()
}

/** Creates a session and returns its token. */
export async function createSessionToken({ db, clock }: World, userId: string): Promise<string> {
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

/** A user with a session. */
export async function createCaller(world: World, fields: UserFields = {}) {
  const user = await createUser(world, fields)
  return { user, token: await createSessionToken(world, user.id) }
}

type SubscriptionFields = {
  tier?: Tier
  status?: 'active' | 'past_due'
  days?: number
  graceDays?: number
  /** 'free' is not paid for: the payment provider does not know it. */
  provider?: 'sandbox' | 'free'
}

/** A paid subscription that ends in `days`; a negative number has ended already. */
export async function createSubscription({ db, clock }: World, userId: string, fields: SubscriptionFields = {}) {
  const { tier = 'premium', status = 'active', days = 30, graceDays, provider = 'sandbox' } = fields
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
      // A free plan does not end.
      period_ends_at: provider === 'free' ? null : inDays(days),
      grace_ends_at: graceDays === undefined ? null : inDays(graceDays),
      updated_at: now,
    })
    .execute()
  return { planId: plan.id, endsAt: inDays(days) }
}
