import { ApiError } from '@na-regua/contract/errors'
import { verifyPassword } from '../../../lib/password.ts'
import { confirmLogin, passwordLimits } from '../sessions/confirm-login.ts'
import { findConfirmation } from '../sessions/queries.ts'

type Deps = Parameters<typeof confirmLogin>[0]
type Asker = Parameters<typeof confirmLogin>[1]

/** A password that is given must be right, even minutes after the login; without one the login must be that fresh. */
export async function confirmIdentity(deps: Deps, asker: Asker, password: string | undefined): Promise<void> {
  if (password === undefined) return confirmLogin(deps, asker, undefined)
  await deps.countAttempts(...passwordLimits(asker))
  const known = await findConfirmation(deps.db, asker.caller.tokenHash)
  if (!(await verifyPassword(known?.passwordHash, password))) throw new ApiError('WRONG_PASSWORD')
}
