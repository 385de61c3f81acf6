import { staffApi } from '@na-regua/contract/staff'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { addTimeOff } from '../time-off/add-time-off.ts'
import { listTimeOff } from '../time-off/queries.ts'
import { removeTimeOff } from '../time-off/remove-time-off.ts'
import { getOwnChair, getSchedule } from './get-schedule.ts'
import { saveSchedule } from './save-schedule.ts'

type Needs = { db: DatabasePool; clock: Clock }

/** A barber's time: for the person in the chair and for the shop's owner. */
export function barberTimeRoutes(app: App, needs: Needs) {
  weekRoutes(app, needs)
  timeOffRoutes(app, needs)
}

function weekRoutes(app: App, { db, clock }: Needs) {
  app.route({
    ...staffApi.getSchedule,
    access: 'barber',
    handler: async ({ caller, params }) => getSchedule(db, await getOwnChair(db, params.id, caller), clock.now()),
  })
  app.route({
    ...staffApi.saveSchedule,
    access: 'barber',
    handler: ({ caller, params, body }) =>
      saveSchedule(db, { caller, barberId: params.id, wish: body, now: clock.now() }),
  })
}

function timeOffRoutes(app: App, { db, clock }: Needs) {
  app.route({
    ...staffApi.listTimeOff,
    access: 'barber',
    handler: async ({ caller, params }) => {
      const { barberId, timeZone } = await getOwnChair(db, params.id, caller)
      return { timeZone, timeOff: await listTimeOff(db, barberId, clock.now()) }
    },
  })
  app.route({
    ...staffApi.addTimeOff,
    access: 'barber',
    handler: async ({ caller, params, body }, reply) => {
      const timeOff = await addTimeOff(db, { caller, barberId: params.id, wish: body, now: clock.now() })
      return reply.status(201).send({ timeOff })
    },
  })
  app.route({
    ...staffApi.removeTimeOff,
    access: 'barber',
    handler: ({ caller, params }) => removeTimeOff(db, { caller, barberId: params.id, timeOffId: params.timeOffId }),
  })
}
