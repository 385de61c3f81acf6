import type { User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { refuseReservedEmail } from '../email-change/queries.ts'
import { deleteOtherSessions, getUser, setVerifiedEmail } from '../queries.ts'
import { findNewestCode, takeTry, useCode } from './queries.ts'
import { isCode } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock }
type Guess = { email: string; code: string }

/** Proves that the caller reads `email`, and makes it the account's address. */
export async function verifyEmailCode({ db, clock }: Deps, caller: Caller, guess: Guess): Promise<User> {
  const request = { userId: caller.id, email: guess.email, purpose: 'verify-email' as const }
  const now = clock.now()
  const taken = await takeTry(db, request, now)
  if (!taken) return answerWithoutTry(db, request, guess.code)
  const { id, hash } = taken
  if (!isCode({ ...request, id }, hash, guess.code)) throw new ApiError('CODE_INVALID')
  return db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, id, now))) throw new ApiError('CODE_EXPIRED')
    const user = await setVerifiedEmail(tx, { userId: caller.id, email: guess.email, now })
    if (!user) throw new ApiError('EMAIL_ALREADY_VERIFIED')
    await refuseReservedEmail(tx, { userId: caller.id, email: guess.email, now })
    if (user.email !== caller.email) await deleteOtherSessions(tx, caller)
    return user
  })
}

/** A client that lost the first answer repeats the right code and gets it again; everybody else needs a new code. */
async function answerWithoutTry(db: DatabasePool, request: Parameters<typeof findNewestCode>[1], code: string) {
  const newest = await findNewestCode(db, request)
  if (!newest) throw new ApiError('CODE_INVALID')
  const isRepeated = newest.usedAt !== null && isCode({ ...request, id: newest.id }, newest.hash, code)
  if (!isRepeated) throw new ApiError('CODE_EXPIRED')
  return getUser(db, request.userId)
}
