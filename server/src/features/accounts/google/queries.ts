import type { Selectable } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { IdentityVisits } from '../../../lib/database-schema.generated.ts'
import type { ProvedPerson } from '../../../lib/google.ts'
import { LINK_TRIES, nameOf } from './rules.ts'

type Identity = Pick<ProvedPerson, 'issuer' | 'subject'>

export async function findIdentityUser(db: Database, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Whose address it is. Until the commit nobody else decides about that account. */
export async function lockEmailOwner(tx: Database, email: string, issuer: string) {
  const owner = await tx
    .selectFrom('users')
    .select((eb) => [
      'id',
      eb('email_verified_at', 'is not', null).as('isVerified'),
      eb('password_hash', 'is not', null).as('hasPassword'),
    ])
    .where('email', '=', email)
    .forUpdate()
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

/** Undefined when somebody registered the address in between. */
export async function insertProvedUser(tx: Database, person: ProvedPerson, now: Date): Promise<string | undefined> {
  const row = await tx
    .insertInto('users')
    .values({ name: nameOf(person), email: person.email, email_verified_at: now, created_at: now })
    .onConflict((conflict) => conflict.constraint('users_email_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Gives an account that never proved its address to whom it belongs: nothing that the first one left opens it any more. */
export async function claimUser(tx: Database, userId: string, person: ProvedPerson, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ name: nameOf(person), phone: null, avatar_url: null, password_hash: null, email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  for (const table of ['sessions', 'codes', 'identities', 'identity_links', 'email_changes', 'consents'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** False when the person, or the account, is tied to somebody else already. */
export async function insertIdentity(tx: Database, { issuer, subject }: Identity, userId: string, now: Date) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Visit = Pick<Selectable<IdentityVisits>, 'state_hash' | 'secret_hash' | 'nonce' | 'verifier' | 'return_url'>

export async function insertVisit(db: Database, visit: Visit, times: { now: Date; end: Date }): Promise<void> {
  await db
    .insertInto('identity_visits')
    .values({ ...visit, created_at: times.now, expires_at: times.end })
    .execute()
}

/** The visit that the way back belongs to. It is gone by this: nobody comes back twice. */
export function takeVisit(db: Database, stateHash: Buffer, now: Date): Promise<Visit | undefined> {
  return db
    .deleteFrom('identity_visits')
    .where('state_hash', '=', stateHash)
    .where('code_hash', 'is', null)
    .where('expires_at', '>', now)
    .returning(['state_hash', 'secret_hash', 'nonce', 'verifier', 'return_url'])
    .executeTakeFirst()
}

type Arrival = { visit: Visit; codeHash: Buffer; person: ProvedPerson; now: Date; end: Date }

export async function insertArrival(db: Database, { visit, codeHash, person, now, end }: Arrival): Promise<void> {
  await db
    .insertInto('identity_visits')
    .values({ ...visit, code_hash: codeHash, person: JSON.stringify(person), created_at: now, expires_at: end })
    .execute()
}

/** Whom Google proved, once, to the browser that had left. */
export async function takeArrival(db: Database, hashes: { code: Buffer; secret: Buffer }, now: Date) {
  const row = await db
    .deleteFrom('identity_visits')
    .where('code_hash', '=', hashes.code)
    .where('secret_hash', '=', hashes.secret)
    .where('expires_at', '>', now)
    .returning('person')
    .executeTakeFirst()
  return (row?.person ?? undefined) as ProvedPerson | undefined
}

type Link = Identity & { tokenHash: Buffer; userId: string; now: Date; end: Date }

export async function insertLink(tx: Database, { tokenHash, userId, issuer, subject, now, end }: Link): Promise<void> {
  const times = { created_at: now, expires_at: end }
  await tx
    .insertInto('identity_links')
    .values({ token_hash: tokenHash, user_id: userId, issuer, subject, ...times })
    .execute()
}

/** Takes one of the link's five tries, before any password is compared. */
export function takeLinkTry(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .updateTable('identity_links')
    .from('users')
    .set((eb) => ({ tries: eb('identity_links.tries', '+', 1) }))
    .whereRef('users.id', '=', 'identity_links.user_id')
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', LINK_TRIES)
    .where('expires_at', '>', now)
    .returning(['identity_links.user_id as userId', 'issuer', 'subject', 'users.password_hash as passwordHash'])
    .executeTakeFirst()
}

/** False when it was used meanwhile. With one, all that wait for the same account are gone. */
export async function spendLink(tx: Database, tokenHash: Buffer, userId: string): Promise<boolean> {
  const spent = await tx
    .deleteFrom('identity_links')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  await tx.deleteFrom('identity_links').where('user_id', '=', userId).execute()
  return spent !== undefined
}

export async function deleteOldVisits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('identity_visits').where('expires_at', '<=', now).execute()
  await db.deleteFrom('identity_links').where('expires_at', '<=', now).execute()
}

export function findLinkToTell(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where((eb) => eb.exists(eb.selectFrom('identities').select('subject').whereRef('user_id', '=', 'users.id')))
    .executeTakeFirst()
}
