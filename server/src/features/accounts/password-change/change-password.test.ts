import { accountsApi } from '@na-regua/contract/accounts'
import { profileApi } from '@na-regua/contract/profile'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createSession } from '../../../../test/factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
const mailbox = createMailbox(world)
afterAll(() => world.close())

const old = 'navalha-azul-7'
const wish = { currentPassword: old, newPassword: 'tesoura-verde-9', confirmPassword: 'tesoura-verde-9' }
const change = (token: string, body: object = wish) => world.call(profileApi.changePassword, { token, body })
const login = (email: string, password: string) => world.call(accountsApi.login, { body: { email, password } })
const me = (token: string) => world.call(accountsApi.me, { token })

let made = 0
async function person() {
  world.clock.advance({ minutes: 60 })
  return createCaller(world, { email: `senha-${++made}@naregua.test`, name: 'Ana Souza', password: old })
}

describe('changing the password', () => {
  test('answers a fresh session; no token of before and no old password opens anything', async () => {
    const { user, token } = await person()
    const elsewhere = await createSession(world, user.id)
    const answer = await change(token)
    expect([answer.status, answer.body.user.email]).toEqual([200, user.email])
    expect((await me(answer.body.token)).body.user.id).toBe(user.id)
    for (const dead of [token, elsewhere]) expect((await me(dead)).status).toBe(401)
    expect((await login(user.email, old)).body.code).toBe('INVALID_CREDENTIALS')
    expect((await login(user.email, wish.newPassword)).status).toBe(200)
  })

  test('is told by a letter that says when, in words of Brazil', async () => {
    const { user, token } = await person()
    await change(token)
    mailbox.letters.length = 0
    await mailbox.deliver()
    const letter = mailbox.letters.find(({ to }) => to === user.email)
    expect(letter?.subject).toBe('Sua senha foi alterada')
    expect(letter?.text).toContain('Olá, Ana Souza!')
    expect(letter?.text).toMatch(/Quando: \d\d\/\d\d\/2026.*horário de Brasília/)
  })

  test.each([
    ['an empty field', { ...wish, currentPassword: '' }, 'Por favor, preencha todos os campos'],
    ['another confirmation', { ...wish, confirmPassword: 'outra-coisa' }, 'As senhas não coincidem'],
    [
      'a short one',
      { ...wish, newPassword: 'abc12', confirmPassword: 'abc12' },
      'A nova senha deve ter pelo menos 6 caracteres',
    ],
    ['the same one', { ...wish, newPassword: old, confirmPassword: old }, 'A nova senha deve ser diferente da atual'],
  ])('refuses %s in the words of the specification', async (_, body, message) => {
    const { user, token } = await person()
    const answer = await change(token, body)
    expect([answer.status, answer.body]).toEqual([400, { code: 'INVALID_INPUT', message }])
    expect((await me(token)).status).toBe(200)
    expect((await login(user.email, old)).status).toBe(200)
  })

  test('refuses a common one, and a wrong current one with 422: the session lives on', async () => {
    const { token } = await person()
    const common = await change(token, { ...wish, newPassword: 'senha123', confirmPassword: 'senha123' })
    expect([common.status, common.body.code]).toEqual([422, 'WEAK_PASSWORD'])
    const wrong = await change(token, { ...wish, currentPassword: 'errada-errada' })
    expect([wrong.status, wrong.body]).toEqual([422, { code: 'WRONG_PASSWORD', message: 'Senha atual incorreta.' }])
    expect((await me(token)).status).toBe(200)
  })

  test('is not for accounts that Google keeps, nor for visitors', async () => {
    const { user, token } = await createCaller(world)
    await world.db
      .insertInto('identities')
      .values({ issuer: 'https://accounts.google.com', subject: 'g-1', user_id: user.id })
      .execute()
    const answer = await change(token)
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'Contas do Google gerenciam sua senha automaticamente. Não é possível redefinir a senha aqui.',
    ])
    expect((await world.call(profileApi.changePassword, { body: wish })).status).toBe(401)
  })

  test('by two at once succeeds once', async () => {
    const { user, token } = await person()
    const second = { ...wish, newPassword: 'pente-amarelo-3', confirmPassword: 'pente-amarelo-3' }
    const answers = await Promise.all([change(token), change(token, second)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await world.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).toHaveLength(1)
  })

  test('lets nobody at an open session guess on and on, and shuts its owner out of nothing', async () => {
    const { user, token } = await person()
    const guesses = []
    for (let guess = 0; guess < 11; guess++)
      guesses.push(await change(token, { ...wish, currentPassword: `x${guess}` }))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    expect((await change(token)).status).toBe(429)
    expect((await login(user.email, old)).status).toBe(200)
  })
})
