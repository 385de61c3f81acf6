import { profileApi } from '@na-regua/contract/profile'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import { sendEmailChangeCode, verifyEmailChange } from './change-email.ts'
import { undoEmailChange } from './undo-email-change.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

export function emailChangeRoutes(app: App, deps: Deps) {
  app.route({
    ...profileApi.sendEmailChange,
    access: 'self',
    statements: 7,
    security: { done: 'email-change-asked', refused: 'email-change-asking-refused' },
    handler: (request) =>
      sendEmailChangeCode(deps, { caller: request.caller, client: clientKey(request) }, request.body),
  })

  app.route({
    ...profileApi.verifyEmailChange,
    access: 'self',
    statements: 3,
    security: { done: 'email-changed', refused: 'email-change-refused' },
    handler: ({ caller, body }) => verifyEmailChange(deps, caller, body),
  })

  app.route({
    ...profileApi.undoEmailChange,
    access: 'public',
    statements: 1,
    security: { done: 'email-change-undone', refused: 'email-change-undo-refused' },
    handler: async (request) => ({ userId: await undoEmailChange(deps, clientKey(request), request.body.token) }),
  })
}
