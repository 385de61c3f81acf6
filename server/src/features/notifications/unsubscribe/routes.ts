import { notificationsApi } from '@na-regua/contract/notifications'
import { Type } from 'typebox'
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

/** The button of a mail program posts a form to the link of the letter itself (RFC 8058), beside the page that people see. */
export function oneClickRoutes(app: App, { db, clock }: Deps) {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    // What the form says is always the same; the address says it all.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null, null))
    scope.route({
      method: 'POST',
      url: '/descadastrar',
      access: 'public',
      config: { hasForeignBody: true },
      schema: { hide: true, querystring: Type.Object({ token: Type.String({ maxLength: 200 }) }) },
      handler: async ({ query }, reply) => {
        await setLetters(db, { token: query.token, isOn: false }, clock.now())
        return reply.type('text/plain; charset=utf-8').send('Você não recebe mais estes e-mails.')
      },
    })
  })
}
