import { agendasApi } from '@na-regua/contract/agendas'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getAppointmentDay, getStaffDay } from './get-staff-day.ts'

export function dayRoutes(app: App, { db, clock }: { db: Database; clock: Clock }) {
  app.route({
    ...agendasApi.dayOfBarber,
    access: 'barber',
    handler: ({ caller, query: { date } }) =>
      getStaffDay(db, { viewer: { reader: 'barber', userId: caller.id }, date, now: clock.now() }),
  })
  app.route({
    ...agendasApi.dayOfAppointment,
    access: 'staff',
    handler: ({ caller, params }) => getAppointmentDay(db, { id: params.id, userId: caller.id }),
  })
  app.route({
    ...agendasApi.dayOfOwner,
    access: 'reception',
    handler: ({ caller, query: { date, barbershopId } }) =>
      getStaffDay(db, { viewer: { reader: 'owner', userId: caller.id, barbershopId }, date, now: clock.now() }),
  })
}
