import { staffApi } from '@na-regua/contract/staff'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getEditableSchedule, getSchedule } from './get-schedule.ts'
import { saveSchedule } from './save-schedule.ts'

/** A barber's schedule, for the barber and the barbershop's owner. */
export function scheduleRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...staffApi.getSchedule,
    access: 'staff',
    statements: 3,
    handler: async ({ caller, params }) =>
      getSchedule(db, await getEditableSchedule(db, params.id, caller), clock.now()),
  })
  app.route({
    ...staffApi.saveSchedule,
    access: 'staff',
    statements: 2,
    handler: ({ caller, params, body }) =>
      saveSchedule(db, { caller, barberId: params.id, input: body, now: clock.now() }),
  })
}
