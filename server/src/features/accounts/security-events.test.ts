import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { googleApi } from '@na-regua/contract/google'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { paymentsApi } from '@na-regua/contract/payments'
import { presetPermissions } from '@na-regua/contract/permissions'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { rolesApi } from '@na-regua/contract/roles'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBarber } from '../../../test/barbershop-factories.ts'
import { createCaller, createSubscription } from '../../../test/factories.ts'
import { createGoogleDouble } from '../../../test/google-double.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createOwner } from '../../../test/owner-scene.ts'
import { listPushSecurityCases } from '../../../test/push-scene.ts'
import { events } from '../../lib/security-log.ts'

const double = await createGoogleDouble()
const lines: string[] = []
const logStream = { write: (line: string) => void lines.push(line) }
const world = await createHarness({
  environment: { ...double.environment, SEED: 'demo', LOG_LEVEL: 'info', RATE_LIMIT: 'on' },
  deps: { logStream },
})
const mailbox = createMailbox(world)
afterAll(async () => {
  await world.close()
  double.close()
})
// The first request discovers Google's configuration, and the first login generates the hash for unknown users.
beforeAll(async () => {
  await world.call(googleApi.start)
  await world.call(accountsApi.login, { body: { email: 'ninguem@naregua.test', password: 'errada' } })
})
beforeEach(() => {
  lines.length = 0
})

const password = 'segredo-de-log-7'
const securityLines = () => lines.map((line) => JSON.parse(line)).filter(({ security }) => security)
const namesOf = () => securityLines().map(({ security, reason }) => (reason ? `${security} ${reason}` : security))

async function createAccount(isEmailVerified = true) {
  const caller = await createCaller(world, { password, isEmailVerified })
  return { ...caller, email: caller.user.email }
}

const newToken = async () => (await createAccount()).token

const signIn = async (fields: object = {}) => {
  const sub = crypto.randomUUID()
  const claims = { sub, email: `${sub}@gmail.test`, email_verified: true, name: 'Bia', ...fields }
  const body = { credential: await double.sign(claims) }
  return world.call(googleApi.signIn, { body })
}

/** Changes the email; returns the old address. */
async function changeEmail() {
  const { token, email } = await createAccount()
  const newEmail = `mudou-${crypto.randomUUID()}@naregua.test`
  await world.call(profileApi.sendEmailChange, { token, body: { newEmail, currentPassword: password } })
  await mailbox.deliver()
  lines.length = 0
  const body = { newEmail, verificationCode: mailbox.codeFor(newEmail) }
  await world.call(profileApi.verifyEmailChange, { token, body })
  return email
}

const linkIn = (to: string) => {
  const message = mailbox.emails.findLast((candidate) => candidate.to === to)
  return /#([\w.-]+)/.exec(message?.text ?? '')?.[1]
}

async function invite() {
  const { token, shop } = await createOwner(world)
  const guest = await createAccount()
  await world.call(invitesApi.create, { token, body: { barbershopId: shop.id, userEmail: guest.email } })
  await mailbox.deliver()
  lines.length = 0
  return { guest, link: linkIn(guest.email) }
}

const newAccount = { name: 'Ana', email: 'log@naregua.test', acceptedTerms: TERMS_VERSION }

const cancelPlan = (token: string, given: string) =>
  world.call(paymentsApi.cancelSubscription, { token, body: { password: given } })

async function drawTooManyCaptchas() {
  for (let times = 0; times <= 60; times++) await world.call(accountsApi.captcha)
}

const claimByGoogle = async () => signIn({ email: (await createAccount(false)).email })

async function linkToGoogle() {
  const { body } = await signIn({ email: (await createAccount()).email })
  lines.length = 0
  await world.call(googleApi.link, { body: { linkToken: body.linkToken, password } })
}

async function endOwnSession() {
  const { token } = await createAccount()
  const { body } = await world.call(profileApi.listSessions, { token })
  await world.call(profileApi.endSession, { token, params: { id: body.sessions[0].id } })
}

const cases: [string, () => Promise<unknown>, string][] = [
  ['a registration', () => world.call(accountsApi.register, { body: { ...newAccount, password } }), 'registered'],
  [
    'a refused registration',
    () => world.call(accountsApi.register, { body: { ...newAccount, password: '123456' } }),
    'register-refused WEAK_PASSWORD',
  ],
  [
    'a login',
    async () => world.call(accountsApi.login, { body: { email: (await createAccount()).email, password } }),
    'login-succeeded',
  ],
  [
    'a wrong password',
    async () => world.call(accountsApi.login, { body: { email: (await createAccount()).email, password: 'errada' } }),
    'login-failed INVALID_CREDENTIALS',
  ],
  [
    'an unknown address',
    () => world.call(accountsApi.login, { body: { email: 'ninguem@naregua.test', password } }),
    'login-failed INVALID_CREDENTIALS',
  ],
  ['a logout', async () => world.call(accountsApi.logout, { token: await newToken() }), 'logged-out'],
  [
    'a requested code',
    async () => {
      const { token, email } = await createAccount(false)
      await world.call(accountsApi.sendEmailVerification, { token, body: { email } })
    },
    'code-sent',
  ],
  [
    'a wrong code',
    async () => {
      const { token, email } = await createAccount(false)
      await world.call(accountsApi.verifyEmailCode, { token, body: { email, code: '123456' } })
    },
    'code-refused CODE_INVALID',
  ],
  [
    'a forgotten password',
    () => world.call(accountsApi.forgotPassword, { body: { email: 'ninguem@naregua.test' } }),
    'password-reset-asked',
  ],
  [
    'a wrong code for a new password',
    () =>
      world.call(accountsApi.resetPassword, {
        body: { email: 'x@naregua.test', code: '123456', newPassword: password, confirmPassword: password },
      }),
    'password-reset-refused RESET_CODE_INVALID',
  ],
  [
    'a wrong link for a new password',
    () =>
      world.call(accountsApi.resetPasswordWithLink, {
        body: { token: 'k'.repeat(43), newPassword: password, confirmPassword: password },
      }),
    'password-reset-refused LINK_INVALID',
  ],
  [
    'an invalid Google token',
    () => world.call(googleApi.signIn, { body: { credential: 'a.b.c' } }),
    'google-refused GOOGLE_FAILED',
  ],
  [
    'a callback with an unknown state',
    () => world.call(googleApi.callback, { query: { state: 'x' } }),
    'google-refused GOOGLE_FAILED',
  ],
  [
    'an expired link',
    () => world.call(googleApi.link, { body: { linkToken: 'k'.repeat(43), password } }),
    'link-refused GOOGLE_LINK_EXPIRED',
  ],
  [
    'a changed password',
    async () => {
      const body = { currentPassword: password, newPassword: 'outro-segredo-9', confirmPassword: 'outro-segredo-9' }
      await world.call(profileApi.changePassword, { token: await newToken(), body })
    },
    'password-changed',
  ],
  [
    'a password change with a wrong current password',
    async () => {
      const body = { currentPassword: 'errada', newPassword: 'outro-segredo-9', confirmPassword: 'outro-segredo-9' }
      await world.call(profileApi.changePassword, { token: await newToken(), body })
    },
    'password-change-refused WRONG_PASSWORD',
  ],
  [
    'a requested email change',
    async () => {
      const body = { newEmail: 'novo-endereco@naregua.test', currentPassword: password }
      await world.call(profileApi.sendEmailChange, { token: await newToken(), body })
    },
    'email-change-asked',
  ],
  [
    'a wrong code for another address',
    async () => {
      const body = { newEmail: 'novo-endereco@naregua.test', verificationCode: '123456' }
      await world.call(profileApi.verifyEmailChange, { token: await newToken(), body })
    },
    'email-change-refused CODE_INVALID',
  ],
  [
    'a forged undo link of an email change',
    () => world.call(profileApi.undoEmailChange, { body: { token: 'k'.repeat(43) } }),
    'email-change-undo-refused LINK_INVALID',
  ],
  [
    'other sessions ended',
    async () => world.call(profileApi.endOtherSessions, { token: await newToken() }),
    'sessions-ended',
  ],
  [
    "another user's session",
    async () => world.call(profileApi.endSession, { token: await newToken(), params: { id: crypto.randomUUID() } }),
    'session-end-refused NOT_FOUND',
  ],
  ['a data export', async () => world.call(privacyApi.export, { token: await newToken() }), 'data-exported'],
  [
    'a deletion without the password',
    async () => world.call(privacyApi.requestDeletion, { token: await newToken(), body: { password: 'errada' } }),
    'account-deletion-refused WRONG_PASSWORD',
  ],
  [
    'a deletion',
    async () => world.call(privacyApi.requestDeletion, { token: await newToken(), body: { password } }),
    'account-deletion-asked',
  ],
  [
    'an undone deletion',
    async () => {
      const { token, email } = await createAccount()
      await world.call(privacyApi.requestDeletion, { token, body: { password } })
      const { body } = await world.call(accountsApi.login, { body: { email, password } })
      lines.length = 0
      await world.call(privacyApi.undoDeletion, { body: { token: body.undoToken } })
    },
    'account-deletion-undone',
  ],
  [
    'a forged undo link of a deletion',
    () => world.call(privacyApi.undoDeletion, { body: { token: 'k'.repeat(60) } }),
    'account-deletion-undo-refused LINK_INVALID',
  ],
  [
    'too many data exports',
    async () => {
      const { token } = await createAccount()
      for (let times = 0; times < 10; times++) await world.call(privacyApi.export, { token })
      lines.length = 0
      await world.call(privacyApi.export, { token })
    },
    'data-export-refused TOO_MANY_REQUESTS',
  ],
  [
    'an email change to the current address',
    async () => {
      const { token, email } = await createAccount()
      await world.call(profileApi.sendEmailChange, { token, body: { newEmail: email, currentPassword: password } })
    },
    'email-change-asking-refused EMAIL_UNCHANGED',
  ],
  ['a changed email', changeEmail, 'email-changed'],
  [
    'an undone email change',
    async () => {
      const email = await changeEmail()
      await mailbox.deliver()
      lines.length = 0
      await world.call(profileApi.undoEmailChange, { body: { token: linkIn(email) } })
    },
    'email-change-undone',
  ],
  ['a registration with Google', () => signIn(), 'google-registered'],
  [
    'a login with Google',
    async () => {
      const again = { sub: crypto.randomUUID() }
      await signIn(again)
      lines.length = 0
      await signIn(again)
    },
    'google-login',
  ],
  ['an unverified account taken over by Google', claimByGoogle, 'account-claimed'],
  ['a link to Google', linkToGoogle, 'google-linked'],
  ['one own session ended', endOwnSession, 'session-ended'],
  [
    'a forbidden request',
    async () => world.call(ownBarbershopsApi.listBarbershops, { token: await newToken() }),
    'access-refused FORBIDDEN',
  ],
  ['an invalid token', () => world.call(accountsApi.me, { token: 'k'.repeat(43) }), 'session-refused UNAUTHENTICATED'],
  ['too many captcha challenges', drawTooManyCaptchas, 'limit-refused TOO_MANY_REQUESTS'],
  ['a first plan', async () => world.call(paymentsApi.startFree, { token: await newToken(), body: {} }), 'owner-made'],
  [
    'a cancelled subscription',
    async () => {
      const { user, token } = await createAccount()
      await createSubscription(world, user.id)
      await cancelPlan(token, password)
    },
    'subscription-cancelled',
  ],
  [
    'a subscription cancelled with a wrong password',
    async () => cancelPlan(await newToken(), 'errada'),
    'subscription-cancel-refused WRONG_PASSWORD',
  ],
  [
    'an accepted invite',
    async () => {
      const { guest, link } = await invite()
      await world.call(invitesApi.accept, { token: guest.token, body: { token: link } })
    },
    'invite-accepted',
  ],
  [
    "another user's invite",
    async () => {
      const { link } = await invite()
      await world.call(invitesApi.accept, { token: await newToken(), body: { token: link } })
    },
    'invite-refused INVITE_OTHER_ACCOUNT',
  ],
  ...(['change', 'remove'] as const).map((name): (typeof cases)[number] => [
    `the ${name} of a role`,
    async () => {
      const { token, shop } = await createOwner(world)
      const rows = world.db.insertInto('barbershop_roles').values({
        barbershop_id: shop.id,
        user_id: (await createCaller(world)).user.id,
        role: 'RECEPTIONIST',
        permissions: [...presetPermissions.RECEPTIONIST],
        created_at: world.clock.now(),
      })
      const params = { id: (await rows.returning('id').executeTakeFirstOrThrow()).id }
      await world.call(rolesApi[name], { token, params, ...(name === 'change' && { body: { role: 'MANAGER' } }) })
    },
    name === 'change' ? 'role-changed' : 'role-ended',
  ]),
  [
    'other permissions',
    async () => {
      const { token, shop } = await createOwner(world)
      const { id } = await createBarber(world, shop.id)
      const body = { permissions: [], seen: [...presetPermissions.BARBER] }
      await world.call(membersApi.setPermissions, { token, params: { id }, body })
    },
    'permissions-changed',
  ],
  [
    'a removed barber',
    async () => {
      const { token, shop } = await createOwner(world)
      const { id } = await createBarber(world, shop.id)
      await world.call(membersApi.remove, { token, params: { id } })
    },
    'barber-removed',
  ],
  ['a calendar feed', async () => world.call(calendarFeedApi.create, { token: await newToken() }), 'feed-opened'],
  [
    'a removed calendar feed',
    async () => world.call(calendarFeedApi.remove, { token: await newToken() }),
    'feed-closed',
  ],
  ...listPushSecurityCases(world, newToken),
]

test('every security event is tested', () => {
  const tested = new Set(cases.map(([, , expected]) => expected.split(' ')[0]))
  const rest = ['email-verified', 'password-reset'] // They require a code, see below.
  expect([...tested, ...rest].toSorted()).toEqual(Object.keys(events).toSorted())
})

/** Events without a user: captcha limits, and rejections of anonymous requests. */
const anonymous =
  /^(login-failed|register-refused|limit|password-reset|google-refused|link|email-change-undo-refused|account-deletion-undo|session-refused|invite|push-action)/

test.each(cases)('%s logs exactly one line', async (_, run, expected) => {
  await run()
  expect(namesOf()).toEqual([expected])
  const [line] = securityLines()
  expect(line).toMatchObject({ client: '127.0.0.1', time: expect.any(Number), level: expect.any(Number) })
  if (!anonymous.test(expected)) expect(line.userId).toMatch(/^[\da-f-]{36}$/)
})

test('a right code and a new password log one line each', async () => {
  const account = await createAccount(false)
  await world.call(accountsApi.sendEmailVerification, { token: account.token, body: { email: account.email } })
  await mailbox.deliver()
  const proof = { email: account.email, code: mailbox.codeFor(account.email) }
  await world.call(accountsApi.verifyEmailCode, { token: account.token, body: proof })
  world.clock.advance({ minutes: 5 })
  await world.call(accountsApi.forgotPassword, { body: { email: account.email } })
  await mailbox.deliver()
  const passwords = { newPassword: 'outro-segredo-8', confirmPassword: 'outro-segredo-8' }
  const body = { email: account.email, code: mailbox.codeFor(account.email), ...passwords }
  await world.call(accountsApi.resetPassword, { body })
  expect(namesOf()).toEqual(['code-sent', 'email-verified', 'password-reset-asked', 'password-reset'])
  expect(securityLines().at(-1)).toMatchObject({ userId: account.user.id })
})
