import { customersApi } from '@na-regua/contract/customers'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { paginate, toWindow } from '../../../lib/pagination.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { listStaffedBarbershops } from '../../customers/queries.ts'
import { exportAppointments, exportBarbers, exportCustomers, exportCustomersOf } from './export-csv.ts'
import { getFigures } from './get-figures.ts'
import { getToday } from './get-today.ts'
import { getTrend } from './get-trend.ts'
import { getDashboard, listRevenue } from './queries.ts'
import { requirePeriod, toOptionalPeriod } from './rules.ts'

const CSV = 'text/csv; charset=utf-8'

type DashboardDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

export function dashboardRoutes(app: App, { db, clock, countAttempts }: DashboardDeps) {
  app.route({
    ...dashboardApi.get,
    access: 'money',
    statements: 1,
    config: { isExpensive: true },
    handler: ({ caller }) => getDashboard(db, caller.id, clock.now()),
  })
  app.route({
    ...dashboardApi.today,
    access: 'money',
    statements: 2,
    handler: ({ caller, query: { barbershopId } }) =>
      getToday(db, { userId: caller.id, barbershopId, now: clock.now() }),
  })
  app.route({
    ...dashboardApi.trend,
    access: 'money',
    statements: 1,
    config: { isExpensive: true },
    handler: ({ caller, query: { period, barbershopId, barberId, service } }) =>
      getTrend(db, { userId: caller.id, period, barbershopId, barberId, service }, clock.now()),
  })
  app.route({
    ...dashboardApi.figures,
    access: 'money',
    statements: 2,
    config: { isExpensive: true },
    handler: ({ caller, query: { barbershopId, from, to } }) =>
      getFigures(db, { userId: caller.id, barbershopId, from, to }),
  })
  app.route({
    ...dashboardApi.revenue,
    access: 'money',
    statements: 1,
    config: { isExpensive: true },
    async handler({ caller, query: { barbershopId, from, to, barberId, ...page } }) {
      const period = { from, to }
      requirePeriod(period)
      const request = { period, barberId, ...toWindow(page) }
      const { total, totalCents, lines } = await listRevenue(db, { userId: caller.id, barbershopId }, request)
      return { totalCents, lines, pagination: paginate(total, page) }
    },
  })
  app.route({
    ...dashboardApi.exportBarbers,
    access: 'money',
    statements: 2,
    config: { isExpensive: true },
    handler: async ({ caller, query: { barbershopId, from, to } }, reply) =>
      reply.type(CSV).send(await exportBarbers(db, { userId: caller.id, barbershopId, from, to })),
  })
  app.route({
    ...dashboardApi.exportAppointments,
    access: 'export',
    // With a barbershop, whether it exists.
    statements: 2,
    config: { isExpensive: true },
    handler: async ({ caller, query: { barbershopId, from, to } }, reply) => {
      const dates = toOptionalPeriod({ from, to })
      return reply.type(CSV).send(await exportAppointments(db, { userId: caller.id, barbershopId, dates }, clock.now()))
    },
  })
  app.route({
    ...customersApi.exportCsv,
    access: 'export',
    statements: 2,
    config: { isExpensive: true },
    handler: async ({ caller, params }, reply) => {
      await countAttempts({ action: 'export-customers', of: ['account', caller.id], max: 10, seconds: 3600 })
      const barbershop = (await listStaffedBarbershops(db, caller.id, 'export')).find(({ id }) => id === params.id)
      if (!barbershop) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return reply.type(CSV).send(await exportCustomersOf(db, { ...barbershop, userId: caller.id }, clock.now()))
    },
  })
  app.route({
    ...dashboardApi.exportCustomers,
    access: 'export',
    statements: 1,
    config: { isExpensive: true },
    handler: async ({ caller }, reply) => reply.type(CSV).send(await exportCustomers(db, caller.id, clock.now())),
  })
}
