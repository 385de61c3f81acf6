import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { profileApi } from '@na-regua/contract/profile'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { findNewestCode, takeTry, useCode } from '../codes/queries.ts'
import { isCode } from '../codes/rules.ts'
import { reopenSession } from '../sessions/reopen-session.ts'
import { changeEmail, insertEmailChange, refuseReservedEmail } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock }
type Guess = Body<typeof profileApi.verifyEmailChange>

const invalidCode = () => new ApiError('CODE_INVALID', {}, 'Código de verificação inválido')

/**
 * Makes the proved address the account's. Every token of before is worth nothing from then on; the answer holds a fresh one.
 * The old address gets a way back, if it was proved: a mistyped one belongs to a stranger.
 */
export async function verifyEmailChange({ db, clock }: Deps, caller: Caller, guess: Guess): Promise<Session> {
  const { newEmail, verificationCode } = guess
  const now = clock.now()
  const request = { userId: caller.id, email: newEmail, purpose: 'change-email' as const }
  const taken = await takeTry(db, request, now)
  if (!taken) throw (await findNewestCode(db, request)) ? new ApiError('CODE_EXPIRED') : invalidCode()
  if (!isCode({ ...request, id: taken.id }, taken.hash, verificationCode)) throw invalidCode()
  return db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, taken.id, now))) throw new ApiError('CODE_EXPIRED')
    const user = await changeEmail(tx, { userId: caller.id, from: caller.email, to: newEmail, now })
    // Somebody else with the account changed it in this moment, which ended this session.
    if (!user) throw new ApiError('UNAUTHENTICATED')
    await refuseReservedEmail(tx, { userId: caller.id, email: newEmail, now })
    if (caller.isEmailVerified) {
      const changeId = await insertEmailChange(tx, { userId: caller.id, oldEmail: caller.email, now })
      await addJob(tx, 'send-change-notice', { changeId }, { key: `email-change:${changeId}:email` })
    }
    return reopenSession(tx, user, now)
  })
}
