import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { googleApi } from '@na-regua/contract/google'
import type { Body } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { Google, GoogleIdentity } from '../../../lib/google.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import type { LogRequestSecurity, SecurityEvent } from '../../../lib/security-log.ts'
import { createSession } from '../create-session.ts'
import { checkEmailNotReserved, getUser, insertConsents } from '../queries.ts'
import {
  insertGoogleUser,
  insertIdentity,
  insertLink,
  lockEmailOwner,
  lockIdentityUser,
  takeOverUnverifiedUser,
  takeSignInCode,
} from './queries.ts'
import { decideGoogleSignIn, generateSecret, linkExpiresAt } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock; google: Google; countAttempts: CountAttempts }
type SignInClient = { client: string; logSecurity: LogRequestSecurity }

const FIVE_MINUTES = 300

const limitSignIns = (deps: Deps, client: string) =>
  deps.countAttempts({ action: 'google', of: [client], max: 30, seconds: FIVE_MINUTES })

/** With an ID token or access token that the page itself got from Google. */
export async function signInWithGoogleToken(
  deps: Deps,
  signInClient: SignInClient,
  { credential, accessToken }: Body<typeof googleApi.signIn>,
): Promise<Session> {
  await limitSignIns(deps, signInClient.client)
  if ((credential === undefined) === (accessToken === undefined)) throw new ApiError('INVALID_INPUT')
  const identity = credential
    ? await deps.google.readCredential(credential)
    : await deps.google.readAccessToken(accessToken ?? '')
  return signInIdentity(deps, signInClient, identity)
}

/** With the code of the callback: valid once, and only together with the secret of the browser that started the flow. */
export async function signInWithGoogleCode(
  deps: Deps,
  signInClient: SignInClient,
  { code, secret }: Body<typeof googleApi.exchangeCode>,
): Promise<Session> {
  await limitSignIns(deps, signInClient.client)
  const identity = await takeSignInCode(deps.db, { code: hashToken(code), secret: hashToken(secret) }, deps.clock.now())
  if (!identity) throw new ApiError('GOOGLE_FAILED')
  return signInIdentity(deps, signInClient, identity)
}

/**
 * Creates a session for an identity that Google verified. A known identity is found by issuer and subject, even if its address
 * changed; for a new one see decideGoogleSignIn. GOOGLE_LINK_REQUIRED carries the token for linking with the password.
 */
async function signInIdentity(
  { db, clock }: Deps,
  { logSecurity }: SignInClient,
  identity: GoogleIdentity,
): Promise<Session> {
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    const match = await findOrCreateUser(tx, identity, now)
    if ('linkToken' in match) return match
    return { ...match, session: await createSession(tx, await getUser(tx, match.userId), now) }
  })
  // Thrown after the commit, because the link token must be stored.
  if ('linkToken' in outcome) throw new ApiError('GOOGLE_LINK_REQUIRED', outcome)
  logSecurity({ event: outcome.event })
  return outcome.session
}

type UserMatch = { userId: string; event: SecurityEvent }
type LinkRequest = { linkToken: string; email: string }

async function findOrCreateUser(tx: Database, identity: GoogleIdentity, now: Date): Promise<UserMatch | LinkRequest> {
  const known = await lockIdentityUser(tx, identity)
  if (known) return { userId: known, event: 'google-login' }
  const owner = await lockEmailOwner(tx, identity.email, identity.issuer)
  const decision = decideGoogleSignIn(identity, owner)
  if (decision === 'reject-unverified') throw new ApiError('GOOGLE_EMAIL_UNVERIFIED')
  if (decision === 'reject-linked-to-other') throw new ApiError('GOOGLE_OTHER_ACCOUNT')
  if (decision === 'require-password' && owner) return requestLink(tx, identity, owner.id, now)
  if (owner) await takeOverUnverifiedUser(tx, owner.id, identity, now)
  const userId = owner?.id ?? (await insertGoogleUser(tx, identity, now))
  // Two concurrent first sign-ins: the loser finds the winner's account when it retries.
  if (!userId || !(await insertIdentity(tx, identity, userId, now))) throw new ApiError('GOOGLE_FAILED')
  await checkEmailNotReserved(tx, { userId, email: identity.email, now })
  await insertConsents(tx, userId, now)
  return { userId, event: owner ? 'account-claimed' : 'google-registered' }
}

async function requestLink(tx: Database, { issuer, subject, email }: GoogleIdentity, userId: string, now: Date) {
  const linkToken = generateSecret()
  await insertLink(tx, { tokenHash: hashToken(linkToken), userId, issuer, subject, now, end: linkExpiresAt(now) })
  return { linkToken, email }
}
