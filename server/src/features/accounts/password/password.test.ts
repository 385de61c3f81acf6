import { accountsApi } from '@na-regua/contract/accounts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createUser } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness()
const mailbox = createMailbox(world)
afterAll(() => world.close())
beforeEach(() => {
  world.clock.advance({ minutes: 2 * 24 * 60 })
  mailbox.letters.length = 0
})

const password = 'a-velha-senha-7'
const newPassword = 'uma-nova-senha-8'
const forget = (email: string) => world.call(accountsApi.forgotPassword, { body: { email } })
const reset = (email: string, code: string, change: object = {}) =>
  world.call(accountsApi.resetPassword, {
    body: { email, code, newPassword, confirmPassword: newPassword, ...change },
  })
const login = (email: string, word: string) => world.call(accountsApi.login, { body: { email, password: word } })
const me = (token: string) => world.call(accountsApi.me, { token })
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

async function forgetful(fields: { isEmailVerified?: boolean } = {}) {
  const { user, token } = await createCaller(world, { password, ...fields })
  await forget(user.email)
  await mailbox.deliver()
  return { user, token, email: user.email, code: mailbox.codeFor(user.email) }
}

describe('a forgotten password', () => {
  test('is replaced by a code, ends every session, proves the address, and a letter tells', async () => {
    const { email, code, token } = await forgetful({ isEmailVerified: false })
    expect((await reset(email.toUpperCase(), code)).body).toEqual({ ok: true })
    expect((await me(token)).status).toBe(401)
    expect((await login(email, password)).body.code).toBe('INVALID_CREDENTIALS')
    const { body } = await login(email, newPassword)
    expect(body.user).toMatchObject({ email, isEmailVerified: true })
    await mailbox.deliver()
    const told = mailbox.letters.filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(told).toEqual([`${code} é o seu código de verificação`, 'Sua senha foi alterada'])
    expect((await reset(email, code)).body.code).toBe('RESET_CODE_INVALID')
  })

  test('is asked for with one answer, whether the address has an account or not', async () => {
    const { email } = await createUser(world, { password })
    const answers = [await forget(email), await forget('ninguem@naregua.test'), await forget(email)]
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await mailbox.deliver()
    expect(mailbox.letters.map(({ to }) => to)).toEqual([email])
    const queued = await world.db.selectFrom('codes').select('code_hash').where('email', '=', email).execute()
    expect(queued).toHaveLength(1)
  })

  test('asked for a hundred times at once sends one letter, and in a day at most six', async () => {
    const { email } = await createUser(world, { password })
    await Promise.all(Array.from({ length: 100 }, () => forget(email)))
    await mailbox.deliver()
    expect(mailbox.letters).toHaveLength(1)
    for (let count = 0; count < 9; count++) {
      world.clock.advance({ minutes: 5 })
      expect((await forget(email)).status).toBe(200)
      await mailbox.deliver()
    }
    expect(mailbox.letters).toHaveLength(6)
  })

  test('compares five of many guesses at once', async () => {
    const { email, code } = await forgetful()
    await Promise.all(Array.from({ length: 40 }, () => reset(email, wrong(code))))
    const [row] = await world.db.selectFrom('codes').select('tries').where('email', '=', email).execute()
    expect(row?.tries).toBe(5)
    expect((await reset(email, code)).body.code).toBe('RESET_CODE_INVALID')
  })

  test('answers one thing to every wrong guess', async () => {
    const mine = await forgetful()
    const other = await forgetful()
    const late = await forgetful()
    const answers = [
      await reset(mine.email, wrong(mine.code)),
      await reset('ninguem@naregua.test', '123456'),
      await reset((await createUser(world, { password })).email, '123456'),
      ...(mine.code === other.code ? [] : [await reset(other.email, mine.code)]),
    ]
    world.clock.advance({ minutes: 10 })
    answers.push(await reset(late.email, late.code))
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        422,
        { code: 'RESET_CODE_INVALID', message: 'Código inválido ou vencido. Confira o e-mail ou peça outro código.' },
      ])
    }
  })

  test('is not replaced by a weak, short or mistyped one, and the code stays good', async () => {
    const { email, code } = await forgetful()
    const mistyped = await reset(email, code, { confirmPassword: 'outra' })
    expect([mistyped.status, mistyped.body.message]).toEqual([422, 'As senhas não coincidem'])
    expect((await reset(email, code, { newPassword: '123456', confirmPassword: '123456' })).body.code).toBe(
      'WEAK_PASSWORD',
    )
    expect((await reset(email, code, { newPassword: 'abc', confirmPassword: 'abc' })).body.code).toBe('INVALID_INPUT')
    expect((await reset(email, code)).status).toBe(200)
  })

  test('of a code for another purpose opens nothing', async () => {
    const { user, token } = await createCaller(world, { password, isEmailVerified: false })
    await world.call(accountsApi.sendEmailVerification, { token, body: { email: user.email } })
    await mailbox.deliver()
    expect((await reset(user.email, mailbox.codeFor(user.email))).body.code).toBe('RESET_CODE_INVALID')
  })

  test('of an account that Google keeps is answered by a letter that says so, without a code', async () => {
    const { id, email } = await createUser(world)
    await world.db.insertInto('identities').values({ issuer: 'https://g.test', subject: '7', user_id: id }).execute()
    expect((await forget(email)).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.letters.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Entre com o Google']])
    expect(mailbox.letters[0]?.text).not.toMatch(/^\d{6}$/m)
  })
})

test('what was agreed to at the registration is noted with its version', async () => {
  const body = { name: 'Ana', email: 'consente@naregua.test', password, acceptedTerms: '2026-11-21' }
  const { user } = (await world.call(accountsApi.register, { body })).body
  const given = await world.db.selectFrom('consents').selectAll().where('user_id', '=', user.id).execute()
  expect(given.map(({ document, version, given_at }) => [document, version, given_at]).sort()).toEqual([
    ['privacy', '2026-11-21', world.clock.now()],
    ['terms', '2026-11-21', world.clock.now()],
  ])
  const old = { ...body, email: 'antes@naregua.test', acceptedTerms: '1999-01-01' }
  expect((await world.call(accountsApi.register, { body: old })).body.code).toBe('INVALID_INPUT')
})
