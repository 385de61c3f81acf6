import { ApiError } from '@na-regua/contract/errors'
import type { GoogleFlow, googleApi } from '@na-regua/contract/google'
import type { Query } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { Google } from '../../../lib/google.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import type { LogRequestSecurity } from '../../../lib/security-log.ts'
import { insertSignInCode, insertSignInFlow, takeSignInFlow } from './queries.ts'
import { generateSecret, signInCodeExpiresAt, signInFlowExpiresAt } from './rules.ts'

type Deps = { db: Database; clock: Clock; google: Google }

const HOUR = 3600

/** Starts the authorization code flow. `origin` is our address as the browser sees it: Google redirects back to it. */
export async function startGoogleSignIn(
  deps: Deps & { countAttempts: CountAttempts },
  client: string,
  origin: string,
): Promise<GoogleFlow> {
  await deps.countAttempts({ action: 'google-start', of: [client], max: 60, seconds: HOUR })
  const state = generateSecret()
  const nonce = generateSecret()
  const verifier = generateSecret()
  const secret = generateSecret()
  const return_url = URL.parse('/api/auth/google/callback', origin)?.href
  if (!return_url) throw new ApiError('INVALID_INPUT')
  const url = await deps.google.startSignIn({ state, nonce, verifier }, return_url)
  const now = deps.clock.now()
  const flow = { state_hash: hashToken(state), secret_hash: hashToken(secret), nonce, verifier, return_url }
  await insertSignInFlow(deps.db, flow, { now, end: signInFlowExpiresAt(now) })
  return { url: url.href, secret }
}

/** The result for the login page is in the URL fragment, so that no server and no other page reads it. */
const loginPage = (result: string) => `/login#google=${result}`

/**
 * Handles Google's redirect and returns the URL of the next redirect: the login page with a one-time code. The code is useless
 * without the secret, which only the browser that started the flow has. A session token never appears in a URL.
 */
export async function finishGoogleSignIn(
  { db, clock, google }: Deps,
  logSecurity: LogRequestSecurity,
  { state = '', error }: Query<typeof googleApi.callback>,
  search: string,
): Promise<string> {
  const flow = await takeSignInFlow(db, hashToken(state), clock.now())
  if (flow && error === 'access_denied') return loginPage('cancelado')
  try {
    if (!flow) throw new ApiError('GOOGLE_FAILED')
    const identity = await google.finishSignIn({ ...flow, state }, new URL(search, flow.return_url))
    const code = generateSecret()
    const now = clock.now()
    await insertSignInCode(db, { flow, codeHash: hashToken(code), identity, now, end: signInCodeExpiresAt(now) })
    return loginPage(code)
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    logSecurity({ event: 'google-refused', reason: failure.code })
    return loginPage('erro')
  }
}
