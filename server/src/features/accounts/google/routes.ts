import { googleApi } from '@na-regua/contract/google'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { Google } from '../../../lib/google.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import { finishVisit } from './finish-visit.ts'
import { linkAccount } from './link-account.ts'
import { enterWithCode, signInGoogle } from './sign-in-google.ts'
import { startVisit } from './start-visit.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  config: Pick<Config, 'publicUrl'>
  /** Absent where it is not configured: then the calls are not there at all. */
  google: Google | undefined
  countAttempts: CountAttempts
}

export function googleRoutes(app: App, { google, ...rest }: Deps) {
  if (!google) return
  const deps = { ...rest, google }
  visitRoutes(app, deps)

  app.route({
    ...googleApi.signIn,
    access: 'public',
    security: { done: 'google-login', refused: 'google-refused' },
    handler: (request) => signInGoogle(deps, arrivingOf(request), request.body),
  })

  app.route({
    ...googleApi.link,
    access: 'public',
    security: { done: 'google-linked', refused: 'link-refused' },
    handler: (request) => linkAccount(deps, clientKey(request), request.body),
  })
}

const arrivingOf = (request: FastifyRequest) => ({
  client: clientKey(request),
  tellSecurity: request.tellSecurity,
})

/** To Google and back. */
function visitRoutes(app: App, deps: Deps & { google: Google }) {
  app.route({
    ...googleApi.start,
    access: 'public',
    handler: (request) => {
      const origin = deps.config.publicUrl ?? `${request.protocol}://${request.host}`
      return startVisit(deps, clientKey(request), origin)
    },
  })

  app.route({
    ...googleApi.callback,
    access: 'public',
    handler: async (request, reply) => {
      const { search } = new URL(request.url, 'http://localhost')
      const next = await finishVisit(deps, request.tellSecurity, request.query, search)
      return reply.status(303).header('referrer-policy', 'no-referrer').header('location', next).send(null)
    },
  })

  app.route({
    ...googleApi.enter,
    access: 'public',
    security: { done: 'google-login', refused: 'google-refused' },
    handler: (request) => enterWithCode(deps, arrivingOf(request), request.body),
  })
}
