import { staffApi } from '@na-regua/contract/staff'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { CloseSeriesDates } from '../../barbershops/opening-hours/queries.ts'
import { addTimeOff } from '../time-off/add-time-off.ts'
import { listTimeOff } from '../time-off/queries.ts'
import { removeTimeOff } from '../time-off/remove-time-off.ts'
import { getEditableSchedule, getSchedule } from './get-schedule.ts'
import { saveSchedule } from './save-schedule.ts'

type ScheduleDeps = { db: DatabasePool; clock: Clock }
type WeekDeps = ScheduleDeps & { closeSeriesDates: CloseSeriesDates }

/** A barber's schedule and time off, for the barber and the barbershop's owner. */
export function scheduleAndTimeOffRoutes(app: App, deps: WeekDeps) {
  scheduleRoutes(app, deps)
  timeOffRoutes(app, deps)
}

function scheduleRoutes(app: App, { db, clock, closeSeriesDates }: WeekDeps) {
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
      saveSchedule({ db, closeSeriesDates }, { caller, barberId: params.id, input: body, now: clock.now() }),
  })
}

function timeOffRoutes(app: App, { db, clock }: ScheduleDeps) {
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
    statements: 3,
    handler: ({ caller, params }) => removeTimeOff(db, { caller, barberId: params.id, timeOffId: params.timeOffId }),
  })
}
