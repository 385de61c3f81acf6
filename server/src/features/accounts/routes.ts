import { accountsApi } from '@na-regua/contract/accounts'
import type { CaptchaVerifier } from '../../lib/captcha.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../lib/rate-limit.ts'
import { sendEmailVerification, verifyEmailCode } from './codes/verify-email.ts'
import { logInWithPassword } from './log-in.ts'
import { passwordRoutes } from './password/routes.ts'
import { deleteSession, getUser } from './queries.ts'
import { registerAccount } from './register-account.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  captcha: CaptchaVerifier
  countAttempts: CountAttempts
}

export function accountsRoutes(app: App, deps: Deps) {
  loginRoutes(app, deps)
  ownAccountRoutes(app, deps)
  passwordRoutes(app, deps)
  emailVerificationRoutes(app, deps)
}

function loginRoutes(app: App, deps: Deps) {
  app.route({
    ...accountsApi.captcha,
    access: 'public',
    statements: 0,
    handler: async (request) => {
      await deps.countAttempts({ action: 'captcha', of: [clientKey(request)], max: 60, seconds: 600 })
      return deps.captcha.issue()
    },
  })

  app.route({
    ...accountsApi.register,
    access: 'public',
    statements: 5,
    security: { done: 'registered', refused: 'register-refused' },
    handler: async (request, reply) => {
      const session = await registerAccount(deps, clientKey(request), request.body)
      return reply.status(201).send(session)
    },
  })

  app.route({
    ...accountsApi.login,
    access: 'public',
    statements: 1,
    security: { done: 'login-succeeded', refused: 'login-failed' },
    handler: (request) => {
      const { logSecurity } = request
      return logInWithPassword(deps, { client: clientKey(request), logSecurity }, request.body)
    },
  })
}

function ownAccountRoutes(app: App, { db }: Deps) {
  app.route({
    ...accountsApi.logout,
    access: 'self',
    statements: 1,
    security: { done: 'logged-out' },
    handler: async ({ caller }) => {
      await deleteSession(db, caller.tokenHash)
      return { ok: true }
    },
  })

  app.route({
    ...accountsApi.me,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ user: await getUser(db, caller.id) }),
  })
}

function emailVerificationRoutes(app: App, deps: Deps) {
  app.route({
    ...accountsApi.sendEmailVerification,
    access: 'self',
    statements: 0,
    security: { done: 'code-sent' },
    handler: (request) => sendEmailVerification(deps, request.caller, clientKey(request), request.body.email),
  })

  app.route({
    ...accountsApi.verifyEmailCode,
    access: 'self',
    statements: 3,
    security: { done: 'email-verified', refused: 'code-refused' },
    handler: async ({ caller, body }) => ({ user: await verifyEmailCode(deps, caller, body) }),
  })
}
