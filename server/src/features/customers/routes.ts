import { availabilityApi } from '@na-regua/contract/availability'
import { customersApi } from '@na-regua/contract/customers'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import {
  blockCustomer,
  editProfile,
  type ForgetVisits,
  type RemoveFromQueue,
  removeCustomer,
  type WithdrawOffersOf,
} from './edit-profile.ts'
import { getCustomer, getStaffRole, isCustomerBlocked, listCustomers, listStaffedBarbershops } from './queries.ts'
import { registerCustomer } from './register-customer.ts'

type CustomerRouteDeps = {
  db: DatabasePool
  clock: Clock
  removeFromQueue: RemoveFromQueue
  forgetVisits: ForgetVisits
  withdrawOffersOf: WithdrawOffersOf
}

/** Only for staff of the barbershop: for everyone else it and its customers do not exist. */
export function customerRoutes(app: App, deps: CustomerRouteDeps) {
  readingRoutes(app, deps)
  editingRoutes(app, deps)
}

function readingRoutes(app: App, { db, clock }: CustomerRouteDeps) {
  app.route({
    ...customersApi.barbershops,
    access: 'staff',
    statements: 1,
    handler: async ({ caller }) => ({ barbershops: await listStaffedBarbershops(db, caller.id) }),
  })
  app.route({
    ...customersApi.list,
    access: 'customers',
    statements: 2,
    config: { isExpensive: true },
    handler: async ({ caller, params, query }) => {
      await getStaffRole(db, params.id, caller.id)
      const { total, customers, tags } = await listCustomers(
        db,
        { barbershopId: params.id, userId: caller.id },
        { ...query, ...toWindow(query) },
        clock.now(),
      )
      return { customers, pagination: paginate(total, query), tags }
    },
  })
  app.route({
    ...customersApi.get,
    access: 'customers',
    statements: 1,
    handler: async ({ caller, params }) => ({
      customer: await getCustomer(db, params.id, caller.id, clock.now()),
    }),
  })
  app.route({
    ...availabilityApi.standing,
    access: 'self',
    statements: 1,
    handler: async ({ caller, params }) => ({ isBlocked: await isCustomerBlocked(db, params.id, caller.id) }),
  })
}

function editingRoutes(app: App, deps: CustomerRouteDeps) {
  const { db, clock, withdrawOffersOf } = deps
  app.route({
    ...customersApi.create,
    access: 'customers',
    statements: 4,
    handler: async ({ caller, params, body }) => ({
      customer: await registerCustomer(db, { barbershopId: params.id, userId: caller.id, now: clock.now() }, body),
    }),
  })
  app.route({
    ...customersApi.update,
    access: 'customers',
    statements: 3,
    handler: async ({ caller, params, body }) => ({
      customer: await editProfile(db, { id: params.id, userId: caller.id, now: clock.now() }, body),
    }),
  })
  app.route({
    ...customersApi.block,
    access: 'customers',
    statements: 4,
    handler: async ({ caller, params, body }) => ({
      customer: await blockCustomer(
        db,
        { id: params.id, userId: caller.id, now: clock.now() },
        { isBlocked: body.isBlocked, withdrawOffersOf },
      ),
    }),
  })
  app.route({
    ...customersApi.remove,
    access: 'customers',
    statements: 3,
    handler: async ({ caller, params }) => {
      await removeCustomer(db, { id: params.id, userId: caller.id, now: clock.now() }, deps)
      return { ok: true }
    },
  })
}
