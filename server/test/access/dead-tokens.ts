import { randomBytes } from 'node:crypto'
import { accountsApi } from '@na-regua/contract/accounts'
import { hashToken } from '../../src/lib/auth.ts'
import { createHarness, type Harness } from '../harness.ts'
import type { Member } from './tenants.ts'

type Headers = Record<string, string>

/** What somebody sends who is not, or no longer, logged in: headers, and what hangs at the address. */
export type DeadToken = { headers: Headers; query?: string }

const bearer = (token: string): DeadToken => ({ headers: { authorization: `Bearer ${token}` } })

async function openSession({ db, clock }: Harness, userId: string, change: { expires_at?: Date; last_used_at?: Date }) {
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

/** The same person with a session that is right, in another base. */
async function openElsewhere({ id, email }: Member) {
  const elsewhere = await createHarness()
  await elsewhere.db.insertInto('users').values({ id, email, name: 'Gente da Casa' }).execute()
  const token = await openSession(elsewhere, id, {})
  const isRight = (await elsewhere.call(accountsApi.me, { token })).status === 200
  await elsewhere.close()
  if (!isRight) throw new Error('the session elsewhere opens nothing there')
  return token
}

export async function createDeadTokens(world: Harness, member: Member): Promise<Record<string, DeadToken>> {
  const now = world.clock.now()
  const week = new Date(now.getTime() - 7 * 86_400_000)
  const revoked = await openSession(world, member.id, {})
  await world.call(accountsApi.logout, { token: revoked })
  const alive = await openSession(world, member.id, {})
  return {
    'an expired token': bearer(await openSession(world, member.id, { expires_at: now })),
    'an idle token': bearer(await openSession(world, member.id, { last_used_at: week })),
    'a revoked token': bearer(revoked),
    'a token of another base': bearer(await openElsewhere(member)),
    'a mangled token': bearer(`${alive.slice(1)}${alive.startsWith('A') ? 'B' : 'A'}`),
    'a cut token': bearer(alive.slice(1)),
    'the fingerprint of a token': bearer(hashToken(alive).toString('base64url')),
    'a token without its scheme': { headers: { authorization: alive } },
    'a token in a cookie': { headers: { cookie: `authToken=${alive}; token=${alive}` } },
    'a token in the address': { headers: {}, query: `token=${alive}&access_token=${alive}&authToken=${alive}` },
  }
}
