import { ApiError } from '@na-regua/contract/errors'
import type { Selectable } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { IdentityVisits } from '../../../lib/database-schema.generated.ts'
import { recordEvent } from '../../../lib/events.ts'
import type { GoogleIdentity } from '../../../lib/google.ts'
import { lockUser, verifiedName } from '../queries.ts'
import { displayNameOf, MAX_LINK_ATTEMPTS } from './rules.ts'

type IdentityKey = Pick<GoogleIdentity, 'issuer' | 'subject'>

async function findIdentityUser(db: Database, { issuer, subject }: IdentityKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/**
 * The user of the identity, with the row locked until the transaction ends. The identity is read again under the lock: throws
 * GOOGLE_FAILED when a concurrent request has revoked it.
 */
export async function lockIdentityUser(tx: Database, identity: IdentityKey): Promise<string | undefined> {
  const userId = await findIdentityUser(tx, identity)
  if (!userId) return undefined
  await lockUser(tx, userId)
  if ((await findIdentityUser(tx, identity)) !== userId) throw new ApiError('GOOGLE_FAILED')
  return userId
}

/** The account with this address, locked until the transaction ends so that concurrent sign-ins decide one after the other. */
export async function lockEmailOwner(tx: Database, email: string, issuer: string) {
  const owner = await tx
    .selectFrom('users')
    .select((eb) => [
      'id',
      eb('email_verified_at', 'is not', null).as('isVerified'),
      eb('password_hash', 'is not', null).as('hasPassword'),
    ])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) return undefined
  const identity = await tx
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', owner.id)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return {
    id: owner.id,
    isVerified: Boolean(owner.isVerified),
    hasPassword: Boolean(owner.hasPassword),
    hasIdentity: identity !== undefined,
  }
}

/** Undefined when the address was registered in the meantime. */
export async function insertGoogleUser(tx: Database, identity: GoogleIdentity, now: Date): Promise<string | undefined> {
  const row = await tx
    .insertInto('users')
    .values({ name: displayNameOf(identity), email: identity.email, email_verified_at: now, created_at: now })
    .onConflict((conflict) => conflict.constraint('users_email_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Hands an account with an unverified address to the verified owner of the address and revokes all access of before. */
export async function takeOverUnverifiedUser(
  tx: Database,
  userId: string,
  identity: GoogleIdentity,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name: displayNameOf(identity), phone: null, avatar_url: null, password_hash: null, email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  for (const table of ['codes', 'identities', 'identity_links', 'email_changes', 'consents', 'sessions'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await recordEvent(tx, { name: 'password.changed', userId, at: now })
}

/** False when the identity is linked to another account, or the account to another identity. */
export async function insertIdentity(tx: Database, { issuer, subject }: IdentityKey, userId: string, now: Date) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type SignInFlow = Pick<Selectable<IdentityVisits>, 'state_hash' | 'secret_hash' | 'nonce' | 'verifier' | 'return_url'>

export async function insertSignInFlow(db: Database, flow: SignInFlow, times: { now: Date; end: Date }): Promise<void> {
  await db
    .insertInto('identity_visits')
    .values({ ...flow, created_at: times.now, expires_at: times.end })
    .execute()
}

/** The flow that a callback belongs to. It is deleted, so a callback works once. */
export function takeSignInFlow(db: Database, stateHash: Buffer, now: Date): Promise<SignInFlow | undefined> {
  return db
    .deleteFrom('identity_visits')
    .where('state_hash', '=', stateHash)
    .where('code_hash', 'is', null)
    .where('expires_at', '>', now)
    .returning(['state_hash', 'secret_hash', 'nonce', 'verifier', 'return_url'])
    .executeTakeFirst()
}

type SignInCode = { flow: SignInFlow; codeHash: Buffer; identity: GoogleIdentity; now: Date; end: Date }

export async function insertSignInCode(
  db: Database,
  { flow, codeHash, identity, now, end }: SignInCode,
): Promise<void> {
  await db
    .insertInto('identity_visits')
    .values({ ...flow, code_hash: codeHash, person: JSON.stringify(identity), created_at: now, expires_at: end })
    .execute()
}

/** The verified identity, once, for the browser that started the flow. */
export async function takeSignInCode(db: Database, hashes: { code: Buffer; secret: Buffer }, now: Date) {
  const row = await db
    .deleteFrom('identity_visits')
    .where('code_hash', '=', hashes.code)
    .where('secret_hash', '=', hashes.secret)
    .where('expires_at', '>', now)
    .returning('person')
    .executeTakeFirst()
  return (row?.person ?? undefined) as GoogleIdentity | undefined
}

type NewLink = IdentityKey & { tokenHash: Buffer; userId: string; now: Date; end: Date }

export async function insertLink(
  tx: Database,
  { tokenHash, userId, issuer, subject, now, end }: NewLink,
): Promise<void> {
  const times = { created_at: now, expires_at: end }
  await tx
    .insertInto('identity_links')
    .values({ token_hash: tokenHash, user_id: userId, issuer, subject, ...times })
    .execute()
}

/** Counts an attempt on the link before the password is compared. */
export function takeLinkAttempt(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .updateTable('identity_links')
    .from('users')
    .set((eb) => ({ tries: eb('identity_links.tries', '+', 1) }))
    .whereRef('users.id', '=', 'identity_links.user_id')
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', MAX_LINK_ATTEMPTS)
    .where('expires_at', '>', now)
    .returning(['identity_links.user_id as userId', 'issuer', 'subject', 'users.password_hash as passwordHash'])
    .executeTakeFirst()
}

/** False when the link was used in the meantime. Deletes all other links of the account, too. */
export async function consumeLink(tx: Database, tokenHash: Buffer, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('identity_links')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  await tx.deleteFrom('identity_links').where('user_id', '=', userId).execute()
  return deleted !== undefined
}

export function findLinkedUser(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select([verifiedName('users').as('name'), 'email'])
    .where('id', '=', userId)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .where((eb) => eb.exists(eb.selectFrom('identities').select('subject').whereRef('user_id', '=', 'users.id')))
    .executeTakeFirst()
}
