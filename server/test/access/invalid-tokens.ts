import { randomBytes } from 'node:crypto'
import { accountsApi } from '@na-regua/contract/accounts'
import { hashToken } from '../../src/lib/auth.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Member } from './tenants.ts'

type Headers = Record<string, string>

/** Credentials that must not authenticate: headers and query string. */
export type InvalidToken = { headers: Headers; query?: string }

const bearer = (token: string): InvalidToken => ({ headers: { authorization: `Bearer ${token}` } })

async function insertSession(
  { db, clock }: Harness,
  userId: string,
  change: { expires_at?: Date; last_used_at?: Date },
) {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const session = { token_hash: hashToken(token), user_id: userId, created_at: inDays(-1), last_used_at: now }
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: inDays(30), ...change })
    .execute()
  return token
}

/** A valid session of the same user in another database. */
async function createForeignSession({ id, email }: Member) {
  const elsewhere = await createHarness()
  await elsewhere.db.insertInto('users').values({ id, email, name: 'Gente da Casa' }).execute()
  const token = await insertSession(elsewhere, id, {})
  const isValid = (await elsewhere.call(accountsApi.me, { token })).status === 200
  await elsewhere.close()
  if (!isValid) throw new Error('the session is not valid in its own database')
  return token
}

export async function createInvalidTokens(world: Harness, member: Member): Promise<Record<string, InvalidToken>> {
  const now = world.clock.now()
  const weekAgo = new Date(now.getTime() - 7 * 86_400_000)
  const revoked = await insertSession(world, member.id, {})
  await world.call(accountsApi.logout, { token: revoked })
  const valid = await insertSession(world, member.id, {})
  return {
    'an expired token': bearer(await insertSession(world, member.id, { expires_at: now })),
    'an idle token': bearer(await insertSession(world, member.id, { last_used_at: weekAgo })),
    'a revoked token': bearer(revoked),
    'a token of another database': bearer(await createForeignSession(member)),
    'an altered token': bearer(`${valid.slice(1)}${valid.startsWith('A') ? 'B' : 'A'}`),
    'a truncated token': bearer(valid.slice(1)),
    'the hash of a token': bearer(hashToken(valid).toString('base64url')),
    'a token without its scheme': { headers: { authorization: valid } },
    'a token in a cookie': { headers: { cookie: `authToken=${valid}; token=${valid}` } },
    'a token in the URL': { headers: {}, query: `token=${valid}&access_token=${valid}&authToken=${valid}` },
  }
}
