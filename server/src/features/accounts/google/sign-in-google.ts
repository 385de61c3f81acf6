import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { googleApi } from '@na-regua/contract/google'
import type { Body } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import type { Google } from '../../../lib/google.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { type AdmitDeps, type Arriving, admitPerson } from './admit-person.ts'
import { takeArrival } from './queries.ts'

type Deps = AdmitDeps & { google: Google; countAttempts: CountAttempts }

const FIVE_MINUTES = 300

const countTry = (deps: Deps, client: string) =>
  deps.countAttempts({ action: 'google', of: [client], max: 30, seconds: FIVE_MINUTES })

/** With a token that the page itself got from Google. */
export async function signInGoogle(
  deps: Deps,
  arriving: Arriving,
  input: Body<typeof googleApi.signIn>,
): Promise<Session> {
  await countTry(deps, arriving.client)
  const { credential, accessToken } = input
  if ((credential === undefined) === (accessToken === undefined)) throw new ApiError('INVALID_INPUT')
  const person = credential
    ? await deps.google.readCredential(credential)
    : await deps.google.readAccessToken(accessToken ?? '')
  return admitPerson(deps, arriving, person)
}

/** With the code that came back from a visit, which is worth something once and in the browser that had left only. */
export async function enterWithCode(
  deps: Deps,
  arriving: Arriving,
  input: Body<typeof googleApi.enter>,
): Promise<Session> {
  await countTry(deps, arriving.client)
  const hashes = { code: hashToken(input.code), secret: hashToken(input.secret) }
  const person = await takeArrival(deps.db, hashes, deps.clock.now())
  if (!person) throw new ApiError('GOOGLE_FAILED')
  return admitPerson(deps, arriving, person)
}
