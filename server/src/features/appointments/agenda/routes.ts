import { agendasApi } from '@na-regua/contract/agendas'
import { ApiError } from '@na-regua/contract/errors'
import type { Query } from '@na-regua/contract/route'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { paginate, toWindow } from '../../../lib/pagination.ts'
import {
  type Agenda,
  countAgenda,
  countMonths,
  isOwnShop,
  listAgenda,
  listDaysOff,
  listMarkedDays,
  listOwnShops,
} from './queries.ts'
import { percentChange, statusOfTab } from './rules.ts'

type Needs = { db: Database; clock: Clock }

export function agendaRoutes(app: App, needs: Needs) {
  listRoutes(app, needs)
  calendarRoutes(app, needs)
  ownerRoutes(app, needs)
}

type ListQuery = Query<typeof agendasApi.listOfCustomer>

async function listPage({ db, clock }: Needs, agenda: Agenda, query: ListQuery) {
  const wish = { status: statusOfTab(query.status), date: query.date, ...toWindow(query) }
  const { total, appointments } = await listAgenda(db, agenda, wish, clock.now())
  if (total === 0) await refuseForeignShop(db, agenda)
  return { appointments, pagination: paginate(total, query) }
}

async function listMonth({ db }: Needs, agenda: Agenda, { month }: { month: string }) {
  const calendar = await listMarkedDays(db, agenda, month)
  if (calendar.length === 0) await refuseForeignShop(db, agenda)
  return { calendar }
}

/** Another owner's agenda does not exist for the caller. What was found is his already: only nothing must be asked about. */
async function refuseForeignShop(db: Database, { userId, barbershopId }: Agenda) {
  if (barbershopId && !(await isOwnShop(db, userId, barbershopId))) throw new ApiError('BARBERSHOP_NOT_FOUND')
}

function listRoutes(app: App, needs: Needs) {
  app.route({
    ...agendasApi.listOfCustomer,
    access: 'self',
    handler: ({ caller, query }) => listPage(needs, { reader: 'customer', userId: caller.id }, query),
  })
  app.route({
    ...agendasApi.listOfBarber,
    access: 'barber',
    handler: ({ caller, query }) => listPage(needs, { reader: 'barber', userId: caller.id }, query),
  })
  app.route({
    ...agendasApi.listOfOwner,
    access: 'owner',
    handler: async ({ caller, query }) => {
      const agenda: Agenda = { reader: 'owner', userId: caller.id, barbershopId: query.barbershopId }
      const { appointments, pagination } = await listPage(needs, agenda, query)
      const underBothNames = appointments.map((row) => ({ ...row, start_time: row.startTime, end_time: row.endTime }))
      return { appointments: underBothNames, pagination }
    },
  })
}

function calendarRoutes(app: App, needs: Needs) {
  app.route({
    ...agendasApi.calendarOfCustomer,
    access: 'self',
    handler: ({ caller, query }) => listMonth(needs, { reader: 'customer', userId: caller.id }, query),
  })
  app.route({
    ...agendasApi.calendarOfBarber,
    access: 'barber',
    handler: async ({ caller, query }) => {
      const { calendar } = await listMonth(needs, { reader: 'barber', userId: caller.id }, query)
      return { calendar, timeOff: await listDaysOff(needs.db, caller.id, query.month) }
    },
  })
  app.route({
    ...agendasApi.calendarOfOwner,
    access: 'owner',
    handler: ({ caller, query }) =>
      listMonth(needs, { reader: 'owner', userId: caller.id, barbershopId: query.barbershopId }, query),
  })
}

function ownerRoutes(app: App, { db, clock }: Needs) {
  app.route({
    ...agendasApi.shopsOfOwner,
    access: 'owner',
    handler: async ({ caller }) => ({ barbershops: await listOwnShops(db, caller.id) }),
  })
  app.route({
    ...agendasApi.countOfOwner,
    access: 'owner',
    handler: async ({ caller, query }) => ({ count: await countAgenda(db, caller.id, query) }),
  })
  app.route({
    ...agendasApi.countOfMonth,
    access: 'owner',
    handler: async ({ caller }) => {
      const months = await countMonths(db, caller.id, clock.now())
      return { ...months, percentChange: percentChange(months.count, months.previousCount) }
    },
  })
}
