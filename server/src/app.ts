import { appointmentRoutes } from './features/appointments/routes.ts'
import { availabilityRoutes } from './features/availability/routes.ts'
import type { Clock } from './lib/clock.ts'
import type { Config } from './lib/config.ts'
import type { DatabasePool } from './lib/database.ts'
import { healthRoutes } from './lib/health.ts'
import { type App, createHttp } from './lib/http.ts'
import { describeCalls } from './lib/openapi.ts'

export type Deps = { db: DatabasePool; clock: Clock; config: Config }

/** The whole server without a port: tests inject into it, `main.ts` listens. */
export async function createApp(deps: Deps): Promise<App> {
  const app = await createHttp(deps.config)
  await describeCalls(app)
  healthRoutes(app, deps)
  await app.register(
    async (api: App) => {
      // guardRoutes(api, …) and one line per feature
      availabilityRoutes(api, deps)
      appointmentRoutes(api, deps)
    },
    { prefix: '/api' },
  )
  return app
}
