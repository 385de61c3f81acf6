import { availabilityApi } from '@na-regua/contract/availability'
import { ApiError } from '@na-regua/contract/errors'
import {
  LAST_MINUTE_CONSENT_TEXT,
  type LastMinuteConsent,
  type LastMinuteRule,
  lastMinuteApi,
} from '@na-regua/contract/last-minute'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { addJob } from '../../lib/jobs.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { incrementVersion, lockOwnBarbershop } from '../barbershops/editing/queries.ts'
import { requireEditing } from '../barbershops/editing/rules.ts'
import { getOwnPlan } from '../plans/queries.ts'
import { makeLastMinuteSlotsJob, makeSlots } from './make-slots.ts'
import {
  findConsent,
  findRule,
  giveConsent,
  storeRule,
  withdrawConsent,
  withdrawSlot,
  withdrawSlotsOfRule,
} from './own-queries.ts'
import { listNearbySlots, listOpenSlots } from './queries.ts'

type LastMinuteDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

/** Each of these writes a row that is kept. A busy reception offers some gaps an hour. */
const hourly = (action: string, userId: string) => ({ action, of: [userId], max: 60, seconds: 3600 })

export function lastMinuteRoutes(app: App, deps: LastMinuteDeps) {
  const { db, clock, countAttempts } = deps
  app.route({
    ...availabilityApi.lastMinute,
    access: 'public',
    statements: 1,
    handler: async ({ params }) => ({ slots: await listOpenSlots(db, params.id, clock.now()) }),
  })
  app.route({
    ...lastMinuteApi.nearby,
    access: 'public',
    statements: 1,
    handler: async ({ query }) => ({ slots: await listNearbySlots(db, query, clock.now()) }),
  })
  app.route({
    ...lastMinuteApi.make,
    access: 'staff',
    statements: 8,
    handler: async ({ caller, params, body }, reply) => {
      await countAttempts(hourly('make-last-minute-slot', caller.id))
      const { barberId, percent } = body
      const span = { startsAt: new Date(body.startsAt), endsAt: new Date(body.endsAt) }
      const request = { userId: caller.id, barbershopId: params.id, barberId, percent, ...span }
      return reply.status(201).send({ slots: await makeSlots(deps, request) })
    },
  })
  app.route({
    ...lastMinuteApi.withdraw,
    access: 'staff',
    statements: 1,
    handler: async ({ caller, params }) => {
      await countAttempts(hourly('withdraw-last-minute', caller.id))
      const withdrawn = await withdrawSlot(db, { id: params.id, userId: caller.id }, clock.now())
      if (withdrawn === undefined) throw new ApiError('NOT_FOUND')
      if (!withdrawn) throw new ApiError('LAST_MINUTE_ENDED', {}, 'Este horário relâmpago já acabou.')
      return { withdrawn }
    },
  })
  ruleRoutes(app, deps)
  consentRoutes(app, deps)
}

function ruleRoutes(app: App, deps: LastMinuteDeps) {
  app.route({
    ...lastMinuteApi.rule,
    access: 'settings',
    statements: 1,
    handler: async ({ caller, params }) => ({ rule: await getRule(deps.db, params.id, caller.id) }),
  })
  app.route({
    ...lastMinuteApi.saveRule,
    access: 'settings',
    statements: 9,
    handler: async ({ caller, params, body }) => {
      await deps.countAttempts(hourly('save-last-minute-rule', caller.id))
      await saveRule(deps, { barbershopId: params.id, userId: caller.id, rule: body })
      return { rule: await getRule(deps.db, params.id, caller.id) }
    },
  })
}

async function getRule(db: Database, barbershopId: string, userId: string): Promise<LastMinuteRule> {
  const rule = await findRule(db, barbershopId, userId)
  if (!rule) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rule
}

/**
 * What the earlier rule offers is withdrawn, so that no price of it is booked afterwards; the job offers what the new one says. Throws
 * EDIT_CONFLICT when another page saved since.
 */
async function saveRule(
  { db, clock }: LastMinuteDeps,
  { barbershopId, userId, rule }: { barbershopId: string; userId: string; rule: LastMinuteRule },
) {
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const shop = await lockOwnBarbershop(tx, { id: barbershopId, userId, action: 'settings' })
    requireEditing(await getOwnPlan(tx, shop.ownerId, now))
    if (!(await storeRule(tx, { barbershopId: shop.id, rule }, now))) throw new ApiError('EDIT_CONFLICT')
    // Slots that were decided by the earlier rule compare it.
    await incrementVersion(tx, shop.id, now)
    await withdrawSlotsOfRule(tx, shop.id, now)
    await addJob(tx, makeLastMinuteSlotsJob, { barbershopId: shop.id }, { key: `last-minute-rule:${shop.id}` })
  })
}

function consentRoutes(app: App, { db, clock, countAttempts }: LastMinuteDeps) {
  const getConsent = async (userId: string): Promise<LastMinuteConsent> => ({
    ...(await findConsent(db, userId)),
    consentText: LAST_MINUTE_CONSENT_TEXT,
  })
  app.route({ ...lastMinuteApi.consent, access: 'self', statements: 1, handler: ({ caller }) => getConsent(caller.id) })
  app.route({
    ...lastMinuteApi.setConsent,
    access: 'self',
    statements: 2,
    handler: async ({ caller, body }) => {
      await countAttempts(hourly('last-minute-consent', caller.id))
      if (body.isOn && body.consentText !== LAST_MINUTE_CONSENT_TEXT) throw new ApiError('CONSENT_OUTDATED')
      if (body.isOn) await giveConsent(db, caller.id, clock.now())
      else await withdrawConsent(db, caller.id, clock.now())
      return getConsent(caller.id)
    },
  })
}
