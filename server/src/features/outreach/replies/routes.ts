import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { outreachApi } from '@na-regua/contract/outreach'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { insertReplies, saveDeliveryStatuses } from './queries.ts'
import { isSignatureValid, parseWebhook } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock; config: Pick<Config, 'whatsappWebhook'> }

const WEBHOOK_BYTES = 1024 * 1024

/** Called by WhatsApp. The signature covers the raw bytes, so no parser may run before. */
export function outreachWebhookRoutes(app: App, { db, clock, config: { whatsappWebhook } }: Deps) {
  app.route({
    ...outreachApi.verifyWebhook,
    access: 'public',
    statements: 0,
    handler: async ({ query }, reply) => {
      if (!whatsappWebhook) throw new ApiError('NOT_FOUND')
      const given = Buffer.from(query['hub.verify_token'] ?? '')
      const expected = Buffer.from(whatsappWebhook.verifyToken)
      const isKnown = given.length === expected.length && timingSafeEqual(given, expected)
      if (query['hub.mode'] !== 'subscribe' || !isKnown) throw new ApiError('FORBIDDEN')
      return reply.type('text/plain').send(query['hub.challenge'] ?? '')
    },
  })
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: WEBHOOK_BYTES } as const
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    scope.route({
      ...outreachApi.receiveWebhook,
      access: 'public',
      statements: 2,
      bodyLimit: WEBHOOK_BYTES,
      config: { acceptsAnyContentType: true },
      handler: async ({ headers, body }) => {
        if (!whatsappWebhook) throw new ApiError('NOT_FOUND')
        const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        if (!isSignatureValid(whatsappWebhook.appSecret, raw, String(headers['x-hub-signature-256'] ?? '')))
          throw new ApiError('SIGNATURE_INVALID')
        const { statuses, replies } = parseWebhook(raw)
        await db.transaction().execute(async (tx) => {
          await saveDeliveryStatuses(tx, statuses)
          await insertReplies(tx, replies, clock.now())
        })
        return { received: true }
      },
    })
  })
}
