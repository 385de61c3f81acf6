import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { ProvedPerson } from '../../../lib/google.ts'
import type { SecurityEvent } from '../../../lib/security-log.ts'
import type { LogRequestSecurity } from '../../../lib/security-routes.ts'
import { giveConsents } from '../consents/queries.ts'
import { refuseReservedEmail } from '../email-change/queries.ts'
import { createSession } from '../open-session.ts'
import { getUser } from '../queries.ts'
import { claimUser, findIdentityUser, insertIdentity, insertLink, insertProvedUser, lockEmailOwner } from './queries.ts'
import { drawSecret, endOfLink, judgeArrival } from './rules.ts'

export type AdmitDeps = { db: DatabasePool; clock: Clock }
export type Arriving = { client: string; tellSecurity: LogRequestSecurity }

type Arrival = { userId: string; event: SecurityEvent }

/**
 * Opens a session for somebody whom Google has proved. Whoever has come before is known by issuer and subject, whatever
 * the address is now; for the others see judgeArrival. GOOGLE_LINK_REQUIRED carries the token with which the password links.
 */
export async function admitPerson(
  { db, clock }: AdmitDeps,
  { tellSecurity }: Arriving,
  person: ProvedPerson,
): Promise<Session> {
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    const arrival = await receive(tx, person, now)
    if ('linkToken' in arrival) return arrival
    return { ...arrival, session: await createSession(tx, await getUser(tx, arrival.userId), now) }
  })
  // Thrown only here: the token must outlive the transaction.
  if ('linkToken' in outcome) throw new ApiError('GOOGLE_LINK_REQUIRED', outcome)
  tellSecurity({ event: outcome.event })
  return outcome.session
}

async function receive(
  tx: Database,
  person: ProvedPerson,
  now: Date,
): Promise<Arrival | { linkToken: string; email: string }> {
  const known = await findIdentityUser(tx, person)
  if (known) return { userId: known, event: 'google-login' }
  const owner = await lockEmailOwner(tx, person.email, person.issuer)
  const judgement = judgeArrival(person, owner)
  if (judgement === 'refuse-unverified') throw new ApiError('GOOGLE_EMAIL_UNVERIFIED')
  if (judgement === 'refuse-other') throw new ApiError('GOOGLE_OTHER_ACCOUNT')
  if (judgement === 'ask-password' && owner) return askPassword(tx, person, owner.id, now)
  if (owner) await claimUser(tx, owner.id, person, now)
  const userId = owner?.id ?? (await insertProvedUser(tx, person, now))
  // Two first visits at once: the second finds the account of the first when it tries again.
  if (!userId || !(await insertIdentity(tx, person, userId, now))) throw new ApiError('GOOGLE_FAILED')
  await refuseReservedEmail(tx, { userId, email: person.email, now })
  await giveConsents(tx, userId, now)
  return { userId, event: owner ? 'account-claimed' : 'google-registered' }
}

async function askPassword(tx: Database, { issuer, subject, email }: ProvedPerson, userId: string, now: Date) {
  const linkToken = drawSecret()
  await insertLink(tx, { tokenHash: hashToken(linkToken), userId, issuer, subject, now, end: endOfLink(now) })
  return { linkToken, email }
}
