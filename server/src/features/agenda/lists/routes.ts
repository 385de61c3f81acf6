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
  isAgendaBarbershop,
  listAgenda,
  listAgendaBarbershops,
  listAgendaChoices,
  listForgotten,
  listMarkedDays,
  listTimeOffDates,
} from './queries.ts'
import { percentChange, statusesOfFilter } from './rules.ts'

type AgendaRouteDeps = { db: Database; clock: Clock }

export function agendaRoutes(app: App, deps: AgendaRouteDeps) {
  listRoutes(app, deps)
  forgottenRoutes(app, deps)
  calendarRoutes(app, deps)
  ownerRoutes(app, deps)
}

/** The customer's and the barber's list have less of it. */
type ListQuery = Query<typeof agendasApi.listOfOwner>

async function listPage({ db, clock }: AgendaRouteDeps, agenda: Agenda, query: ListQuery) {
  const { status, page, perPage, ...others } = query
  const filters = { ...others, statuses: statusesOfFilter(status), ...toWindow({ page, perPage }) }
  const { total, appointments } = await listAgenda(db, agenda, filters, clock.now())
  if (total === 0) await requireOwnBarbershop(db, agenda)
  return { appointments, pagination: paginate(total, query) }
}

async function listMonth({ db }: AgendaRouteDeps, agenda: Agenda, { month }: { month: string }) {
  const calendar = await listMarkedDays(db, agenda, month)
  if (calendar.length === 0) await requireOwnBarbershop(db, agenda)
  return { calendar }
}

/** The barbershops of other owners do not exist for the caller. Checked only for an empty result: any row proves ownership. */
async function requireOwnBarbershop(db: Database, { userId, barbershopId }: Agenda) {
  if (barbershopId && !(await isAgendaBarbershop(db, userId, barbershopId))) throw new ApiError('BARBERSHOP_NOT_FOUND')
}

function listRoutes(app: App, deps: AgendaRouteDeps) {
  app.route({
    ...agendasApi.listOfCustomer,
    access: 'self',
    statements: 1,
    handler: ({ caller, query }) => listPage(deps, { reader: 'customer', userId: caller.id }, query),
  })
  app.route({
    ...agendasApi.listOfBarber,
    access: 'barber',
    statements: 1,
    handler: ({ caller, query }) => listPage(deps, { reader: 'barber', userId: caller.id }, query),
  })
  app.route({
    ...agendasApi.choicesOfBarber,
    access: 'barber',
    statements: 1,
    handler: async ({ caller }) => {
      const { services } = await listAgendaChoices(deps.db, { reader: 'barber', userId: caller.id })
      return { services }
    },
  })
  app.route({
    ...agendasApi.listOfOwner,
    access: 'agenda',
    // The page; when it is empty, whether the barbershop exists.
    statements: 2,
    handler: async ({ caller, query }) => {
      const agenda: Agenda = { reader: 'owner', userId: caller.id, barbershopId: query.barbershopId }
      const { appointments, pagination } = await listPage(deps, agenda, query)
      const withBothNames = appointments.map((row) => ({ ...row, start_time: row.startTime, end_time: row.endTime }))
      return { appointments: withBothNames, pagination }
    },
  })
  app.route({
    ...agendasApi.choicesOfOwner,
    access: 'agenda',
    statements: 1,
    handler: ({ caller }) => listAgendaChoices(deps.db, { reader: 'owner', userId: caller.id }),
  })
}

function forgottenRoutes(app: App, { db, clock }: AgendaRouteDeps) {
  app.route({
    ...agendasApi.forgottenOfBarber,
    access: 'barber',
    statements: 1,
    handler: ({ caller }) => listForgotten(db, { reader: 'barber', userId: caller.id }, clock.now()),
  })
  app.route({
    ...agendasApi.forgottenOfOwner,
    access: 'agenda',
    // The list; when it is empty, whether the barbershop exists.
    statements: 2,
    handler: async ({ caller, query: { barbershopId } }) => {
      const agenda: Agenda = { reader: 'owner', userId: caller.id, barbershopId }
      const forgotten = await listForgotten(db, agenda, clock.now())
      if (forgotten.total === 0) await requireOwnBarbershop(db, agenda)
      return forgotten
    },
  })
}

function calendarRoutes(app: App, deps: AgendaRouteDeps) {
  app.route({
    ...agendasApi.calendarOfCustomer,
    access: 'self',
    statements: 1,
    handler: ({ caller, query }) => listMonth(deps, { reader: 'customer', userId: caller.id }, query),
  })
  app.route({
    ...agendasApi.calendarOfBarber,
    access: 'barber',
    statements: 2,
    handler: async ({ caller, query }) => {
      const { calendar } = await listMonth(deps, { reader: 'barber', userId: caller.id }, query)
      return { calendar, timeOff: await listTimeOffDates(deps.db, caller.id, query.month) }
    },
  })
  app.route({
    ...agendasApi.calendarOfOwner,
    access: 'agenda',
    statements: 1,
    handler: ({ caller, query }) =>
      listMonth(deps, { reader: 'owner', userId: caller.id, barbershopId: query.barbershopId }, query),
  })
}

function ownerRoutes(app: App, { db, clock }: AgendaRouteDeps) {
  app.route({
    ...agendasApi.barbershopsOfOwner,
    access: 'agenda',
    statements: 1,
    handler: async ({ caller }) => ({ barbershops: await listAgendaBarbershops(db, caller.id) }),
  })
  app.route({
    ...agendasApi.countOfOwner,
    access: 'agenda',
    statements: 1,
    handler: async ({ caller, query }) => ({ count: await countAgenda(db, caller.id, query) }),
  })
  app.route({
    ...agendasApi.countOfMonth,
    access: 'agenda',
    statements: 1,
    handler: async ({ caller }) => {
      const months = await countMonths(db, caller.id, clock.now())
      return { ...months, percentChange: percentChange(months.count, months.previousCount) }
    },
  })
}
