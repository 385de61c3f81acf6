import { ApiError } from '@na-regua/contract/errors'
import { paymentsApi } from '@na-regua/contract/payments'
import type { Caller } from '../../lib/auth.ts'
import type { Config } from '../../lib/config.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { clientKey } from '../../lib/rate-limit.ts'
import { confirmChange } from './checkout/confirm-change.ts'
import { type CheckoutDeps, createIntent } from './checkout/create-intent.ts'
import { findPublicStatus } from './checkout/queries.ts'
import { webhookRoutes } from './events/routes.ts'
import { getReceipt, listPayments } from './receipts/queries.ts'
import { type CancelDeps, cancelSubscription } from './subscription/cancel-subscription.ts'
import { openPortal } from './subscription/open-portal.ts'
import { getBill } from './subscription/queries.ts'
import { startFree } from './subscription/start-free.ts'

type Deps = CheckoutDeps & CancelDeps & { config: Pick<Config, 'contactEmail'> }

export function paymentRoutes(app: App, deps: Deps) {
  checkoutRoutes(app, deps)
  subscriptionRoutes(app, deps)
  receiptRoutes(app, deps)
  webhookRoutes(app, deps)
}

const TEN_MINUTES = 600

function checkoutRoutes(app: App, deps: Deps) {
  app.route({
    ...paymentsApi.createIntent,
    access: 'self',
    statements: 9,
    handler: ({ caller, body }) => openCheckout(deps, caller, body.planId),
  })
  app.route({
    ...paymentsApi.createCheckoutSession,
    access: 'self',
    statements: 9,
    handler: ({ caller, body }) => openCheckout(deps, caller, body.planId),
  })
  app.route({
    ...paymentsApi.confirmChange,
    access: 'self',
    statements: 1,
    handler: async ({ caller, params }) => ({ status: await confirmChange(deps, caller, params.sessionId) }),
  })
  app.route({
    ...paymentsApi.status,
    access: 'public',
    statements: 1,
    handler: async ({ params }) => {
      const payment = await findPublicStatus(deps.db, params.sessionId, deps.clock.now())
      if (!payment) throw new ApiError('PAYMENT_NOT_FOUND')
      return payment
    },
  })
}

async function openCheckout(deps: Deps, caller: Caller, planId: string) {
  await deps.countAttempts({ action: 'checkout', of: [caller.id], max: 40, seconds: TEN_MINUTES })
  return createIntent(deps, caller, planId)
}

function subscriptionRoutes(app: App, deps: Deps) {
  const { db, clock, payments } = deps
  app.route({
    ...paymentsApi.startFree,
    access: 'self',
    statements: 16,
    security: { done: 'owner-made' },
    handler: async ({ caller }) => {
      await startFree(deps, caller)
      return { message: 'Plano Básico ativo. Entre novamente para começar.' }
    },
  })
  app.route({
    ...paymentsApi.cancelSubscription,
    access: 'self',
    // Ends the plan at once: looks whether the free plan follows.
    statements: 18,
    security: { done: 'subscription-cancelled', refused: 'subscription-cancel-refused' },
    // The body is optional.
    preValidation: async (request) => {
      request.body ??= {}
    },
    handler: async (request) => {
      const { caller, body } = request
      return { message: await cancelSubscription(deps, { caller, client: clientKey(request) }, body) }
    },
  })
  app.route({
    ...paymentsApi.subscription,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => {
      const bill = await getBill(db, caller.id, clock.now())
      return { ...bill, hasPortal: bill.provider !== null && payments.of(bill.provider)?.portalUrl !== undefined }
    },
  })
  app.route({
    ...paymentsApi.portal,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ url: await openPortal(deps, caller) }),
  })
}

function receiptRoutes(app: App, { db, config }: Deps) {
  const seller = { name: 'Na Régua', email: config.contactEmail, city: 'Goiânia, GO' }
  app.route({
    ...paymentsApi.list,
    access: 'self',
    statements: 1,
    handler: async ({ caller, query }) => {
      const { total, payments } = await listPayments(db, caller.id, toWindow(query))
      return { payments, pagination: paginate(total, query) }
    },
  })
  app.route({
    ...paymentsApi.receipt,
    access: 'self',
    statements: 1,
    handler: async ({ caller, params }) => ({
      receipt: await getReceipt(db, { ...params, userId: caller.id, seller }),
    }),
  })
}
