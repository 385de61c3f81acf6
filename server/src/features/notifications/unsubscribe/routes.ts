import { notificationsApi } from '@na-regua/contract/notifications'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getLetters, setLetters } from './queries.ts'

type Deps = { db: Database; clock: Clock }

export function unsubscribeRoutes(app: App, { db, clock }: Deps) {
  app.route({
    ...notificationsApi.letters,
    access: 'public',
    handler: ({ query }) => getLetters(db, query.token),
  })

  app.route({
    ...notificationsApi.setLetters,
    access: 'public',
    handler: ({ body }) => setLetters(db, body, clock.now()),
  })
}
