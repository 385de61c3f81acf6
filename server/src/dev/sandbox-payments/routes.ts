import { type PaymentStatus, sandboxApi } from '@na-regua/contract/payments'
import type { Caller } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import type { ProviderUpdate } from '../../lib/payments/provider.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { confirmWithBank, getPixCode, payByCard, payByPix } from './sandbox-checkout.ts'

type SandboxPayment = { caller: Caller; sessionId: string }
type SandboxAction = (
  tx: Database,
  reference: string,
  now: Date,
) => Promise<{ status: PaymentStatus; updates: ProviderUpdate[] }>

/** Provided by the payments feature, which owns the sessions and receives the provider's events. */
type SandboxSessions = {
  /** Throws PAYMENT_NOT_FOUND for another user's session and for one of a real provider. */
  getSandboxReference(db: Database, payment: SandboxPayment): Promise<string>
  recordSandboxPayment(
    deps: { db: DatabasePool; clock: Clock },
    payment: SandboxPayment,
    act: SandboxAction,
  ): Promise<PaymentStatus>
}

type SandboxRoutesDeps = SandboxSessions & { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

const declined = 'Cartão recusado. Confira os dados ou tente outro cartão.'

/** The sandbox provider's payment form. Sessions of a real provider are not found here. */
export function sandboxRoutes(app: App, deps: SandboxRoutesDeps) {
  cardRoutes(app, deps)
  app.route({
    ...sandboxApi.payByPix,
    access: 'self',
    statements: 3,
    handler: async ({ caller, params }) => {
      const reference = await deps.getSandboxReference(deps.db, { caller, ...params })
      return deps.db.transaction().execute((tx) => getPixCode(tx, reference, deps.clock.now()))
    },
  })
  app.route({
    ...sandboxApi.simulatePix,
    access: 'self',
    statements: 25,
    handler: async ({ caller, params }) => ({
      status: await deps.recordSandboxPayment(deps, { caller, ...params }, payByPix),
    }),
  })
}

function cardRoutes(app: App, deps: SandboxRoutesDeps) {
  const record = async (payment: SandboxPayment, act: SandboxAction) => {
    const status = await deps.recordSandboxPayment(deps, payment, act)
    return { status, ...(status === 'failed' && { message: declined }) }
  }
  app.route({
    ...sandboxApi.payByCard,
    access: 'self',
    statements: 25,
    handler: async ({ caller, params, body }) => {
      await deps.countAttempts({ action: 'card', of: [caller.id], max: 20, seconds: 600 })
      return record({ caller, ...params }, (tx, id, now) => payByCard(tx, id, body, now))
    },
  })
  app.route({
    ...sandboxApi.authenticate,
    access: 'self',
    statements: 25,
    handler: ({ caller, params, body: { approve } }) =>
      record({ caller, ...params }, (tx, id, now) => confirmWithBank(tx, id, approve, now)),
  })
}
