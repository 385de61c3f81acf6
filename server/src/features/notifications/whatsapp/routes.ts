import { ApiError } from '@na-regua/contract/errors'
import { notificationsApi, type WhatsAppConsent } from '@na-regua/contract/notifications'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { hasWhatsApp } from '../../../lib/whatsapp.ts'
import { findWhatsAppConsent, insertWhatsAppConsent, withdrawWhatsAppConsent } from './queries.ts'

type Deps = { db: Database; clock: Clock; config: Config }

export function whatsappRoutes(app: App, deps: Deps) {
  app.route({
    ...notificationsApi.whatsapp,
    access: 'self',
    statements: 1,
    handler: ({ caller }) => describeConsent(deps, caller.id),
  })
  app.route({
    ...notificationsApi.setWhatsapp,
    access: 'self',
    statements: 2,
    handler: async ({ caller, body }) => {
      if (body.isOn) await giveConsent(deps, caller.id)
      else await withdrawWhatsAppConsent(deps.db, caller.id, deps.clock.now())
      return describeConsent(deps, caller.id)
    },
  })
}

async function describeConsent({ db, config }: Deps, userId: string): Promise<WhatsAppConsent> {
  const consent = await findWhatsAppConsent(db, userId)
  return {
    isAvailable: hasWhatsApp(config),
    hasPhone: Boolean(consent?.phone),
    givenAt: consent?.givenAt?.toISOString() ?? null,
  }
}

/** Requires a phone number and a configured WhatsApp sender. */
async function giveConsent({ db, clock, config }: Deps, userId: string): Promise<void> {
  if (!hasWhatsApp(config)) throw new ApiError('NOT_FOUND')
  const consent = await findWhatsAppConsent(db, userId)
  if (!consent?.phone) throw new ApiError('PHONE_REQUIRED')
  await insertWhatsAppConsent(db, userId, clock.now())
}
