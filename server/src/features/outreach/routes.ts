import { ApiError } from '@na-regua/contract/errors'
import {
  defaultOutreachTexts,
  findOutreachTextProblem,
  type OutreachPurpose,
  type OutreachRow,
  outreachApi,
} from '@na-regua/contract/outreach'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { hasWhatsApp } from '../../lib/whatsapp.ts'
import { whatsAppUrl } from '../booking/link/rules.ts'
import {
  findOutreachShop,
  getLinkSecrets,
  listOutreach,
  markOutreach,
  type OutreachRecord,
  type OutreachShop,
  saveAutomation,
  saveOutreachText,
} from './queries.ts'
import { fillText, linkPathOf, localDateOf } from './rules.ts'

type Deps = { db: Database; clock: Clock; config: Config; site: string }

/** For staff of the barbershop: for everyone else it does not exist. */
export function outreachRoutes(app: App, { db, clock, config, site }: Deps) {
  app.route({
    ...outreachApi.list,
    access: 'customers',
    statements: 6,
    config: { isExpensive: true },
    async handler({ caller, params, query }) {
      const { purpose } = query
      const shop = await getShop(db, { barbershopId: params.id, userId: caller.id, purpose })
      const subject = { barbershopId: shop.id, userId: caller.id, purpose, ...todayAt(shop, clock) }
      const { total, rows } = await listOutreach(db, subject, toWindow(query))
      const secrets = await getLinkSecrets(db)
      const text = shop.text ?? defaultOutreachTexts[purpose]
      return {
        rows: rows.map((row) => toOutreachRow(row, { purpose, shop, text, site, secrets })),
        pagination: paginate(total, query),
        timeZone: shop.timeZone,
        text,
        canEditText: shop.canEditText,
        automation: canAutomate(config) ? { hour: shop.hour } : null,
      }
    },
  })
  app.route({
    ...outreachApi.mark,
    access: 'customers',
    statements: 3,
    async handler({ caller, params, body }) {
      const shop = await getShop(db, { barbershopId: params.id, userId: caller.id, purpose: body.purpose })
      const subject = { barbershopId: shop.id, userId: caller.id, ...todayAt(shop, clock) }
      const marked = await markOutreach(db, { ...subject, ...body, appointmentId: body.appointmentId })
      if (!marked) throw new ApiError('CUSTOMER_NOT_FOUND')
      return { sent: toSent(marked.sent) }
    },
  })
  app.route({
    ...outreachApi.saveText,
    access: 'settings',
    statements: 1,
    async handler({ caller, params, body: { purpose, text } }) {
      const problem = text === null ? undefined : findOutreachTextProblem(purpose, text)
      if (problem) throw new ApiError('INVALID_INPUT', {}, problem)
      const change = { barbershopId: params.id, userId: caller.id, purpose, text }
      if (!(await saveOutreachText(db, change))) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { text: text ?? defaultOutreachTexts[purpose] }
    },
  })
  app.route({
    ...outreachApi.saveAutomation,
    access: 'settings',
    statements: 1,
    async handler({ caller, params, body: { purpose, hour } }) {
      if (!canAutomate(config)) throw new ApiError('NOT_FOUND')
      const change = { barbershopId: params.id, userId: caller.id, purpose, hour }
      if (!(await saveAutomation(db, change))) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { hour }
    },
  })
}

/** Only where customers can reply and refuse. */
function canAutomate(config: Config): boolean {
  return hasWhatsApp(config) && config.whatsappWebhook !== undefined
}

async function getShop(db: Database, request: Parameters<typeof findOutreachShop>[1]): Promise<OutreachShop> {
  const shop = await findOutreachShop(db, request)
  if (!shop) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return shop
}

function todayAt({ timeZone }: OutreachShop, clock: Clock) {
  const now = clock.now()
  return { now, today: localDateOf(now, timeZone) }
}

/** Instants in JSON are text with the offset of the database session. */
const toIso = (instant: string) => new Date(instant).toISOString()

const toSent = (sent: OutreachRecord['sent']) => sent && { ...sent, at: toIso(sent.at) }

type Message = {
  purpose: OutreachPurpose
  shop: OutreachShop
  text: string
  site: string
  secrets: { booking: string; reminder: string }
}

function toOutreachRow(row: OutreachRecord, message: Message): OutreachRow {
  const { profileId, version, name, phone, isPhoneHidden, about, appointment, sent } = row
  const { purpose, shop, text } = message
  const filled = fillText(text, {
    customerName: name,
    shopName: shop.name,
    timeZone: shop.timeZone,
    link: `${message.site}/${linkPathOf({ barbershopId: shop.id, appointment }, message.secrets)}`,
    appointment: appointment
      ? { startsAt: new Date(appointment.startsAt), barberName: appointment.barberName }
      : undefined,
  })
  return {
    profileId,
    version,
    name,
    isPhoneHidden,
    whatsAppUrl: phone ? whatsAppUrl(phone, filled) : null,
    appointment: appointment && {
      id: appointment.id,
      startTime: toIso(appointment.startsAt),
      barberName: appointment.barberName,
      guestName: appointment.guestName,
      isPresenceConfirmed: appointment.isPresenceConfirmed,
    },
    date: dateOf(purpose, about, shop),
    sent: toSent(sent),
  }
}

/** A birthday is a calendar day, stored as its midnight in UTC. */
function dateOf(purpose: OutreachPurpose, about: string, { timeZone }: OutreachShop): string | null {
  if (purpose === 'tomorrow') return null
  return localDateOf(new Date(about), purpose === 'birthday' ? 'UTC' : timeZone)
}
