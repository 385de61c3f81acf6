import { accountsApi, PRIVACY_VERSION, TERMS_VERSION } from '@na-regua/contract/accounts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 2 * 24 * 60 })
  mailbox.emails.length = 0
})

const password = 'a-velha-senha-7'
const newPassword = 'uma-nova-senha-8'
const requestReset = (email: string) => world.call(accountsApi.forgotPassword, { body: { email } })
const reset = (email: string, code: string, change: object = {}) =>
  world.call(accountsApi.resetPassword, {
    body: { email, code, newPassword, confirmPassword: newPassword, ...change },
  })
const login = (email: string, guess: string) => world.call(accountsApi.login, { body: { email, password: guess } })
const me = (token: string) => world.call(accountsApi.me, { token })
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

async function createWithCode(fields: { isEmailVerified?: boolean } = {}) {
  const { user, token } = await createCaller(world, { password, ...fields })
  await requestReset(user.email)
  await mailbox.deliver()
  return { user, token, email: user.email, code: mailbox.codeFor(user.email) }
}

describe('a forgotten password', () => {
  test('is reset with a code, which ends every session, verifies the address and sends an email', async () => {
    const { email, code, token } = await createWithCode({ isEmailVerified: false })
    expect((await reset(email.toUpperCase(), code)).body).toEqual({ ok: true })
    expect((await me(token)).status).toBe(401)
    expect((await login(email, password)).body.code).toBe('INVALID_CREDENTIALS')
    const { body } = await login(email, newPassword)
    expect(body.user).toMatchObject({ email, isEmailVerified: true })
    await mailbox.deliver()
    const subjects = mailbox.emails.filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjects).toEqual([`${code} é o seu código de verificação`, 'Sua senha foi alterada'])
    expect((await reset(email, code)).body.code).toBe('RESET_CODE_INVALID')
  })

  test('gets the same response whether the address has an account or not', async () => {
    const { email } = await createUser(world, { password })
    const responses = [await requestReset(email), await requestReset('ninguem@naregua.test'), await requestReset(email)]
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to }) => to)).toEqual([email])
    const queued = await world.db.selectFrom('codes').select('code_hash').where('email', '=', email).execute()
    expect(queued).toHaveLength(1)
  })

  test('requested a hundred times concurrently sends one email, and at most six a day', async () => {
    const { email } = await createUser(world, { password })
    await Promise.all(Array.from({ length: 100 }, () => requestReset(email)))
    await mailbox.deliver()
    expect(mailbox.emails).toHaveLength(1)
    for (let count = 0; count < 9; count++) {
      world.clock.advance({ minutes: 5 })
      expect((await requestReset(email)).status).toBe(200)
      await mailbox.deliver()
    }
    expect(mailbox.emails).toHaveLength(6)
  })

  test('compares five of many concurrent guesses', async () => {
    const { email, code } = await createWithCode()
    await Promise.all(Array.from({ length: 40 }, () => reset(email, wrong(code))))
    const [row] = await world.db.selectFrom('codes').select('tries').where('email', '=', email).execute()
    expect(row?.tries).toBe(5)
    expect((await reset(email, code)).body.code).toBe('RESET_CODE_INVALID')
  })

  test('gets the same response to every wrong guess', async () => {
    const mine = await createWithCode()
    const other = await createWithCode()
    const late = await createWithCode()
    const responses = [
      await reset(mine.email, wrong(mine.code)),
      await reset('ninguem@naregua.test', '123456'),
      await reset((await createUser(world, { password })).email, '123456'),
      ...(mine.code === other.code ? [] : [await reset(other.email, mine.code)]),
    ]
    world.clock.advance({ minutes: 10 })
    responses.push(await reset(late.email, late.code))
    for (const { status, body } of responses) {
      expect([status, body]).toEqual([
        422,
        { code: 'RESET_CODE_INVALID', message: 'Código inválido ou vencido. Confira o e-mail ou peça outro código.' },
      ])
    }
  })

  test('is not replaced by a weak, short or mistyped one, and the code stays valid', async () => {
    const { email, code } = await createWithCode()
    const mistyped = await reset(email, code, { confirmPassword: 'outra' })
    expect([mistyped.status, mistyped.body.message]).toEqual([422, 'As senhas não coincidem'])
    expect((await reset(email, code, { newPassword: '123456', confirmPassword: '123456' })).body.code).toBe(
      'WEAK_PASSWORD',
    )
    expect((await reset(email, code, { newPassword: 'abc', confirmPassword: 'abc' })).body.code).toBe('INVALID_INPUT')
    expect((await reset(email, code)).status).toBe(200)
  })

  test('is not reset with a code for another purpose', async () => {
    const { user, token } = await createCaller(world, { password, isEmailVerified: false })
    await world.call(accountsApi.sendEmailVerification, { token, body: { email: user.email } })
    await mailbox.deliver()
    expect((await reset(user.email, mailbox.codeFor(user.email))).body.code).toBe('RESET_CODE_INVALID')
  })

  test('of a Google account sends an email without a code', async () => {
    const { id, email } = await createUser(world)
    await world.db.insertInto('identities').values({ issuer: 'https://g.test', subject: '7', user_id: id }).execute()
    expect((await requestReset(email)).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.emails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Entre com o Google']])
    expect(mailbox.emails[0]?.text).not.toMatch(/^\d{6}$/m)
  })
})

test('registration records consent with the version of the documents', async () => {
  const body = { name: 'Ana', email: 'consente@naregua.test', password, acceptedTerms: TERMS_VERSION }
  const { user } = (await world.call(accountsApi.register, { body })).body
  const consents = await world.db.selectFrom('consents').selectAll().where('user_id', '=', user.id).execute()
  expect(consents.map(({ document, version, given_at }) => [document, version, given_at]).sort()).toEqual([
    ['privacy', PRIVACY_VERSION, world.clock.now()],
    ['terms', TERMS_VERSION, world.clock.now()],
  ])
})
