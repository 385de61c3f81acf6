import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createCaller, createSessionToken, createUser } from '../../../test/factories.ts'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const ana = {
  name: 'Ana Souza',
  email: 'ana@naregua.test',
  password: 'navalha-azul-7',
  acceptedTerms: TERMS_VERSION,
}
const register = (body: unknown) => world.call(accountsApi.register, { body })
const login = (body: unknown) => world.call(accountsApi.login, { body })
const me = (token?: string) => world.call(accountsApi.me, { token })

describe('registering', () => {
  test('creates an account and a valid session [3.1, 7.2]', async () => {
    const response = await register({ ...ana, name: '  Ana\n  Souza ', phone: '62999990000' })
    expect(response.status).toBe(201)
    expect(response.body.token).toMatch(/^[\w-]{43}$/)
    expect(response.body.user).toEqual({
      id: expect.any(String),
      name: 'Ana Souza',
      email: 'ana@naregua.test',
      phone: '62999990000',
      avatarUrl: null,
      role: 'CUSTOMER',
      isEmailVerified: false,
      isEmailRefused: false,
      isBarber: false,
      barbershopRoles: [],
      permissions: [],
      google_id: null,
      hasPassword: true,
      planId: expect.any(String),
      planExpiryDate: null,
      plan: expect.objectContaining({ name: 'Básico', max_barbershops: 1, max_barbers: 2 }),
    })
    expect((await me(response.body.token)).body).toEqual({ user: response.body.user })
  })

  test('stores neither the password nor the token in plain text', async () => {
    const { token } = (await register({ ...ana, email: 'guardada@naregua.test' })).body
    const rows = await world.db.selectFrom('users').innerJoin('sessions', 'user_id', 'users.id').selectAll().execute()
    const dump = JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('latin1') })))
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(ana.password)
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test.each([
    ['what the form requires', {}],
    ['a phone, too', { phone: '62999990000' }],
    ['all of them', { phone: '62999990000', recaptchaToken: 'solved' }],
  ])('works with the fields of the specification alone, %s, and assumes no consent', async (_, optional) => {
    const fields = { name: ana.name, email: `spec-${Math.random()}@naregua.test`, password: ana.password }
    const { status, body } = await register({ ...fields, ...optional })
    expect([status, body.user.email]).toEqual([201, fields.email])
    const consents = world.db.selectFrom('consents').selectAll().where('user_id', '=', body.user.id)
    expect(await consents.execute()).toEqual([])
  })

  test.each(['1999-01-01', null, '', true])('refuses terms of another version: %j', async (acceptedTerms) => {
    const { status, body } = await register({ ...ana, email: 'outrostermos@naregua.test', acceptedTerms })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    expect((await login({ email: 'outrostermos@naregua.test', password: ana.password })).status).toBe(422)
  })

  test.each([
    ['Ganhe R$ 500 em https://golpe.test', 400],
    ['veja www.golpe.test', 400],
    ['ｗｗｗ．golpe.test', 400],
    ['\u200b\u202e\u3164', 400],
    ['Ana \u202eazuoS\u202c\u200b', 201],
  ])('accepts only visible names without a web address: %j', async (name, status) => {
    const response = await register({ ...ana, email: `nome-${Math.random()}@naregua.test`, name })
    expect(response.status).toBe(status)
    if (status === 201) expect(response.body.user.name).toBe('Ana azuoS')
    else expect(response.body.code).toBe('INVALID_INPUT')
  })

  test('rejects an address that has an account, ignoring case', async () => {
    const response = await register({ ...ana, email: 'ANA@NaRegua.test' })
    expect([response.status, response.body.code]).toEqual([409, 'EMAIL_TAKEN'])
    expect(response.body.message).toBe('Já existe uma conta com este e-mail.')
  })

  test('concurrent requests with one address create one account', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => register({ ...ana, email: 'gemeas@naregua.test' })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test.each(['123456', 'Senha123', 'FLAMENGO', 'CORAÇÃO123'])('rejects the common password %s', async (password) => {
    const response = await register({ ...ana, email: 'fraca@naregua.test', password })
    expect([response.status, response.body.code]).toEqual([422, 'WEAK_PASSWORD'])
  })

  test.each(['naregua', 'NaRégua2026', '123barbearia!', 'Barbeiro-77'])(
    'rejects %s, a word of the site',
    async (password) => {
      const response = await register({ ...ana, email: 'fraca@naregua.test', password })
      expect([response.status, response.body.code]).toEqual([422, 'WEAK_PASSWORD'])
    },
  )

  test('accepts a long password of any characters, all of which are significant', async () => {
    const email = 'longa@naregua.test'
    const password = `${'çà 💈"'.repeat(10)}${'x'.repeat(60)}A`
    expect((await register({ ...ana, email, password })).status).toBe(201)
    expect((await login({ email, password })).status).toBe(200)
    for (const other of [password.toLowerCase(), password.slice(0, -1), `${password} `])
      expect((await login({ email, password: other })).body.code).toBe('INVALID_CREDENTIALS')
  })

  test.each([
    ['a short password', { password: 'abc12' }],
    ['no name', { name: undefined }],
    ['a name of spaces', { name: ' \n\t ' }],
    ['an address without a dot', { email: 'ana@naregua' }],
    ['two addresses in one', { email: 'ana@naregua.test,eva@naregua.test' }],
    ['a message in the phone', { phone: '6299999000a' }],
    ['a role', { role: 'OWNER' }],
    ['NUL in the name', { name: 'Ana\u0000' }],
    ['a lone surrogate', { name: 'Ana\ud800' }],
    ['a number as the name', { name: 7 }],
  ])('rejects %s and creates nothing', async (_, change) => {
    const response = await register({ ...ana, email: 'nova@naregua.test', ...change })
    expect([response.status, response.body.code]).toEqual([400, 'INVALID_INPUT'])
    expect(await world.db.selectFrom('users').where('email', '=', 'nova@naregua.test').select('id').execute()).toEqual(
      [],
    )
  })
})

describe('logging in', () => {
  test('creates another session, ignoring the case of the address', async () => {
    await createUser(world, { email: 'bia@naregua.test', password: 'tesoura-9-verde' })
    const response = await login({ email: 'BIA@naregua.test', password: 'tesoura-9-verde' })
    expect(response.status).toBe(200)
    expect((await me(response.body.token)).body.user.email).toBe('bia@naregua.test')
  })

  test('normalizes the Unicode form of the password', async () => {
    await createUser(world, { email: 'conceicao@naregua.test', password: 'coração-ímpar-9' })
    const password = 'coração-ímpar-9'.normalize('NFD')
    expect((await login({ email: 'conceicao@naregua.test', password })).status).toBe(200)
  })

  test('responds the same to an unknown address, a wrong password and an account without one', async () => {
    await createUser(world, { email: 'google@naregua.test' })
    const tries = ['ninguem@naregua.test', 'bia@naregua.test', 'google@naregua.test']
    const responses = await Promise.all(tries.map((email) => login({ email, password: 'errada-errada' })))
    for (const { status, body } of responses) {
      expect(status).toBe(422)
      expect(body).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Email ou senha inválidos' })
    }
  })
})

describe('a session', () => {
  test('ends with logout, and only that one [7.3]', async () => {
    const user = await createUser(world)
    const here = await createSessionToken(world, user.id)
    const elsewhere = await createSessionToken(world, user.id)
    expect((await world.call(accountsApi.logout, { token: here })).body).toEqual({ ok: true })
    expect((await me(here)).body.code).toBe('UNAUTHENTICATED')
    expect((await world.call(accountsApi.logout, { token: here })).status).toBe(401)
    expect((await me(elsewhere)).status).toBe(200)
  })

  test.each([undefined, 'x', 'A'.repeat(43), `${'A'.repeat(43)} `, `${'A'.repeat(42)}'`])(
    'is not authenticated by %s',
    async (token) => {
      const response = await me(token)
      expect([response.status, response.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    },
  )

  test('lasts 30 days when used, and 7 when idle', async () => {
    const user = await createUser(world)
    const busy = await createSessionToken(world, user.id)
    const idle = await createSessionToken(world, user.id)
    const start = world.clock.now()
    const day = (count: number) => world.clock.set(new Date(start.getTime() + count * 86_400_000))
    for (const count of [6, 12, 18, 24, 29.9]) {
      day(count)
      expect((await me(busy)).status).toBe(200)
    }
    expect((await me(idle)).status).toBe(401)
    day(30)
    expect((await me(busy)).status).toBe(401)
    world.clock.set(start)
  })

  test('records its last use at most once a minute', async () => {
    const user = await createUser(world)
    const token = await createSessionToken(world, user.id)
    const start = world.clock.now()
    const lastUse = () =>
      world.db.selectFrom('sessions').where('user_id', '=', user.id).select('last_used_at').executeTakeFirstOrThrow()
    world.clock.set(new Date(start.getTime() + 50_000))
    await me(token)
    expect((await lastUse()).last_used_at).toEqual(start)
    world.clock.set(new Date(start.getTime() + 61_000))
    await Promise.all([me(token), me(token), me(token)])
    expect((await lastUse()).last_used_at).toEqual(world.clock.now())
    world.clock.set(start)
  })
})

test('the own account states whether the user works as a barber, also as an owner', async () => {
  const { user, token } = await createCaller(world, { role: 'OWNER' })
  const isBarber = async () => (await me(token)).body.user.isBarber
  expect(await isBarber()).toBe(false)
  const { id } = await createBarbershopRow(world)
  await world.db.insertInto('barbers').values({ user_id: user.id, barbershop_id: id }).execute()
  expect(await isBarber()).toBe(true)
  const left = world.db.updateTable('barbers').set({ removed_at: world.clock.now() })
  await left.where('user_id', '=', user.id).execute()
  expect(await isBarber()).toBe(false)
})

describe('malformed requests', () => {
  const post = (headers: Record<string, string>, payload: string) =>
    world.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  const good = JSON.stringify({ email: 'bia@naregua.test', password: 'errada-errada' })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    'text/json',
    '\tapplication/xml',
  ])('as %s are 415', async (type) => {
    const response = await post({ 'content-type': type }, good)
    expect([response.statusCode, response.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('with a malformed body, prototype pollution or no body are 400', async () => {
    const json = { 'content-type': 'application/json' }
    for (const body of [
      '{',
      '',
      '[]',
      'null',
      '"x"',
      '{"__proto__":{"email":"a@b.c"},"email":"a@b.c","password":"x"}',
      '[['.repeat(5000),
    ]) {
      const response = await post(json, body)
      expect([response.statusCode, response.json().code]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  test('of five megabytes are 413', async () => {
    const response = await post(
      { 'content-type': 'application/json' },
      JSON.stringify({ email: 'a'.repeat(5_000_000) }),
    )
    expect([response.statusCode, response.json().code]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test('do not reach the outbox outside a demo', async () => {
    expect((await world.call({ method: 'GET', url: '/dev/outbox' })).status).toBe(404)
  })
})
