import { agendasApi } from '@na-regua/contract/agendas'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { listDates } from '../../../lib/local-time.ts'
import { countStaffWeek, getAppointmentDay, getStaffDay, getStaffWeek, listStaffDays } from './get-staff-day.ts'

/** What a barber reads without network: today and a week. */
const DAYS_AHEAD = 7

export function dayRoutes(app: App, { db, clock }: { db: Database; clock: Clock }) {
  app.route({
    ...agendasApi.dayOfBarber,
    access: 'barber',
    statements: 3,
    handler: ({ caller, query: { date } }) =>
      getStaffDay(db, { viewer: { reader: 'barber', userId: caller.id }, date, now: clock.now() }),
  })
  app.route({
    ...agendasApi.daysOfBarber,
    access: 'barber',
    statements: 3,
    async handler({ caller }) {
      const viewer = { reader: 'barber', userId: caller.id } as const
      const datesFrom = (today: string) => listDates(today, DAYS_AHEAD + 1)
      const { days } = await listStaffDays(db, { viewer, now: clock.now(), datesFrom })
      return { days }
    },
  })
  app.route({
    ...agendasApi.weekOfBarber,
    access: 'barber',
    statements: 3,
    handler: ({ caller, query: { date } }) =>
      getStaffWeek(db, { viewer: { reader: 'barber', userId: caller.id }, date, now: clock.now() }),
  })
  app.route({
    ...agendasApi.dayOfAppointment,
    access: 'staff',
    statements: 3,
    handler: ({ caller, params }) => getAppointmentDay(db, { id: params.id, userId: caller.id }),
  })
  app.route({
    ...agendasApi.dayOfOwner,
    access: 'agenda',
    statements: 3,
    handler: ({ caller, query: { date, barbershopId } }) =>
      getStaffDay(db, { viewer: { reader: 'owner', userId: caller.id, barbershopId }, date, now: clock.now() }),
  })
  app.route({
    ...agendasApi.weekOfOwner,
    access: 'agenda',
    statements: 3,
    handler: ({ caller, query: { date, barbershopId, barberId } }) =>
      getStaffWeek(db, {
        viewer: { reader: 'owner', userId: caller.id, barbershopId },
        date,
        barberId,
        now: clock.now(),
      }),
  })
  app.route({
    ...agendasApi.countsOfWeek,
    access: 'agenda',
    statements: 3,
    config: { isExpensive: true },
    handler: ({ caller, query: { date, barbershopId } }) =>
      countStaffWeek(db, { viewer: { reader: 'owner', userId: caller.id, barbershopId }, date, now: clock.now() }),
  })
}
