import { customersApi } from '@na-regua/contract/customers'
import { dashboardApi } from '@na-regua/contract/dashboard'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getStaffRole } from '../../customers/queries.ts'
import { exportAppointments, exportCustomers, exportCustomersOf } from './export-csv.ts'
import { getDashboard } from './queries.ts'

const CSV = 'text/csv; charset=utf-8'

export function dashboardRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...dashboardApi.get,
    access: 'owner',
    handler: ({ caller }) => getDashboard(db, caller.id, clock.now()),
  })
  app.route({
    ...dashboardApi.exportAppointments,
    access: 'owner',
    handler: async ({ caller }, reply) => reply.type(CSV).send(await exportAppointments(db, caller.id, clock.now())),
  })
  app.route({
    ...customersApi.exportCsv,
    access: 'barber',
    handler: async ({ caller, params }, reply) => {
      await getStaffRole(db, params.id, caller.id)
      return reply.type(CSV).send(await exportCustomersOf(db, params.id, clock.now()))
    },
  })
  app.route({
    ...dashboardApi.exportCustomers,
    access: 'owner',
    handler: async ({ caller }, reply) => reply.type(CSV).send(await exportCustomers(db, caller.id, clock.now())),
  })
}
