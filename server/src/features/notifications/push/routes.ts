import { ApiError } from '@na-regua/contract/errors'
import { type PushSubscriptionInput, pushApi } from '@na-regua/contract/push'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { isPublicKey, loadVapid } from './load-vapid.ts'
import {
  deletePushSubscription,
  getPushSettings,
  listPushDevices,
  savePushSubscription,
  setPushSettings,
} from './queries.ts'
import { isTimeZone, parseEndpoint } from './rules.ts'

type PushDeps = { db: DatabasePool; clock: Clock; config: Config }

export function pushRoutes(app: App, deps: PushDeps) {
  subscriptionRoutes(app, deps)
  const { db, clock } = deps
  app.route({
    ...pushApi.setSettings,
    access: 'self',
    statements: 2,
    handler: async ({ caller, body }) => {
      await setPushSettings(db, caller.id, body, clock.now())
      return getPushSettings(db, caller.id)
    },
  })
}

function subscriptionRoutes(app: App, deps: PushDeps) {
  const { db, config } = deps
  app.route({
    ...pushApi.key,
    access: 'self',
    statements: 2,
    handler: async () => ({ key: (await loadVapid(db, config)).publicKey }),
  })
  app.route({
    ...pushApi.devices,
    access: 'self',
    statements: 2,
    handler: async ({ caller }) => {
      const [devices, settings] = await Promise.all([listPushDevices(db, caller), getPushSettings(db, caller.id)])
      return { devices, settings }
    },
  })
  app.route({
    ...pushApi.subscribe,
    access: 'self',
    // Lock, earlier subscriptions, this one.
    statements: 5,
    security: { done: 'push-opened', refused: 'push-refused' },
    handler: ({ caller, body }) => subscribe(deps, caller, body),
  })
  app.route({
    ...pushApi.unsubscribe,
    access: 'self',
    statements: 1,
    security: { done: 'push-closed' },
    handler: async ({ caller, params }) => ({
      removed: await deletePushSubscription(db, { id: params.id, userId: caller.id }),
    }),
  })
}

/** Throws PUSH_ENDPOINT_REFUSED for a URL that is not of a push service. */
async function subscribe({ db, clock, config }: PushDeps, caller: Caller, input: PushSubscriptionInput) {
  const endpoint = parseEndpoint(input.endpoint, config.pushHosts)
  if (!endpoint) throw new ApiError('PUSH_ENDPOINT_REFUSED')
  if (!isPublicKey(input.keys.p256dh) || !isTimeZone(input.timeZone)) throw new ApiError('INVALID_INPUT')
  const subscription = { caller, endpoint, input, now: clock.now() }
  const save = () => db.transaction().execute((tx) => savePushSubscription(tx, subscription))
  // The second time, another user has just subscribed the same device.
  const device = (await save()) ?? (await save())
  if (!device) throw new ApiError('UNAUTHENTICATED')
  return device
}
