import { contactApi } from '@na-regua/contract/contact'
import type { CaptchaVerifier } from '../../lib/captcha.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { sendContactMessage } from './send-message.ts'

type Deps = { db: DatabasePool; captcha: CaptchaVerifier; countAttempts: CountAttempts }

const HOUR = 3600
const received = { message: 'Mensagem recebida. Respondemos por e-mail em até dois dias úteis.' }

export function contactRoutes(app: App, { db, captcha, countAttempts }: Deps) {
  app.route({
    ...contactApi.send,
    access: 'public',
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
    handler: async ({ caller, body }) => {
      await countAttempts({ action: 'contact', of: [caller.id], max: 5, seconds: HOUR })
      await sendContactMessage(db, { ...body, email: caller.email })
      return received
    },
  })
}
