import { ApiError } from '@na-regua/contract/errors'
import type { profileApi } from '@na-regua/contract/profile'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { countCodeRequest, planCode } from '../codes/plan-code.ts'
import { getUser } from '../queries.ts'
import { isGoogleManaged } from '../rules.ts'
import { confirmLogin } from '../sessions/confirm-login.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type Asker = { caller: Caller; client: string }

/**
 * Plans a code to the address that the account shall have. Of an address that belongs to somebody else nothing is said:
 * the answer is the same, and the job sends no letter.
 */
export async function sendChangeCode(deps: Deps, asker: Asker, input: Body<typeof profileApi.sendEmailChange>) {
  const { id: userId, email } = asker.caller
  const { newEmail, currentPassword } = input
  if (isGoogleManaged(await getUser(deps.db, userId))) throw new ApiError('EMAIL_MANAGED')
  if (newEmail.toLowerCase() === email.toLowerCase()) throw new ApiError('EMAIL_UNCHANGED')
  await confirmLogin(deps, asker, currentPassword)
  await countCodeRequest(deps, asker.caller, asker.client)
  return planCode(deps, { userId, email: newEmail, purpose: 'change-email' })
}
