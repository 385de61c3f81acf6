import { accountsApi } from '@na-regua/contract/accounts'
import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { googleApi } from '@na-regua/contract/google'
import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { paymentsApi } from '@na-regua/contract/payments'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBarber } from '../../../test/barbershop-factories.ts'
import { createCaller, subscribe } from '../../../test/factories.ts'
import { createGoogleDouble } from '../../../test/google-double.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'
import { createOwner } from '../../../test/owner-scene.ts'
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
// Google is looked up for the first who comes, and the first password is compared with one that is made for it.
beforeAll(async () => {
  await world.call(googleApi.start)
  await world.call(accountsApi.login, { body: { email: 'ninguem@naregua.test', password: 'errada' } })
}, 30_000)
beforeEach(() => {
  lines.length = 0
})

const password = 'segredo-de-log-7'
const noted = () => lines.map((line) => JSON.parse(line)).filter(({ security }) => security)
const namesOf = () => noted().map(({ security, reason }) => (reason ? `${security} ${reason}` : security))

async function person(isEmailVerified = true) {
  const caller = await createCaller(world, { password, isEmailVerified })
  return { ...caller, email: caller.user.email }
}

const signIn = async (fields: object = {}) => {
  const sub = crypto.randomUUID()
  const claims = { sub, email: `${sub}@gmail.test`, email_verified: true, name: 'Bia', ...fields }
  const body = { credential: await double.sign(claims) }
  return world.call(googleApi.signIn, { body })
}

/** A new address, proved; answers the fresh session. */
async function moveHouse() {
  const { token, email } = await person()
  const newEmail = `mudou-${crypto.randomUUID()}@naregua.test`
  await world.call(profileApi.sendEmailChange, { token, body: { newEmail, currentPassword: password } })
  await mailbox.deliver()
  lines.length = 0
  const body = { newEmail, verificationCode: mailbox.codeFor(newEmail) }
  await world.call(profileApi.verifyEmailChange, { token, body })
  return email
}

const linkIn = (to: string) => {
  const letter = mailbox.letters.findLast((candidate) => candidate.to === to)
  return /#([\w.-]+)/.exec(letter?.text ?? '')?.[1]
}

async function invite() {
  const { token, shop } = await createOwner(world)
  const guest = await person()
  await world.call(invitesApi.create, { token, body: { barbershopId: shop.id, userEmail: guest.email } })
  await mailbox.deliver()
  lines.length = 0
  return { guest, link: linkIn(guest.email) }
}

const stories: [string, () => Promise<unknown>, string][] = [
  [
    'a registration',
    () => world.call(accountsApi.register, { body: { name: 'Ana', email: 'log@naregua.test', password } }),
    'registered',
  ],
  [
    'a refused registration',
    () => world.call(accountsApi.register, { body: { name: 'Ana', email: 'log@naregua.test', password: '123456' } }),
    'register-refused WEAK_PASSWORD',
  ],
  [
    'a login',
    async () => world.call(accountsApi.login, { body: { email: (await person()).email, password } }),
    'login-succeeded',
  ],
  [
    'a wrong password',
    async () => world.call(accountsApi.login, { body: { email: (await person()).email, password: 'errada' } }),
    'login-failed INVALID_CREDENTIALS',
  ],
  [
    'an unknown address',
    () => world.call(accountsApi.login, { body: { email: 'ninguem@naregua.test', password } }),
    'login-failed INVALID_CREDENTIALS',
  ],
  ['a logout', async () => world.call(accountsApi.logout, { token: (await person()).token }), 'logged-out'],
  [
    'a code asked for',
    async () => {
      const { token, email } = await person(false)
      await world.call(accountsApi.sendEmailVerification, { token, body: { email } })
    },
    'code-sent',
  ],
  [
    'a wrong code',
    async () => {
      const { token, email } = await person(false)
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
    'a false token of Google',
    () => world.call(googleApi.signIn, { body: { credential: 'a.b.c' } }),
    'google-refused GOOGLE_FAILED',
  ],
  [
    'a way back from nowhere',
    () => world.call(googleApi.callback, { query: { state: 'x' } }),
    'google-refused GOOGLE_FAILED',
  ],
  [
    'a link that is no more',
    () => world.call(googleApi.link, { body: { linkToken: 'k'.repeat(43), password } }),
    'link-refused GOOGLE_LINK_EXPIRED',
  ],
  [
    'a changed password',
    async () => {
      const body = { currentPassword: password, newPassword: 'outro-segredo-9', confirmPassword: 'outro-segredo-9' }
      await world.call(profileApi.changePassword, { token: (await person()).token, body })
    },
    'password-changed',
  ],
  [
    'a password that stays, because the old one was wrong',
    async () => {
      const body = { currentPassword: 'errada', newPassword: 'outro-segredo-9', confirmPassword: 'outro-segredo-9' }
      await world.call(profileApi.changePassword, { token: (await person()).token, body })
    },
    'password-change-refused WRONG_PASSWORD',
  ],
  [
    'another address asked for',
    async () => {
      const body = { newEmail: 'novo-endereco@naregua.test', currentPassword: password }
      await world.call(profileApi.sendEmailChange, { token: (await person()).token, body })
    },
    'email-change-asked',
  ],
  [
    'a wrong code for another address',
    async () => {
      const body = { newEmail: 'novo-endereco@naregua.test', verificationCode: '123456' }
      await world.call(profileApi.verifyEmailChange, { token: (await person()).token, body })
    },
    'email-change-refused CODE_INVALID',
  ],
  [
    'a forged link that undoes a change',
    () => world.call(profileApi.undoEmailChange, { body: { token: 'k'.repeat(43) } }),
    'email-change-undo-refused LINK_INVALID',
  ],
  [
    'other sessions ended',
    async () => world.call(profileApi.endOtherSessions, { token: (await person()).token }),
    'sessions-ended',
  ],
  [
    "somebody else's session",
    async () =>
      world.call(profileApi.endSession, { token: (await person()).token, params: { id: crypto.randomUUID() } }),
    'session-end-refused NOT_FOUND',
  ],
  ['data taken along', async () => world.call(privacyApi.export, { token: (await person()).token }), 'data-exported'],
  [
    'a deletion without the password',
    async () => world.call(privacyApi.requestDeletion, { token: (await person()).token, body: { password: 'errada' } }),
    'account-deletion-refused WRONG_PASSWORD',
  ],
  [
    'a deletion',
    async () => world.call(privacyApi.requestDeletion, { token: (await person()).token, body: { password } }),
    'account-deletion-asked',
  ],
  [
    'a person who stays after all',
    async () => {
      const { token, email } = await person()
      await world.call(privacyApi.requestDeletion, { token, body: { password } })
      const { body } = await world.call(accountsApi.login, { body: { email, password } })
      lines.length = 0
      await world.call(privacyApi.undoDeletion, { body: { token: body.undoToken } })
    },
    'account-deletion-undone',
  ],
  [
    'a forged link to stay',
    () => world.call(privacyApi.undoDeletion, { body: { token: 'k'.repeat(60) } }),
    'account-deletion-undo-refused LINK_INVALID',
  ],
  [
    'data taken along too often',
    async () => {
      const { token } = await person()
      for (let times = 0; times < 10; times++) await world.call(privacyApi.export, { token })
      lines.length = 0
      await world.call(privacyApi.export, { token })
    },
    'data-export-refused TOO_MANY_REQUESTS',
  ],
  [
    'an address that is the own one already',
    async () => {
      const { token, email } = await person()
      await world.call(profileApi.sendEmailChange, { token, body: { newEmail: email, currentPassword: password } })
    },
    'email-change-asking-refused EMAIL_UNCHANGED',
  ],
  ['an address that changed', moveHouse, 'email-changed'],
  [
    'a change that was undone',
    async () => {
      const email = await moveHouse()
      await mailbox.deliver()
      lines.length = 0
      await world.call(profileApi.undoEmailChange, { body: { token: linkIn(email) } })
    },
    'email-change-undone',
  ],
  ['an account made by Google', () => signIn(), 'google-registered'],
  [
    'a login by Google',
    async () => {
      const again = { sub: crypto.randomUUID() }
      await signIn(again)
      lines.length = 0
      await signIn(again)
    },
    'google-login',
  ],
  ['an address that Google proves', async () => signIn({ email: (await person(false)).email }), 'account-claimed'],
  [
    'a link to Google',
    async () => {
      const { body } = await signIn({ email: (await person()).email })
      lines.length = 0
      await world.call(googleApi.link, { body: { linkToken: body.linkToken, password } })
    },
    'google-linked',
  ],
  [
    'one of the own sessions ended',
    async () => {
      const { token } = await person()
      const { body } = await world.call(profileApi.listSessions, { token })
      await world.call(profileApi.endSession, { token, params: { id: body.sessions[0].id } })
    },
    'session-ended',
  ],
  [
    'what is not his to do',
    async () => world.call(ownBarbershopsApi.listBarbershops, { token: (await person()).token }),
    'access-refused FORBIDDEN',
  ],
  [
    'a token that opens nothing',
    () => world.call(accountsApi.me, { token: 'k'.repeat(43) }),
    'session-refused UNAUTHENTICATED',
  ],
  [
    'too many puzzles',
    async () => {
      for (let times = 0; times <= 60; times++) await world.call(accountsApi.captcha)
    },
    'limit-refused TOO_MANY_REQUESTS',
  ],
  [
    'a first plan',
    async () => world.call(paymentsApi.startFree, { token: (await person()).token, body: {} }),
    'owner-made',
  ],
  [
    'a plan that was ended',
    async () => {
      const { user, token } = await person()
      await subscribe(world, user.id)
      await world.call(paymentsApi.cancelSubscription, { token, body: { password } })
    },
    'subscription-cancelled',
  ],
  [
    'a plan that was to be ended with a wrong password',
    async () =>
      world.call(paymentsApi.cancelSubscription, { token: (await person()).token, body: { password: 'errada' } }),
    'subscription-cancel-refused WRONG_PASSWORD',
  ],
  [
    'a chair that was taken',
    async () => {
      const { guest, link } = await invite()
      await world.call(invitesApi.accept, { token: guest.token, body: { token: link } })
    },
    'invite-accepted',
  ],
  [
    "somebody else's chair",
    async () => {
      const { link } = await invite()
      await world.call(invitesApi.accept, { token: (await person()).token, body: { token: link } })
    },
    'invite-refused INVITE_OTHER_ACCOUNT',
  ],
  [
    'a chair that was emptied',
    async () => {
      const { token, shop } = await createOwner(world)
      const { id } = await createBarber(world, shop.id)
      await world.call(membersApi.remove, { token, params: { id } })
    },
    'barber-removed',
  ],
  [
    'a link to the agenda',
    async () => world.call(calendarFeedApi.create, { token: (await person()).token }),
    'feed-opened',
  ],
  [
    'no such link any more',
    async () => world.call(calendarFeedApi.remove, { token: (await person()).token }),
    'feed-closed',
  ],
]

test('every event has its story here', () => {
  const told = new Set(stories.map(([, , expected]) => expected.split(' ')[0]))
  // These need a code, see below.
  const rest = ['email-verified', 'password-reset']
  expect([...told, ...rest].toSorted()).toEqual(Object.keys(events).toSorted())
})

/** Puzzles have no person; whoever is refused at a door without one has none either. */
const anonymous =
  /^(login-failed|register-refused|limit|password-reset|google-refused|link|email-change-undo-refused|account-deletion-undo|session-refused|invite)/

test.each(stories)('%s leaves exactly one line', async (_, happen, expected) => {
  await happen()
  expect(namesOf()).toEqual([expected])
  const [line] = noted()
  expect(line).toMatchObject({ client: '127.0.0.1', time: expect.any(Number), level: expect.any(Number) })
  if (!anonymous.test(expected)) expect(line.userId).toMatch(/^[\da-f-]{36}$/)
})

test('a code that is right, and a password that is new, are one line each', async () => {
  const newcomer = await person(false)
  await world.call(accountsApi.sendEmailVerification, { token: newcomer.token, body: { email: newcomer.email } })
  await mailbox.deliver()
  const proof = { email: newcomer.email, code: mailbox.codeFor(newcomer.email) }
  await world.call(accountsApi.verifyEmailCode, { token: newcomer.token, body: proof })
  world.clock.advance({ minutes: 5 })
  await world.call(accountsApi.forgotPassword, { body: { email: newcomer.email } })
  await mailbox.deliver()
  const wish = { newPassword: 'outro-segredo-8', confirmPassword: 'outro-segredo-8' }
  const body = { email: newcomer.email, code: mailbox.codeFor(newcomer.email), ...wish }
  await world.call(accountsApi.resetPassword, { body })
  expect(namesOf()).toEqual(['code-sent', 'email-verified', 'password-reset-asked', 'password-reset'])
  expect(noted().at(-1)).toMatchObject({ userId: newcomer.user.id })
})
