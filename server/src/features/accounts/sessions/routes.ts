import { ApiError } from '@na-regua/contract/errors'
import { profileApi } from '@na-regua/contract/profile'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { deleteOtherSessions } from '../queries.ts'
import { deleteOwnSession, listSessions } from './queries.ts'

export function sessionRoutes(app: App, { db, clock }: { db: Database; clock: Clock }) {
  app.route({
    ...profileApi.listSessions,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ sessions: await listSessions(db, caller, clock.now()) }),
  })

  app.route({
    ...profileApi.endSession,
    access: 'self',
    statements: 1,
    security: { done: 'session-ended', refused: 'session-end-refused' },
    handler: async ({ caller, params }) => {
      if (!(await deleteOwnSession(db, { id: params.id, userId: caller.id }))) throw new ApiError('NOT_FOUND')
      return { ok: true }
    },
  })

  app.route({
    ...profileApi.endOtherSessions,
    access: 'self',
    statements: 1,
    security: { done: 'sessions-ended' },
    handler: async ({ caller }) => ({ ended: await deleteOtherSessions(db, caller) }),
  })
}
