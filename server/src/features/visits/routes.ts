import { ApiError } from '@na-regua/contract/errors'
import { visitsApi } from '@na-regua/contract/visits'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { getBalance } from '../ledger/queries.ts'
import { closeVisit } from './close-visit.ts'
import { confirmPix } from './confirm-pix.ts'
import { findCheckout, findVisitShop, getVisit, listVisits, saveDebtLimit, saveUsesVisits } from './queries.ts'
import { findReceipt, getReceiptToken, isReceiptToken } from './receipt/queries.ts'
import { reverseVisit } from './reverse-visit.ts'
import { discardVisit, saveVisit } from './save-visit.ts'

/** For the staff of the barbershop: for everyone else its visits do not exist, but by the link to a receipt. */
export function visitRoutes(app: App, { db, clock }: { db: DatabasePool; clock: Clock }) {
  app.route({
    ...visitsApi.checkout,
    access: 'staff',
    statements: 3,
    async handler({ caller, params, query }) {
      const { appointmentId, profileId } = query
      const request = { barbershopId: params.id, userId: caller.id, appointmentId, profileId, now: clock.now() }
      const found = await findCheckout(db, request)
      if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
      const { customer, visitId, ...checkout } = found
      return {
        ...checkout,
        customer: customer && { ...customer, owedCents: await getDebt(db, params.id, customer.profileId) },
        visit: visitId ? await getVisit(db, visitId, caller.id) : null,
      }
    },
  })
  app.route({
    ...visitsApi.list,
    access: 'staff',
    statements: 2,
    config: { isExpensive: true },
    async handler({ caller, params, query }) {
      const shop = await findVisitShop(db, params.id, caller.id)
      if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
      const { timeZone } = shop
      const today = toLocal(toEpochMinute(clock.now()), timeZone).date
      const date = query.date ?? today
      return { date, today, timeZone, visits: await listVisits(db, { barbershopId: shop.id, userId: caller.id, date }) }
    },
  })
  app.route({
    ...visitsApi.changeSettings,
    access: 'money',
    statements: 1,
    async handler({ caller, params, body: { usesVisits } }) {
      const isSaved = await saveUsesVisits(db, { barbershopId: params.id, userId: caller.id, usesVisits })
      if (!isSaved) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { usesVisits }
    },
  })
  app.route({
    ...visitsApi.limitDebt,
    access: 'money',
    statements: 1,
    async handler({ caller, params, body: { limitCents } }) {
      const isSaved = await saveDebtLimit(db, { profileId: params.id, userId: caller.id, limitCents })
      if (!isSaved) throw new ApiError('CUSTOMER_NOT_FOUND')
      return { limitCents }
    },
  })
  app.route({
    ...visitsApi.save,
    access: 'staff',
    statements: 6,
    handler: async ({ caller, params, body }) => ({
      visit: await saveVisit(db, { id: params.id, userId: caller.id, draft: body, now: clock.now() }),
    }),
  })
  app.route({
    ...visitsApi.discard,
    access: 'staff',
    statements: 3,
    handler: async ({ caller, params, body: { version } }) => ({
      visit: await discardVisit(db, { id: params.id, userId: caller.id, version }),
    }),
  })
  app.route({
    ...visitsApi.get,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, params }) => ({ visit: await getVisit(db, params.id, caller.id) }),
  })
  app.route({
    ...visitsApi.receiptLink,
    access: 'staff',
    statements: 3,
    async handler({ caller, params }) {
      const { id } = await getVisit(db, params.id, caller.id)
      return { token: await getReceiptToken(db, id) }
    },
  })
  app.route({
    ...visitsApi.receipt,
    access: 'public',
    statements: 3,
    async handler({ params }) {
      const id = params.id.toLowerCase()
      if (!(await isReceiptToken(db, id, params.token))) throw new ApiError('LINK_INVALID')
      const receipt = await findReceipt(db, id)
      if (!receipt) throw new ApiError('VISIT_NOT_FOUND')
      return { receipt }
    },
  })
  app.route({
    ...visitsApi.close,
    access: 'staff',
    // What it is made of, register, fees, plans; locks, the completion, the visit, debt, stock, commissions, the book; the visit as it is now.
    statements: 36,
    handler: async ({ caller, params, body }) => ({
      visit: await closeVisit(db, { id: params.id, userId: caller.id, closing: body, now: clock.now() }),
    }),
  })
  app.route({
    ...visitsApi.reverse,
    access: 'staff',
    statements: 11,
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

const getDebt = (db: DatabasePool, barbershopId: string, profileId: string) =>
  getBalance(db, { barbershopId, kind: 'debt', ownerId: profileId })
