import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
const mailbox = createMailbox(world)
afterAll(() => world.close())

const old = 'navalha-azul-7'
const input = { currentPassword: old, newPassword: 'tesoura-verde-9', confirmPassword: 'tesoura-verde-9' }
const change = (token: string, body: object = input) => world.call(profileApi.changePassword, { token, body })
const login = (email: string, password: string) => world.call(accountsApi.login, { body: { email, password } })
const me = (token: string) => world.call(accountsApi.me, { token })

let made = 0
async function createAccount() {
  world.clock.advance({ minutes: 60 })
  return createCaller(world, { email: `senha-${++made}@naregua.test`, name: 'Ana Souza', password: old })
}

describe('changing the password', () => {
  test('responds with a new session and invalidates earlier tokens and the old password [7.4]', async () => {
    const { user, token } = await createAccount()
    const elsewhere = await createSessionToken(world, user.id)
    const response = await change(token)
    expect([response.status, response.body.user.email]).toEqual([200, user.email])
    expect((await me(response.body.token)).body.user.id).toBe(user.id)
    for (const ended of [token, elsewhere]) expect((await me(ended)).status).toBe(401)
    expect((await login(user.email, old)).body.code).toBe('INVALID_CREDENTIALS')
    expect((await login(user.email, input.newPassword)).status).toBe(200)
  })

  test('sends an email with the time in Brasília', async () => {
    const { user, token } = await createAccount()
    await change(token)
    mailbox.emails.length = 0
    await mailbox.deliver()
    const message = mailbox.emails.find(({ to }) => to === user.email)
    expect(message?.subject).toBe('Sua senha foi alterada')
    expect(message?.text).toContain('Olá, Ana Souza!')
    expect(message?.text).toMatch(/Quando: \d\d\/\d\d\/2026.*horário de Brasília/)
  })

  test.each([
    ['an empty field', { ...input, currentPassword: '' }, 'Por favor, preencha todos os campos'],
    ['another confirmation', { ...input, confirmPassword: 'outra-coisa' }, 'As senhas não coincidem'],
    [
      'a short one',
      { ...input, newPassword: 'abc12', confirmPassword: 'abc12' },
      'A nova senha deve ter pelo menos 6 caracteres',
    ],
    ['the same one', { ...input, newPassword: old, confirmPassword: old }, 'A nova senha deve ser diferente da atual'],
  ])('rejects %s with the message of the specification', async (_, body, message) => {
    const { user, token } = await createAccount()
    const response = await change(token, body)
    expect([response.status, response.body]).toEqual([400, { code: 'INVALID_INPUT', message }])
    expect((await me(token)).status).toBe(200)
    expect((await login(user.email, old)).status).toBe(200)
  })

  test('rejects a common one, and a wrong current one with 422: the session stays valid', async () => {
    const { token } = await createAccount()
    const common = await change(token, { ...input, newPassword: 'senha123', confirmPassword: 'senha123' })
    expect([common.status, common.body.code]).toEqual([422, 'WEAK_PASSWORD'])
    const wrong = await change(token, { ...input, currentPassword: 'errada-errada' })
    expect([wrong.status, wrong.body]).toEqual([422, { code: 'WRONG_PASSWORD', message: 'Senha atual incorreta.' }])
    expect((await me(token)).status).toBe(200)
  })

  test('is rejected for Google accounts and anonymous users [5.19]', async () => {
    const { user, token } = await createCaller(world)
    await world.db
      .insertInto('identities')
      .values({ issuer: 'https://accounts.google.com', subject: 'g-1', user_id: user.id })
      .execute()
    const response = await change(token)
    expect([response.status, response.body.message]).toEqual([
      403,
      'Contas do Google gerenciam sua senha automaticamente. Não é possível redefinir a senha aqui.',
    ])
    expect((await world.call(profileApi.changePassword, { body: input })).status).toBe(401)
  })

  test('succeeds once for concurrent requests', async () => {
    const { user, token } = await createAccount()
    const second = { ...input, newPassword: 'pente-amarelo-3', confirmPassword: 'pente-amarelo-3' }
    const responses = await Promise.all([change(token), change(token, second)])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await world.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
  })

  test('limits guesses from an open session without blocking login', async () => {
    const { user, token } = await createAccount()
    const guesses = []
    for (let guess = 0; guess < 11; guess++)
      guesses.push(await change(token, { ...input, currentPassword: `x${guess}` }))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    expect((await change(token)).status).toBe(429)
    expect((await login(user.email, old)).status).toBe(200)
  })
})
