import type { App } from '../../lib/http.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { boardRoutes } from './board/routes.ts'
import type { StartDeps } from './board/start-entry.ts'
import { ownQueueRoutes } from './own/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import type { SettingsDeps } from './settings/save-settings.ts'

export type QueueRouteDeps = StartDeps & SettingsDeps & { countAttempts: CountAttempts }

/** The walk-in queue. Its waits and its public event stream have routes of their own. */
export function queueRoutes(app: App, deps: QueueRouteDeps) {
  ownQueueRoutes(app, deps)
  boardRoutes(app, deps)
  settingsRoutes(app, deps)
}
