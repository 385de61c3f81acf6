import { ApiError } from '@na-regua/contract/errors'
import { paymentsApi } from '@na-regua/contract/payments'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import { recordPaymentEvent } from './apply-updates.ts'

type Deps = { db: DatabasePool; clock: Clock; payments: Payments }

const WEBHOOK_BYTES = 1024 * 1024

/** The signature covers the raw bytes, so no parser may run before. */
export function webhookRoutes(app: App, { db, clock, payments }: Deps) {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: WEBHOOK_BYTES } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    scope.route({
      ...paymentsApi.stripeWebhook,
      access: 'public',
      statements: 0,
      bodyLimit: WEBHOOK_BYTES,
      config: { acceptsAnyContentType: true },
      handler: async ({ headers, body }) => {
        if (!payments.stripe) throw new ApiError('NOT_FOUND')
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        const event = await payments.stripe.parseEvent(raw, String(headers['stripe-signature'] ?? ''))
        await db.transaction().execute((tx) => recordPaymentEvent(tx, event, clock.now()))
        return { received: true }
      },
    })
  })
}
