import { ApiError } from '@na-regua/contract/errors'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { closedPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { deleteSessions } from '../queries.ts'
import { restoreAccount, useUndo } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

/**
 * Who reads the old address takes the account back. Whoever changed it knew the password or had a session, so neither
 * opens anything afterwards: a new password is asked for by e-mail. Answers whose account it is.
 */
export async function undoEmailChange(
  { db, clock, countAttempts }: Deps,
  client: string,
  token: string,
): Promise<string> {
  await countAttempts({ action: 'undo-email', of: [client], max: 30, seconds: 3600 })
  const closed = await closedPassword()
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const undone = await useUndo(tx, hashToken(token), now)
    if (!undone) throw new ApiError('LINK_INVALID')
    await restoreAccount(tx, { ...undone, closedPassword: closed, now })
    await deleteSessions(tx, undone.userId)
    return undone.userId
  })
}
