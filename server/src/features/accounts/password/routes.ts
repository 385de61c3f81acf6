import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset, resetPassword, resetPasswordWithLink } from './reset-password.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

export function passwordRoutes(app: App, deps: Deps) {
  app.route({
    ...accountsApi.forgotPassword,
    access: 'public',
    statements: 1,
    security: { done: 'password-reset-asked' },
    handler: (request) => requestPasswordReset(deps, clientKey(request), request.body.email),
  })

  app.route({
    ...accountsApi.resetPassword,
    access: 'public',
    statements: 3,
    security: { done: 'password-reset', refused: 'password-reset-refused' },
    handler: async (request) => {
      request.logSecurity({ userId: await resetPassword(deps, clientKey(request), request.body) })
      return { ok: true }
    },
  })

  app.route({
    ...accountsApi.resetPasswordWithLink,
    access: 'public',
    statements: 2,
    security: { done: 'password-reset', refused: 'password-reset-refused' },
    handler: async (request) => {
      const { userId, email } = await resetPasswordWithLink(deps, clientKey(request), request.body)
      request.logSecurity({ userId })
      return { ok: true, email }
    },
  })

  app.route({
    ...profileApi.changePassword,
    access: 'self',
    statements: 8,
    security: { done: 'password-changed', refused: 'password-change-refused' },
    handler: (request) => changePassword(deps, { caller: request.caller, client: clientKey(request) }, request.body),
  })
}
