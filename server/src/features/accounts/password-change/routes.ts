import { profileApi } from '@na-regua/contract/profile'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import { changePassword } from './change-password.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

export function passwordChangeRoutes(app: App, deps: Deps) {
  app.route({
    ...profileApi.changePassword,
    access: 'self',
    security: { done: 'password-changed', refused: 'password-change-refused' },
    handler: (request) => changePassword(deps, { caller: request.caller, client: clientKey(request) }, request.body),
  })
}
