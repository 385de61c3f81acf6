import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { changeStatus, type StatusAction } from './change-status.ts'
import { corrections } from './rules.ts'

type StatusRouteDeps = { db: DatabasePool; clock: Clock }
type StatusRequest = { caller: Caller; params: { id: string } }

/** Open to every signed-in user: what a caller may do follows from their part in the appointment, not from their role. */
export function statusRoutes(app: App, { db, clock }: StatusRouteDeps) {
  const change = async (action: StatusAction, { caller, params }: StatusRequest, reason?: string) => ({
    appointment: await changeStatus(db, { id: params.id, userId: caller.id, action, reason, now: clock.now() }),
  })
  app.route({
    ...appointmentsApi.confirm,
    access: 'self',
    statements: 6,
    handler: (request) => change('confirm', request),
  })
  app.route({
    ...appointmentsApi.cancel,
    access: 'self',
    statements: 7,
    handler: (request) => change('cancel', request, request.body?.reason),
  })
  app.route({
    ...appointmentsApi.complete,
    access: 'self',
    statements: 8,
    handler: (request) => change('complete', request),
  })
  app.route({
    ...appointmentsApi.noShow,
    access: 'self',
    statements: 7,
    handler: (request) => change('noShow', request),
  })
  app.route({
    ...appointmentsApi.correct,
    access: 'self',
    statements: 13,
    handler: (request) => change(corrections[request.body.status], request),
  })
}
