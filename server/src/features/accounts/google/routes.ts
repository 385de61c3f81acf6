import { googleApi } from '@na-regua/contract/google'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { Google } from '../../../lib/google.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import type { NoteSecurity } from '../../../lib/security-log.ts'
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
  noteSecurity: NoteSecurity
}

export function googleRoutes(app: App, { google, ...rest }: Deps) {
  if (!google) return
  const deps = { ...rest, google }
  visitRoutes(app, deps)

  app.route({
    ...googleApi.signIn,
    access: 'public',
    handler: (request) => signInGoogle(deps, clientKey(request), request.body),
  })

  app.route({
    ...googleApi.link,
    access: 'public',
    handler: (request) => linkAccount(deps, clientKey(request), request.body),
  })
}

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
      const next = await finishVisit(deps, clientKey(request), request.query, search)
      return reply.status(303).header('referrer-policy', 'no-referrer').header('location', next).send(null)
    },
  })

  app.route({
    ...googleApi.enter,
    access: 'public',
    handler: (request) => enterWithCode(deps, clientKey(request), request.body),
  })
}
