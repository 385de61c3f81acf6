import { privacyApi } from '@na-regua/contract/privacy'
import type { Caller } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { exportPersonalData } from './queries.ts'
import { type AccountEnding, requestDeletion, undoDeletion } from './request-deletion.ts'
import { exportNotice } from './rules.ts'

type IdentityDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type Deps = IdentityDeps &
  AccountEnding & {
    /** Throws unless the password is right, or absent and the login recent. */
    confirmIdentity: (
      deps: IdentityDeps,
      requester: { caller: Caller; client: string },
      password: string | undefined,
    ) => Promise<void>
  }

export function privacyRoutes(app: App, deps: Deps) {
  const { db, clock, countAttempts } = deps
  app.route({
    ...privacyApi.export,
    access: 'self',
    statements: 1,
    security: { done: 'data-exported', refused: 'data-export-refused' },
    handler: async ({ caller }) => {
      await countAttempts({ action: 'export', of: ['account', caller.id], max: 10, seconds: 3600 })
      return {
        exportedAt: clock.now().toISOString(),
        about: exportNotice,
        data: await exportPersonalData(db, caller.id),
      }
    },
  })
  app.route({
    ...privacyApi.requestDeletion,
    access: 'self',
    // Ends the user's roles, and the invites by link of a manager.
    statements: 20,
    security: { done: 'account-deletion-asked', refused: 'account-deletion-refused' },
    handler: async (request) => {
      const { caller, body } = request
      await deps.confirmIdentity(deps, { caller, client: clientKey(request) }, body.password)
      return requestDeletion(deps, caller)
    },
  })
  app.route({
    ...privacyApi.undoDeletion,
    access: 'public',
    statements: 0,
    security: { done: 'account-deletion-undone', refused: 'account-deletion-undo-refused' },
    handler: async (request) => {
      await undoDeletion(deps, clientKey(request), request.body.token)
      return { ok: true }
    },
  })
}
