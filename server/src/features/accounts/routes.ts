import { accountsApi } from '@na-regua/contract/accounts'
import type { CaptchaVerifier } from '../../lib/captcha.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { sendEmailVerification } from './codes/send-email-verification.ts'
import { verifyEmailCode } from './codes/verify-email-code.ts'
import { logIn } from './log-in.ts'
import { requestPasswordReset } from './password/ask-reset.ts'
import { resetPassword } from './password/reset-password.ts'
import { deleteSession, getUser } from './queries.ts'
import { registerAccount } from './register-account.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  captcha: CaptchaVerifier
  countAttempts: CountAttempts
}

export function accountsRoutes(app: App, deps: Deps) {
  doorRoutes(app, deps)
  sessionRoutes(app, deps)
  passwordRoutes(app, deps)
  verificationRoutes(app, deps)
}

/** For people without a session. */
function doorRoutes(app: App, deps: Deps) {
  app.route({
    ...accountsApi.captcha,
    access: 'public',
    handler: async (request) => {
      await deps.countAttempts({ action: 'captcha', of: [clientKey(request)], max: 60, seconds: 600 })
      return deps.captcha.issue()
    },
  })

  app.route({
    ...accountsApi.register,
    access: 'public',
    security: { done: 'registered', refused: 'register-refused' },
    handler: async (request, reply) => {
      const session = await registerAccount(deps, clientKey(request), request.body)
      return reply.status(201).send(session)
    },
  })

  app.route({
    ...accountsApi.login,
    access: 'public',
    security: { done: 'login-succeeded', refused: 'login-failed' },
    handler: (request) => {
      const { tellSecurity } = request
      return logIn(deps, { client: clientKey(request), tellSecurity }, request.body)
    },
  })
}

/** For people who forgot theirs. */
function passwordRoutes(app: App, deps: Deps) {
  app.route({
    ...accountsApi.forgotPassword,
    access: 'public',
    security: { done: 'password-reset-asked' },
    handler: (request) => requestPasswordReset(deps, clientKey(request), request.body.email),
  })

  app.route({
    ...accountsApi.resetPassword,
    access: 'public',
    security: { done: 'password-reset', refused: 'password-reset-refused' },
    handler: async (request) => {
      request.tellSecurity({ userId: await resetPassword(deps, clientKey(request), request.body) })
      return { ok: true }
    },
  })
}

function sessionRoutes(app: App, { db }: Deps) {
  app.route({
    ...accountsApi.logout,
    access: 'self',
    security: { done: 'logged-out' },
    handler: async ({ caller }) => {
      await deleteSession(db, caller.tokenHash)
      return { ok: true }
    },
  })

  app.route({
    ...accountsApi.me,
    access: 'self',
    handler: async ({ caller }) => ({ user: await getUser(db, caller.id) }),
  })
}

function verificationRoutes(app: App, deps: Deps) {
  app.route({
    ...accountsApi.sendEmailVerification,
    access: 'self',
    security: { done: 'code-sent' },
    handler: (request) => sendEmailVerification(deps, request.caller, clientKey(request), request.body.email),
  })

  app.route({
    ...accountsApi.verifyEmailCode,
    access: 'self',
    security: { done: 'email-verified', refused: 'code-refused' },
    handler: async ({ caller, body }) => ({ user: await verifyEmailCode(deps, caller, body) }),
  })
}
