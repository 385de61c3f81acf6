import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { App } from './http.ts'

/** Alive: the process answers. Ready: the base answers too. A balancer asks the second, a supervisor the first. */
export function healthRoutes(app: App, { db }: { db: Database }) {
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', async () => {
    await sql`select 1`.execute(db).catch(() => {
      throw new ApiError('UNAVAILABLE')
    })
    return { ok: true }
  })
}
