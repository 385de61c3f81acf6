import { ApiError } from '@na-regua/contract/errors'
import { pushApi } from '@na-regua/contract/push'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import { executePushAction, getPushSubject } from './execute-action.ts'

const HOUR = 3600

type PushActionDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

/** Public, because the service worker acts without a session: the token authorizes. */
export function pushActionRoutes(app: App, { db, clock, countAttempts }: PushActionDeps) {
  app.route({
    ...pushApi.act,
    access: 'public',
    // Limits, device, secret, appointment, change with its event, result, notification.
    statements: 15,
    security: { refused: 'push-action-refused' },
    handler: async (request) => {
      const { token } = request.body
      async function execute() {
        // Before the token is counted: one without our signature would store a row for nothing.
        const subject = await getPushSubject(db, token, clock.now())
        await countAttempts({ action: 'push-action', of: [token], max: 20, seconds: HOUR })
        return executePushAction(db, subject, clock.now())
      }
      return execute().catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'LINK_INVALID') throw error
        // Only those who guess: many phones share the address of their network.
        await countAttempts({ action: 'push-action-client', of: [clientKey(request)], max: 300, seconds: HOUR })
        throw error
      })
    },
  })
}
