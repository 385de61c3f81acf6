import { visitsApi } from '@na-regua/contract/visits'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { closeVisit } from './close-visit.ts'
import { confirmPix } from './confirm-pix.ts'
import { getVisit } from './queries.ts'
import { reverseVisit } from './reverse-visit.ts'

/** For the staff of the barbershop: for everyone else its visits do not exist. */
export function visitRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...visitsApi.get,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, params }) => ({ visit: await getVisit(db, params.id, caller.id) }),
  })
  app.route({
    ...visitsApi.close,
    access: 'staff',
    // Staff, appointment, prices, register; locks, the completion, the visit, the book; the visit as it is now.
    statements: 27,
    handler: async ({ caller, params, body }) => ({
      visit: await closeVisit(db, { id: params.id, userId: caller.id, closing: body, now: clock.now() }),
    }),
  })
  app.route({
    ...visitsApi.reverse,
    access: 'staff',
    statements: 14,
    handler: ({ caller, params, body: { reason, copyId } }) =>
      reverseVisit(db, { id: params.id, userId: caller.id, reason, copyId, now: clock.now() }),
  })
  app.route({
    ...visitsApi.confirmPix,
    access: 'staff',
    statements: 8,
    handler: async ({ caller, params }) => ({
      visit: await confirmPix(db, { paymentId: params.id, userId: caller.id, now: clock.now() }),
    }),
  })
}
