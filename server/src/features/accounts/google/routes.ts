import { googleApi } from '@na-regua/contract/google'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { Google } from '../../../lib/google.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import { linkGoogleAccount } from './link-account.ts'
import { finishGoogleSignIn, startGoogleSignIn } from './sign-in-flow.ts'
import { signInWithGoogleCode, signInWithGoogleToken } from './sign-in-google.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  config: Pick<Config, 'publicUrl'>
  /** Undefined where Google is not configured: the endpoints do not exist there. */
  google: Google | undefined
  countAttempts: CountAttempts
}

export function googleRoutes(app: App, { google, ...rest }: Deps) {
  if (!google) return
  const deps = { ...rest, google }
  redirectRoutes(app, deps)

  app.route({
    ...googleApi.signIn,
    access: 'public',
    statements: 0,
    security: { done: 'google-login', refused: 'google-refused' },
    handler: (request) => signInWithGoogleToken(deps, signInClientOf(request), request.body),
  })

  app.route({
    ...googleApi.link,
    access: 'public',
    statements: 2,
    security: { done: 'google-linked', refused: 'link-refused' },
    handler: (request) => linkGoogleAccount(deps, clientKey(request), request.body),
  })
}

const signInClientOf = (request: FastifyRequest) => ({
  client: clientKey(request),
  logSecurity: request.logSecurity,
})

/** The redirect to Google, the callback, and the exchange of its code for a session. */
function redirectRoutes(app: App, deps: Deps & { google: Google }) {
  app.route({
    ...googleApi.start,
    access: 'public',
    statements: 1,
    handler: (request) => {
      const origin = deps.config.publicUrl ?? `${request.protocol}://${request.host}`
      return startGoogleSignIn(deps, clientKey(request), origin)
    },
  })

  app.route({
    ...googleApi.callback,
    access: 'public',
    statements: 1,
    handler: async (request, reply) => {
      const { search } = new URL(request.url, 'http://localhost')
      const location = await finishGoogleSignIn(deps, request.logSecurity, request.query, search)
      return reply.status(303).header('referrer-policy', 'no-referrer').header('location', location).send(null)
    },
  })

  app.route({
    ...googleApi.exchangeCode,
    access: 'public',
    statements: 1,
    security: { done: 'google-login', refused: 'google-refused' },
    handler: (request) => signInWithGoogleCode(deps, signInClientOf(request), request.body),
  })
}
