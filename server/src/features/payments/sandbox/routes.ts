import { type PaymentStatus, sandboxApi } from '@na-regua/contract/payments'
import { answerBank, offerPix, payByCard, payPix } from '../../../dev/sandbox-payments/sandbox-checkout.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getReference, takePayment } from './take-payment.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

const declined = 'Cartão recusado. Confira os dados ou tente outro cartão.'

/** The make-believe provider's own form. With a real provider configured no session is one of these. */
export function sandboxRoutes(app: App, deps: Deps) {
  cardRoutes(app, deps)
  app.route({
    ...sandboxApi.payByPix,
    access: 'self',
    handler: async ({ caller, params }) => {
      const reference = await getReference(deps.db, { caller, ...params })
      return deps.db.transaction().execute((tx) => offerPix(tx, reference, deps.clock.now()))
    },
  })
  app.route({
    ...sandboxApi.simulatePix,
    access: 'self',
    handler: async ({ caller, params }) => ({ status: await takePayment(deps, { caller, ...params }, payPix) }),
  })
}

function cardRoutes(app: App, deps: Deps) {
  app.route({
    ...sandboxApi.payByCard,
    access: 'self',
    handler: async ({ caller, params, body }) => {
      await deps.countAttempts({ action: 'card', of: [caller.id], max: 20, seconds: 600 })
      return toAnswer(await takePayment(deps, { caller, ...params }, (tx, id, now) => payByCard(tx, id, body, now)))
    },
  })
  app.route({
    ...sandboxApi.authenticate,
    access: 'self',
    handler: async ({ caller, params, body: { approve } }) =>
      toAnswer(await takePayment(deps, { caller, ...params }, (tx, id, now) => answerBank(tx, id, approve, now))),
  })
}

function toAnswer(status: PaymentStatus) {
  return { status, ...(status === 'failed' && { message: declined }) }
}
