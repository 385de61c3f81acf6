import { ApiError } from '@na-regua/contract/errors'
import type { GoogleFlow } from '@na-regua/contract/google'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { Google } from '../../../lib/google.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { insertVisit } from './queries.ts'
import { drawSecret, endOfVisit } from './rules.ts'

type Deps = { db: Database; clock: Clock; google: Google; countAttempts: CountAttempts }

const HOUR = 3600

/** `origin` is where the browser sees us: there Google sends it back to. */
export async function startVisit(deps: Deps, client: string, origin: string): Promise<GoogleFlow> {
  await deps.countAttempts({ action: 'google-start', of: [client], max: 60, seconds: HOUR })
  const [state, nonce, verifier, secret] = [drawSecret(), drawSecret(), drawSecret(), drawSecret()]
  const return_url = URL.parse('/api/auth/google/callback', origin)?.href
  if (!return_url) throw new ApiError('INVALID_INPUT')
  const url = await deps.google.startVisit({ state, nonce, verifier }, return_url)
  const now = deps.clock.now()
  const visit = { state_hash: hashToken(state), secret_hash: hashToken(secret), nonce, verifier, return_url }
  await insertVisit(deps.db, visit, { now, end: endOfVisit(now) })
  return { url: url.href, secret }
}
