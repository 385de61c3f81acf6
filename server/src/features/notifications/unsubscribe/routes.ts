import { notificationsApi } from '@na-regua/contract/notifications'
import { Type } from 'typebox'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getEmailSubscription, setEmailSubscription } from './queries.ts'

type Deps = { db: Database; clock: Clock }

export function unsubscribeRoutes(app: App, { db, clock }: Deps) {
  app.route({
    ...notificationsApi.emailSubscription,
    access: 'public',
    statements: 3,
    handler: ({ query }) => getEmailSubscription(db, query.token),
  })

  app.route({
    ...notificationsApi.setEmailSubscription,
    access: 'public',
    statements: 3,
    handler: ({ body }) => setEmailSubscription(db, body, clock.now()),
  })
}

/** One-click unsubscribe (RFC 8058): the mail client posts a form to the URL whose GET is the unsubscribe page. */
export function oneClickRoutes(app: App, { db, clock }: Deps) {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    // The form is constant: the token in the URL identifies the subscription.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null, null))
    scope.route({
      method: 'POST',
      url: '/descadastrar',
      access: 'public',
      config: { acceptsAnyContentType: true },
      schema: { hide: true, querystring: Type.Object({ token: Type.String({ maxLength: 200 }) }) },
      handler: async ({ query }, reply) => {
        await setEmailSubscription(db, { token: query.token, isOn: false }, clock.now())
        return reply.type('text/plain; charset=utf-8').send('Você não recebe mais estes e-mails.')
      },
    })
  })
}
