import { contactApi } from '@na-regua/contract/contact'
import type { CaptchaVerifier } from '../../lib/captcha.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { getOwnPlan } from '../plans/queries.ts'
import { type Support, sendContactMessage } from './send-message.ts'

type Deps = { db: DatabasePool; clock: Clock; captcha: CaptchaVerifier; countAttempts: CountAttempts }

const HOUR = 3600
const received = { message: 'Mensagem recebida. Respondemos por e-mail em até dois dias úteis.' }
const receivedFirst = { message: 'Mensagem recebida, no começo da fila. Respondemos por e-mail assim que possível.' }

const supports = { basic: undefined, professional: 'priority', premium: 'vip' } as const

/** Which messages the plan of their author puts first; undefined without a paid plan. */
async function getSupport(db: Database, userId: string, now: Date): Promise<Support | undefined> {
  const { plan, canEdit } = await getOwnPlan(db, userId, now)
  return canEdit ? supports[plan.tier] : undefined
}

export function contactRoutes(app: App, { db, clock, captcha, countAttempts }: Deps) {
  app.route({
    ...contactApi.send,
    access: 'public',
    statements: 1,
    handler: async (request) => {
      const { recaptchaToken, ...message } = request.body
      await countAttempts({ action: 'contact', of: [clientKey(request)], max: 5, seconds: HOUR })
      await captcha.check(recaptchaToken)
      await sendContactMessage(db, message)
      return received
    },
  })
  app.route({
    ...contactApi.sendAsMember,
    access: 'self',
    statements: 3,
    handler: async ({ caller, body }) => {
      await countAttempts({ action: 'contact', of: [caller.id], max: 5, seconds: HOUR })
      const support = await getSupport(db, caller.id, clock.now())
      await sendContactMessage(db, { ...body, email: caller.email, support })
      return support ? receivedFirst : received
    },
  })
}
