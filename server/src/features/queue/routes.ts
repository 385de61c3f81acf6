import type { App } from '../../lib/http.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { ownQueueRoutes } from './own/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import type { SettingsDeps } from './settings/save-settings.ts'
import { todayRoutes } from './today/routes.ts'
import type { StartDeps } from './today/start-entry.ts'

export type QueueRouteDeps = StartDeps & SettingsDeps & { countAttempts: CountAttempts }

/** The walk-in queue. Its waits and its public event stream have routes of their own. */
export function queueRoutes(app: App, deps: QueueRouteDeps) {
  ownQueueRoutes(app, deps)
  todayRoutes(app, deps)
  settingsRoutes(app, deps)
}
