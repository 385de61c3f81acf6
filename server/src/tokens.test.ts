import { accountsApi } from '@na-regua/contract/accounts'
import { membersApi } from '@na-regua/contract/members'
import { paymentsApi } from '@na-regua/contract/payments'
import { privacyApi } from '@na-regua/contract/privacy'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBarber } from '../test/barbershop-factories.ts'
import { createCaller, createSession, subscribe } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { createMailbox } from '../test/mailbox.ts'
import { createOwner } from '../test/owner-scene.ts'

/** Everything that this world writes, at the level at which it tells most. */
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

const person = async (fields = {}) => {
  const { user, token } = await createCaller(world, { password, ...fields })
  return { user, token, elsewhere: await createSession(world, user.id) }
}
type Person = Awaited<ReturnType<typeof person>>

async function moveHouse({ token }: Person) {
  const newEmail = `mudou-${crypto.randomUUID()}@naregua.test`
  await world.call(profileApi.sendEmailChange, { token, body: { newEmail, currentPassword: password } })
  await mailbox.deliver()
  return world.call(profileApi.verifyEmailChange, {
    token,
    body: { newEmail, verificationCode: mailbox.codeFor(newEmail) },
  })
}

async function forgetPassword({ user }: Person) {
  await world.call(accountsApi.forgotPassword, { body: { email: user.email } })
  await mailbox.deliver()
  const body = { email: user.email, code: mailbox.codeFor(user.email), ...next }
  return world.call(accountsApi.resetPassword, { body })
}

async function endPlan({ user, token }: Person) {
  await subscribe(world, user.id)
  return world.call(paymentsApi.cancelSubscription, { token, body: { password } })
}

async function loseChair({ user }: Person) {
  const owner = await createOwner(world)
  const chair = await createBarber(world, owner.shop.id)
  await world.db.updateTable('barbers').set({ user_id: user.id }).where('id', '=', chair.id).execute()
  await world.db.updateTable('users').set({ role: 'BARBER' }).where('id', '=', user.id).execute()
  return world.call(membersApi.remove, { token: owner.token, params: { id: chair.id } })
}

/** What ends sessions; and which of the two that are open: the one that asks, or also the one elsewhere. */
const endings: [string, (who: Person) => Promise<{ status: number }>, ('token' | 'elsewhere')[]][] = [
  ['logging out', ({ token }) => world.call(accountsApi.logout, { token }), ['token']],
  [
    'a changed password',
    ({ token }) => world.call(profileApi.changePassword, { token, body: { currentPassword: password, ...next } }),
    ['token', 'elsewhere'],
  ],
  ['a forgotten password', forgetPassword, ['token', 'elsewhere']],
  ['a changed address', moveHouse, ['token', 'elsewhere']],
  ['becoming an owner', ({ token }) => world.call(paymentsApi.startFree, { token, body: {} }), ['token', 'elsewhere']],
  ['the end of a plan', endPlan, ['token', 'elsewhere']],
  ['the loss of a chair', loseChair, ['token', 'elsewhere']],
  [
    'leaving for good',
    ({ token }) => world.call(privacyApi.requestDeletion, { token, body: { password } }),
    ['token', 'elsewhere'],
  ],
  ['ending the others', ({ token }) => world.call(profileApi.endOtherSessions, { token }), ['elsewhere']],
]

describe.each(endings)('after %s', (_, end, dead) => {
  test('no call that needs a session takes its token again', async () => {
    const who = await person()
    expect((await world.call(accountsApi.me, { token: who.token })).status).toBe(200)
    const { status } = await end(who)
    expect(status).toBeLessThan(300)
    for (const name of dead)
      for (const { method, url } of guarded) {
        const answer = await injectStart(world.app, { method, url, headers: { authorization: `Bearer ${who[name]}` } })
        expect([answer.statusCode, answer.json().code], `${name}: ${method} ${url}`).toEqual([401, 'UNAUTHENTICATED'])
      }
  })
})

/** What opens something by itself, or names a person: none of it may stand in a log, wherever it was sent. */
const secrets = {
  token: 'T0kEn-cAnArY-T0kEn-cAnArY-T0kEn-cAnArY-T0kE',
  password: 'senha-canario-98231',
  code: '739155',
  email: 'canario-98231@segredo.test',
  phone: '62998231982',
  secret: 's3Cr3t-cAnArY-s3Cr3t-cAnArY-s3Cr3t-cAnArY-s',
}

describe('the log of a whole run', () => {
  beforeAll(async () => {
    const { user, token } = await createCaller(world, { email: secrets.email, phone: secrets.phone, password })
    const body = {
      ...{ email: secrets.email, newEmail: secrets.email, userEmail: secrets.email, phone: secrets.phone },
      ...{ password: secrets.password, currentPassword: secrets.password, newPassword: secrets.password },
      ...{ confirmPassword: secrets.password, code: secrets.code, verificationCode: secrets.code },
      ...{ token: secrets.secret, linkToken: secrets.secret, secret: secrets.secret, credential: 'a.b.c' },
    }
    const asked = all.filter(({ url }) => !url.endsWith('/logout'))
    for (const { method, url } of asked)
      for (const [bearer, address] of [
        [token, url],
        [token, `${url}?token=${secrets.secret}`],
        [secrets.token, url.replace(/[\da-f-]{36}/, secrets.secret)],
      ] as const)
        await injectStart(world.app, {
          method,
          url: address,
          headers: { authorization: `Bearer ${bearer}`, cookie: `authToken=${secrets.token}` },
          payload: method === 'GET' ? undefined : body,
        })
    // Each call once more with its own schema's fields only, so that some get past the schema.
    for (const [call, input] of [
      [accountsApi.login, { email: user.email, password }],
      [accountsApi.login, { email: secrets.email, password: secrets.password }],
      [accountsApi.resetPassword, { email: secrets.email, code: secrets.code, ...next }],
      [accountsApi.verifyEmailCode, { email: secrets.email, code: secrets.code }],
      [profileApi.changePassword, { currentPassword: secrets.password, ...next }],
      [profileApi.undoEmailChange, { token: secrets.secret }],
    ] as const)
      await world.call(call, { token, body: input })
  }, 120_000)

  test('was long enough to tell something', () => {
    expect(lines.length).toBeGreaterThan(guarded.length)
    expect(lines.every((line) => typeof JSON.parse(line).time === 'number')).toBe(true)
  })

  test.each(Object.entries(secrets))('holds no %s', (_, secret) => {
    expect(lines.filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))).toEqual([])
  })

  test('holds no session that was opened', async () => {
    const { user, token } = await createCaller(world, { password })
    const { body } = await world.call(accountsApi.login, { body: { email: user.email, password } })
    await world.call(accountsApi.me, { token: body.token })
    await world.call(accountsApi.logout, { token })
    expect(lines.filter((line) => line.includes(token) || line.includes(body.token))).toEqual([])
  })

  test('holds nothing of it when the server itself fails', async () => {
    const from = lines.length
    await world.db.schema.alterTable('sessions').renameTo('sessions_away').execute()
    const answers = []
    for (const { method, url } of guarded.slice(0, 12)) {
      const headers = { authorization: `Bearer ${secrets.token}` }
      answers.push(await injectStart(world.app, { method, url: `${url}?token=${secrets.secret}`, headers }))
    }
    await world.db.schema.alterTable('sessions_away').renameTo('sessions').execute()
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([500]))
    for (const { payload } of answers)
      expect(JSON.parse(payload)).toEqual({ code: 'INTERNAL', message: 'Erro interno do sistema' })
    const told = lines.slice(from).join('\n')
    expect(told).toContain('unexpected error')
    for (const secret of Object.values(secrets)) expect(told).not.toContain(secret)
  })
})

test('no answer puts a session into an address or a header', async () => {
  const { user } = await createCaller(world, { password })
  const answer = await world.call(accountsApi.login, { body: { email: user.email, password } })
  expect(JSON.stringify(answer.headers)).not.toContain(answer.body.token)
  expect(answer.headers['set-cookie']).toBeUndefined()
})
