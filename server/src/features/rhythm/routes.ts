import { ApiError } from '@na-regua/contract/errors'
import { RHYTHM_CONSENT_TEXT, rhythmApi } from '@na-regua/contract/rhythm'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import {
  getNudgeSecret,
  getRhythmConsent,
  insertRhythmConsent,
  isRhythmOn,
  withdrawRhythmConsent,
} from './consent/queries.ts'
import { parseNudgeToken } from './consent/rules.ts'

type Deps = { db: Database; clock: Clock; countAttempts: CountAttempts }

export function rhythmRoutes(app: App, deps: Deps) {
  linkRoutes(app, deps)
  const { db, clock, countAttempts } = deps
  app.route({
    ...rhythmApi.get,
    access: 'self',
    statements: 1,
    handler: ({ caller }) => getRhythmConsent(db, caller.id, clock.now()),
  })
  app.route({
    ...rhythmApi.set,
    access: 'self',
    statements: 2,
    handler: async ({ caller, body }) => {
      // Each consent is a row that is kept.
      await countAttempts({ action: 'rhythm-consent', of: [caller.id], max: 60, seconds: 3600 })
      const now = clock.now()
      if (!body.isOn) await withdrawRhythmConsent(db, caller.id, now)
      else if (body.consentText !== RHYTHM_CONSENT_TEXT) throw new ApiError('CONSENT_OUTDATED')
      else await insertRhythmConsent(db, caller.id, now)
      return getRhythmConsent(db, caller.id, now)
    },
  })
}

/** For the link in a nudge: needs no session. A consent is only given with one. */
function linkRoutes(app: App, { db, clock }: Deps) {
  app.route({
    ...rhythmApi.getByLink,
    access: 'public',
    statements: 3,
    handler: async ({ params }) => ({ isOn: await isRhythmOn(db, await getLinkedUser(db, params.token)) }),
  })
  app.route({
    ...rhythmApi.turnOff,
    access: 'public',
    statements: 3,
    handler: async ({ params }) => {
      await withdrawRhythmConsent(db, await getLinkedUser(db, params.token), clock.now())
      return { isOn: false }
    },
  })
}

/** Throws LINK_INVALID for a token that is not ours. */
async function getLinkedUser(db: Database, token: string): Promise<string> {
  const userId = parseNudgeToken(await getNudgeSecret(db), token)
  if (!userId) throw new ApiError('LINK_INVALID')
  return userId
}
