import { outboxApi } from '@na-regua/contract/outbox'
import type { Config } from '../../lib/config.ts'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { listOutboxMessages } from './queries.ts'

type Deps = { db: Database; config: Pick<Config, 'hasOutbox'> }

/** Public, so the endpoint exists in demo mode only. */
export function outboxRoutes(app: App, { db, config }: Deps) {
  if (!config.hasOutbox) return
  app.route({ ...outboxApi.list, access: 'public', statements: 1, handler: () => listOutboxMessages(db) })
}
