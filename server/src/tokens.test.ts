import { accountsApi } from '@na-regua/contract/accounts'
import { membersApi } from '@na-regua/contract/members'
import { paymentsApi } from '@na-regua/contract/payments'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBarber } from '../test/barbershop-factories.ts'
import { createCaller, createSessionToken, createSubscription } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { createMailbox } from '../test/mailbox.ts'
import { createOwner } from '../test/owner-scene.ts'

/** Everything that the app logs, at the most verbose level. */
const lines: string[] = []
const logStream = { write: (line: string) => void lines.push(line) }
const world = await createHarness({ environment: { SEED: 'demo', LOG_LEVEL: 'trace' }, deps: { logStream } })
const mailbox = createMailbox(world)
afterAll(() => world.close())

const password = 'segredo-de-log-7'
const next = { newPassword: 'outro-segredo-9', confirmPassword: 'outro-segredo-9' }

type Paths = Record<string, Record<string, { 'x-access': string }>>
const document = (await world.app.inject('/api/openapi.json')).json<{ paths: Paths }>()
const all = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase() as 'GET',
    url: path.replaceAll(/\{\w+\}/g, () => crypto.randomUUID()),
    access: operation['x-access'],
  })),
)
const guarded = all.filter(({ access }) => access !== 'public')

const createLoggedInUser = async (fields = {}) => {
  const { user, token } = await createCaller(world, { password, ...fields })
  return { user, token, otherToken: await createSessionToken(world, user.id) }
}
type LoggedInUser = Awaited<ReturnType<typeof createLoggedInUser>>

async function changeEmail({ token }: LoggedInUser) {
  const newEmail = `mudou-${crypto.randomUUID()}@naregua.test`
  await world.call(profileApi.sendEmailChange, { token, body: { newEmail, currentPassword: password } })
  await mailbox.deliver()
  return world.call(profileApi.verifyEmailChange, {
    token,
    body: { newEmail, verificationCode: mailbox.codeFor(newEmail) },
  })
}

async function resetPassword({ user }: LoggedInUser) {
  await world.call(accountsApi.forgotPassword, { body: { email: user.email } })
  await mailbox.deliver()
  const body = { email: user.email, code: mailbox.codeFor(user.email), ...next }
  return world.call(accountsApi.resetPassword, { body })
}

async function cancelSubscription({ user, token }: LoggedInUser) {
  await createSubscription(world, user.id)
  return world.call(paymentsApi.cancelSubscription, { token, body: { password } })
}

async function removeFromStaff({ user }: LoggedInUser) {
  const owner = await createOwner(world)
  const barber = await createBarber(world, owner.shop.id)
  await world.db.updateTable('barbers').set({ user_id: user.id }).where('id', '=', barber.id).execute()
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', user.id).execute()
  return world.call(membersApi.remove, { token: owner.token, params: { id: barber.id } })
}

/** What ends sessions, and which of the user's two tokens becomes invalid. */
const endings: [string, (user: LoggedInUser) => Promise<{ status: number }>, ('token' | 'otherToken')[]][] = [
  ['logout', ({ token }) => world.call(accountsApi.logout, { token }), ['token']],
  [
    'a password change',
    ({ token }) => world.call(profileApi.changePassword, { token, body: { currentPassword: password, ...next } }),
    ['token', 'otherToken'],
  ],
  ['a password reset', resetPassword, ['token', 'otherToken']],
  ['an email change', changeEmail, ['token', 'otherToken']],
  ['becoming an owner', ({ token }) => world.call(paymentsApi.startFree, { token, body: {} }), ['token', 'otherToken']],
  ['cancelling the subscription', cancelSubscription, ['token', 'otherToken']],
  ['removal from the staff', removeFromStaff, ['token', 'otherToken']],
  [
    'a deletion request',
    ({ token }) => world.call(privacyApi.requestDeletion, { token, body: { password } }),
    ['token', 'otherToken'],
  ],
  ['ending the other sessions', ({ token }) => world.call(profileApi.endOtherSessions, { token }), ['otherToken']],
]

describe.each(endings)('after %s', (_, end, invalid) => {
  test('no endpoint that requires a session accepts the token', async () => {
    const user = await createLoggedInUser()
    expect((await world.call(accountsApi.me, { token: user.token })).status).toBe(200)
    const { status } = await end(user)
    expect(status).toBeLessThan(300)
    for (const name of invalid)
      for (const { method, url } of guarded) {
        const response = await injectStart(world.app, {
          method,
          url,
          headers: { authorization: `Bearer ${user[name]}` },
        })
        expect([response.statusCode, response.json().code], `${name}: ${method} ${url}`).toEqual([
          401,
          'UNAUTHENTICATED',
        ])
      }
  })
})

/** Credentials and personal data: none of it may appear in the log, wherever in a request it was sent. */
const secrets = {
  token: 'T0kEn-cAnArY-T0kEn-cAnArY-T0kEn-cAnArY-T0kE',
  password: 'senha-canario-98231',
  code: '739155',
  email: 'canario-98231@segredo.test',
  phone: '62998231982',
  secret: 's3Cr3t-cAnArY-s3Cr3t-cAnArY-s3Cr3t-cAnArY-s',
}

describe('the log', () => {
  beforeAll(async () => {
    const { user, token } = await createCaller(world, { email: secrets.email, phone: secrets.phone, password })
    const body = {
      email: secrets.email,
      newEmail: secrets.email,
      userEmail: secrets.email,
      phone: secrets.phone,
      password: secrets.password,
      currentPassword: secrets.password,
      newPassword: secrets.password,
      confirmPassword: secrets.password,
      code: secrets.code,
      verificationCode: secrets.code,
      token: secrets.secret,
      linkToken: secrets.secret,
      secret: secrets.secret,
      credential: 'a.b.c',
    }
    const requested = all.filter(({ url }) => !url.endsWith('/logout'))
    for (const { method, url } of requested)
      for (const [bearer, target] of [
        [token, url],
        [token, `${url}?token=${secrets.secret}`],
        [secrets.token, url.replace(/[\da-f-]{36}/, secrets.secret)],
      ] as const)
        await injectStart(world.app, {
          method,
          url: target,
          headers: { authorization: `Bearer ${bearer}`, cookie: `authToken=${secrets.token}` },
          payload: method === 'GET' ? undefined : body,
        })
    // Some endpoints again with only the fields of their schema, so that validation passes.
    for (const [route, input] of [
      [accountsApi.login, { email: user.email, password }],
      [accountsApi.login, { email: secrets.email, password: secrets.password }],
      [accountsApi.resetPassword, { email: secrets.email, code: secrets.code, ...next }],
      [accountsApi.resetPasswordWithLink, { token: secrets.secret, ...next }],
      [accountsApi.verifyEmailCode, { email: secrets.email, code: secrets.code }],
      [profileApi.changePassword, { currentPassword: secrets.password, ...next }],
      [profileApi.undoEmailChange, { token: secrets.secret }],
    ] as const)
      await world.call(route, { token, body: input })
  })

  test('has enough lines to be meaningful', () => {
    expect(lines.length).toBeGreaterThan(guarded.length)
    expect(lines.every((line) => typeof JSON.parse(line).time === 'number')).toBe(true)
  })

  /** The digits of a moment may be those of a code. */
  const withoutTime = (line: string) => JSON.stringify({ ...JSON.parse(line), time: undefined })

  test.each(Object.entries(secrets))('contains no %s', (_, secret) => {
    const written = lines.map(withoutTime)
    expect(written.filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))).toEqual([])
  })

  test('contains no token of a real session', async () => {
    const { user, token } = await createCaller(world, { password })
    const { body } = await world.call(accountsApi.login, { body: { email: user.email, password } })
    await world.call(accountsApi.me, { token: body.token })
    await world.call(accountsApi.logout, { token })
    expect(lines.filter((line) => line.includes(token) || line.includes(body.token))).toEqual([])
  })

  test('contains none of them after internal errors', async () => {
    const from = lines.length
    await world.db.schema.alterTable('sessions').renameTo('sessions_away').execute()
    const responses = []
    for (const { method, url } of guarded.slice(0, 12)) {
      const headers = { authorization: `Bearer ${secrets.token}` }
      responses.push(await injectStart(world.app, { method, url: `${url}?token=${secrets.secret}`, headers }))
    }
    await world.db.schema.alterTable('sessions_away').renameTo('sessions').execute()
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([500]))
    for (const { payload } of responses)
      expect(JSON.parse(payload)).toEqual({ code: 'INTERNAL', message: 'Erro interno do sistema' })
    const logged = lines.slice(from).join('\n')
    expect(logged).toContain('unexpected error')
    for (const secret of Object.values(secrets)) expect(logged).not.toContain(secret)
  })
})

test('no response puts a token into a header or cookie', async () => {
  const { user } = await createCaller(world, { password })
  const response = await world.call(accountsApi.login, { body: { email: user.email, password } })
  expect(JSON.stringify(response.headers)).not.toContain(response.body.token)
  expect(response.headers['set-cookie']).toBeUndefined()
})
