import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { changeStatus, type StatusAction } from './change-status.ts'
import { rescheduleAppointment } from './move-appointment.ts'
import { bookWalkIn } from './seat-walk-in.ts'

type Needs = { db: DatabasePool; clock: Clock }
type Asked = { caller: Caller; params: { id: string } }

/** Any session may ask: what somebody may do follows from what he is to the appointment, not from his role. */
export function statusRoutes(app: App, { db, clock }: Needs) {
  const change = async (action: StatusAction, { caller, params }: Asked, reason?: string) => ({
    appointment: await changeStatus(db, { id: params.id, userId: caller.id, action, reason, now: clock.now() }),
  })
  app.route({ ...appointmentsApi.confirm, access: 'self', handler: (request) => change('confirm', request) })
  app.route({
    ...appointmentsApi.cancel,
    access: 'self',
    handler: (request) => change('cancel', request, request.body?.reason),
  })
  app.route({ ...appointmentsApi.complete, access: 'self', handler: (request) => change('complete', request) })
  app.route({ ...appointmentsApi.noShow, access: 'self', handler: (request) => change('noShow', request) })
  app.route({
    ...appointmentsApi.reschedule,
    access: 'self',
    handler: async ({ caller, params, body }) => ({
      appointment: await rescheduleAppointment(db, { ...body, id: params.id, userId: caller.id, now: clock.now() }),
    }),
  })
  app.route({
    ...appointmentsApi.walkIn,
    access: 'self',
    handler: async ({ caller, body }, reply) => {
      const appointment = await bookWalkIn(db, { userId: caller.id, wish: body, now: clock.now() })
      return reply.status(201).send({ appointment })
    },
  })
}
