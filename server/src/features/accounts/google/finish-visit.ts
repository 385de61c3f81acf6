import { ApiError } from '@na-regua/contract/errors'
import type { googleApi } from '@na-regua/contract/google'
import type { Query } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { Google } from '../../../lib/google.ts'
import type { LogRequestSecurity } from '../../../lib/security-routes.ts'
import { insertArrival, takeVisit } from './queries.ts'
import { drawSecret, endOfCode } from './rules.ts'

type Deps = { db: Database; clock: Clock; google: Google }

/** How the login page is told; behind the #, so that no server and no other page reads it. */
const page = (told: string) => `/login#google=${told}`

/**
 * Answers where the browser goes on: to the login page, with a code that opens nothing without the secret which only
 * the browser that had left knows. A session never stands in an address.
 */
export async function finishVisit(
  deps: Deps,
  tellSecurity: LogRequestSecurity,
  words: Query<typeof googleApi.callback>,
  search: string,
): Promise<string> {
  const { db, clock, google } = deps
  const visit = await takeVisit(db, hashToken(words.state ?? ''), clock.now())
  if (visit && words.error === 'access_denied') return page('cancelado')
  try {
    if (!visit) throw new ApiError('GOOGLE_FAILED')
    const url = new URL(search, visit.return_url)
    const person = await google.finishVisit({ ...visit, state: words.state ?? '' }, url)
    const [code, now] = [drawSecret(), clock.now()]
    await insertArrival(db, { visit, codeHash: hashToken(code), person, now, end: endOfCode(now) })
    return page(code)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    tellSecurity({ event: 'google-refused', reason: error.code })
    return page('erro')
  }
}
