import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { googleApi } from '@na-regua/contract/google'
import type { Body } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import type { Google } from '../../../lib/google.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { noteRefusals } from '../../../lib/security-log.ts'
import { type AdmitDeps, admitPerson } from './admit-person.ts'
import { takeArrival } from './queries.ts'

type Deps = AdmitDeps & { google: Google; countAttempts: CountAttempts }

const FIVE_MINUTES = 300

const countTry = (deps: Deps, client: string) =>
  deps.countAttempts({ action: 'google', of: [client], max: 30, seconds: FIVE_MINUTES })

/** With a token that the page itself got from Google. */
export async function signInGoogle(deps: Deps, client: string, input: Body<typeof googleApi.signIn>): Promise<Session> {
  await countTry(deps, client)
  const { credential, accessToken } = input
  if ((credential === undefined) === (accessToken === undefined)) throw new ApiError('INVALID_INPUT')
  const person = await noteRefusals(deps.noteSecurity, 'google-refused', { client }, () =>
    credential ? deps.google.readCredential(credential) : deps.google.readAccessToken(accessToken ?? ''),
  )
  return admitPerson(deps, client, person)
}

/** With the code that came back from a visit, which is worth something once and in the browser that had left only. */
export async function enterWithCode(deps: Deps, client: string, input: Body<typeof googleApi.enter>): Promise<Session> {
  await countTry(deps, client)
  const hashes = { code: hashToken(input.code), secret: hashToken(input.secret) }
  const person = await noteRefusals(deps.noteSecurity, 'google-refused', { client }, async () => {
    const arrival = await takeArrival(deps.db, hashes, deps.clock.now())
    if (!arrival) throw new ApiError('GOOGLE_FAILED')
    return arrival
  })
  return admitPerson(deps, client, person)
}
