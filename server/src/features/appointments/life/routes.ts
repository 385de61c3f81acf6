import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { changeStatus, type StatusAction } from './change-status.ts'

type Needs = { db: DatabasePool; clock: Clock }
type Asked = { caller: Caller; params: { id: string }; body?: { reason?: string } }

/** Any session may ask: what somebody may do follows from what he is to the appointment, not from his role. */
export function lifeRoutes(app: App, { db, clock }: Needs) {
  const change =
    (action: StatusAction) =>
    async ({ caller, params, body }: Asked) => {
      const request = { id: params.id, userId: caller.id, action, reason: body?.reason, now: clock.now() }
      return { appointment: await changeStatus(db, request) }
    }
  app.route({
    ...appointmentsApi.confirm,
    access: 'self',
    handler: ({ caller, params }) => change('confirm')({ caller, params }),
  })
  app.route({ ...appointmentsApi.cancel, access: 'self', handler: change('cancel') })
  app.route({
    ...appointmentsApi.complete,
    access: 'self',
    handler: ({ caller, params }) => change('complete')({ caller, params }),
  })
  app.route({
    ...appointmentsApi.noShow,
    access: 'self',
    handler: ({ caller, params }) => change('noShow')({ caller, params }),
  })
}
