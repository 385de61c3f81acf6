import { staffApi } from '@na-regua/contract/staff'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getEditableSchedule } from '../schedule/get-schedule.ts'
import { addTimeOff } from './add-time-off.ts'
import { listTimeOff } from './queries.ts'
import { removeTimeOff } from './remove-time-off.ts'

/** A barber's time off, for the barber and the barbershop's owner. */
export function timeOffRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...staffApi.listTimeOff,
    access: 'staff',
    statements: 2,
    handler: async ({ caller, params }) => {
      const { barberId, timeZone } = await getEditableSchedule(db, params.id, caller)
      return { timeZone, timeOff: await listTimeOff(db, barberId, clock.now()) }
    },
  })
  app.route({
    ...staffApi.addTimeOff,
    access: 'staff',
    statements: 6,
    handler: async ({ caller, params, body }, reply) => {
      const timeOff = await addTimeOff(db, { caller, barberId: params.id, input: body, now: clock.now() })
      return reply.status(201).send({ timeOff })
    },
  })
  app.route({
    ...staffApi.removeTimeOff,
    access: 'staff',
    statements: 4,
    handler: ({ caller, params }) =>
      removeTimeOff(db, { caller, barberId: params.id, timeOffId: params.timeOffId, now: clock.now() }),
  })
}
