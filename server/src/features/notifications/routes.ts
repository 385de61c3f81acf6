import { ApiError } from '@na-regua/contract/errors'
import { notificationsApi } from '@na-regua/contract/notifications'
import type { ChangeFeed } from '../../lib/change-feed.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { eventStreamRoutes } from './event-stream/routes.ts'
import { listPreferences, setPreferences } from './preferences/queries.ts'
import { pushRoutes } from './push/routes.ts'
import { listNotifications, markNotificationsRead } from './queries.ts'
import { unsubscribeRoutes } from './unsubscribe/routes.ts'
import { whatsappRoutes } from './whatsapp/routes.ts'

type Deps = { db: DatabasePool; clock: Clock; config: Config; live: ChangeFeed }

export function notificationRoutes(app: App, deps: Deps) {
  listRoutes(app, deps)
  preferenceRoutes(app, deps)
  eventStreamRoutes(app, deps)
  unsubscribeRoutes(app, deps)
  whatsappRoutes(app, deps)
  pushRoutes(app, deps)
}

function listRoutes(app: App, { db, clock }: Deps) {
  app.route({
    ...notificationsApi.list,
    access: 'self',
    statements: 1,
    handler: async ({ caller, query }) => {
      const { notifications, unread, total } = await listNotifications(db, caller.id, toWindow(query))
      return { notifications, unreadCount: unread, pagination: paginate(total, query) }
    },
  })

  app.route({
    ...notificationsApi.read,
    access: 'self',
    statements: 1,
    handler: async ({ caller, params }) => {
      const { found, unread } = await markNotificationsRead(db, { userId: caller.id, id: params.id, now: clock.now() })
      if (found === 0) throw new ApiError('NOTIFICATION_NOT_FOUND')
      return { unreadCount: unread }
    },
  })

  app.route({
    ...notificationsApi.readAll,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => {
      const { unread } = await markNotificationsRead(db, { userId: caller.id, now: clock.now() })
      return { unreadCount: unread }
    },
  })
}

function preferenceRoutes(app: App, { db, clock }: Deps) {
  app.route({
    ...notificationsApi.preferences,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ preferences: await listPreferences(db, caller.id) }),
  })

  app.route({
    ...notificationsApi.setPreferences,
    access: 'self',
    statements: 2,
    handler: async ({ caller, body }) => {
      await setPreferences(db, caller.id, body.preferences, clock.now())
      return { preferences: await listPreferences(db, caller.id) }
    },
  })
}
