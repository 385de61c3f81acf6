import { accountsApi } from '@na-regua/contract/accounts'
import { googleApi } from '@na-regua/contract/google'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCaller, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { createMailbox } from '../../../test/mailbox.ts'

const lines: string[] = []
const logStream = { write: (line: string) => void lines.push(line) }
const world = await createHarness({ environment: { SEED: 'demo', LOG_LEVEL: 'info' }, deps: { logStream } })
const mailbox = createMailbox(world)
afterAll(() => world.close())
// The demo's Google makes its keys for the first who comes, the first password is compared with one that is made for it.
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
    'login-failed',
  ],
  [
    'an unknown address',
    () => world.call(accountsApi.login, { body: { email: 'ninguem@naregua.test', password } }),
    'login-failed',
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
]

test.each(stories)('%s leaves exactly one line', async (_, happen, expected) => {
  await happen()
  expect(namesOf()).toEqual([expected])
  expect(noted()[0]).toMatchObject({ client: '127.0.0.1' })
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

test('no line holds an address of a person, a password or a token', async () => {
  const { email, token } = await createUser(world, { password }).then(async ({ email: address }) => {
    const { body } = await world.call(accountsApi.login, { body: { email: address, password } })
    return { email: address, token: String(body.token) }
  })
  await world.call(accountsApi.login, { body: { email, password: 'errada-e-secreta' } })
  await world.call(accountsApi.logout, { token })
  const log = lines.join()
  for (const secret of [email, token, password, 'errada-e-secreta']) expect(log).not.toContain(secret)
})
