import { accountsApi } from '@na-regua/contract/accounts'
import { googleApi } from '@na-regua/contract/google'
import { exportSPKI, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSession, createUser } from '../../../../test/factories.ts'
import { createGoogleDouble, type Forgery } from '../../../../test/google-double.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const double = await createGoogleDouble()
const { outside, issuer, clientId, environment, sign } = double
const publicKey = await exportSPKI(double.keys.publicKey)
const strangerKeys = await generateKeyPair('RS256', { extractable: true })
const world = await createHarness({ environment })
const mailbox = createMailbox(world)
afterAll(async () => {
  await world.close()
  double.close()
})
beforeEach(() => {
  outside.isBroken = false
})

let made = 0
const newPerson = (fields: JWTPayload = {}) => {
  const number = ++made
  return {
    sub: `sub-${number}`,
    email: `google-${number}@naregua.test`,
    email_verified: true,
    name: 'Bia Lopes',
    ...fields,
  }
}

const post = (credential: string) => world.call(googleApi.signIn, { body: { credential } })
const signIn = async (claims: JWTPayload) => post(await sign(claims))
const me = (token: string) => world.call(accountsApi.me, { token })
const login = (email: string, password: string) => world.call(accountsApi.login, { body: { email, password } })
const link = (linkToken: string, password: string) => world.call(googleApi.link, { body: { linkToken, password } })

describe('a token of Google', () => {
  test('opens a new account, proved, agreed to, without a password, and later the same one', async () => {
    const person = newPerson()
    const answer = await signIn(person)
    expect([answer.status, answer.body.user]).toEqual([
      200,
      expect.objectContaining({
        email: person.email,
        google_id: person.sub,
        isEmailVerified: true,
        hasPassword: false,
      }),
    ])
    expect((await me(answer.body.token)).status).toBe(200)
    const again = await signIn({ ...person, email: 'mudou@naregua.test', email_verified: false, name: 'Outra' })
    expect(again.body.user).toEqual(answer.body.user)
    const given = await world.db.selectFrom('consents').selectAll().where('user_id', '=', answer.body.user.id).execute()
    expect(given.map(({ document }) => document).sort()).toEqual(['privacy', 'terms'])
    expect((await login(person.email, 'qualquer-coisa')).body.code).toBe('INVALID_CREDENTIALS')
  })

  test.each([
    ['signed by somebody else', { key: strangerKeys.privateKey }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['for another application', { aud: 'another' }],
    ['that is over', { expires: '-1m' }],
    ['signed with a shared secret', { alg: 'HS256', key: new TextEncoder().encode('x'.repeat(32)) }],
    ['signed with the public key as a secret', { alg: 'HS256', key: new TextEncoder().encode(publicKey) }],
  ] as [string, Forgery][])('%s is refused', async (_, forgery) => {
    const person = newPerson()
    const answer = await post(await sign(person, forgery))
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'GOOGLE_FAILED', message: 'Erro ao fazer login com Google' },
    ])
    expect(await world.db.selectFrom('users').select('id').where('email', '=', person.email).execute()).toEqual([])
  })

  test('without any signature, or no token at all, is refused', async () => {
    const part = (words: object) => Buffer.from(JSON.stringify(words)).toString('base64url')
    const claims = { ...newPerson(), iss: issuer, aud: clientId, iat: 1, exp: 9_999_999_999 }
    expect((await post(`${part({ alg: 'none' })}.${part(claims)}.`)).body.code).toBe('GOOGLE_FAILED')
    expect((await post('rubbish')).body.code).toBe('GOOGLE_FAILED')
    expect((await world.call(googleApi.signIn, { body: {} })).body.code).toBe('INVALID_INPUT')
    const both = { credential: 'a', accessToken: 'b' }
    expect((await world.call(googleApi.signIn, { body: both })).body.code).toBe('INVALID_INPUT')
  })

  test.each([[{ sub: 'ç' }], [{ email: 'sem-arroba' }], [{ email: undefined }], [{ sub: 's'.repeat(256) }]])(
    'with %j is nobody',
    async (claims) => {
      expect((await signIn(newPerson(claims as JWTPayload))).body.code).toBe('GOOGLE_FAILED')
    },
  )

  test('an access token opens the account of its owner, but not when it was issued to another application', async () => {
    const claims = newPerson()
    const useToken = (accessToken: string) => world.call(googleApi.signIn, { body: { accessToken } })
    outside.tokens.set('ours', { aud: clientId, claims }).set('theirs', { aud: 'another', claims })
    expect((await useToken('theirs')).body.code).toBe('GOOGLE_FAILED')
    expect((await useToken('unknown')).body.code).toBe('GOOGLE_FAILED')
    expect((await useToken('ours')).body.user).toMatchObject({ google_id: claims.sub, email: claims.email })
  })
})

/** After Sudhodanan and Paverd, "Pre-hijacked Accounts", USENIX Security 2022. */
describe('who took the address before its owner came', () => {
  async function attackerWith(victim: { email: string }) {
    const attacker = await createCaller(world, {
      email: victim.email,
      isEmailVerified: false,
      password: 'do-atacante-7',
      phone: '62999990000',
      name: 'Atacante',
    })
    const victims = async () => signIn({ ...newPerson(), ...victim })
    return { ...attacker, victims }
  }

  test('1, classic merge: the password of before opens nothing, and nothing of the first one stays', async () => {
    const { user, victims } = await attackerWith({ email: 'classico@naregua.test' })
    const { body } = await victims()
    expect(body.user).toMatchObject({
      id: user.id,
      name: 'Bia Lopes',
      phone: null,
      hasPassword: false,
      isEmailVerified: true,
    })
    expect((await login(user.email, 'do-atacante-7')).body.code).toBe('INVALID_CREDENTIALS')
  })

  test('2, unexpired session: every session of before is dead', async () => {
    const { token, victims } = await attackerWith({ email: 'sessao@naregua.test' })
    const { body } = await victims()
    expect([(await me(token)).status, (await me(body.token)).status]).toEqual([401, 200])
  })

  test('3, trojan identifier: no identity of the attacker opens the account', async () => {
    const attacker = newPerson()
    const { body } = await signIn(attacker)
    const { user } = await attackerWith({ email: 'troia@naregua.test' })
    // As if it had been tied to the address in advance.
    await world.db.updateTable('identities').set({ user_id: user.id }).where('user_id', '=', body.user.id).execute()
    const owner = await signIn(newPerson({ email: 'troia@naregua.test' }))
    expect(owner.body.user.id).toBe(user.id)
    const back = await signIn(attacker)
    expect(back.body.user?.id).not.toBe(user.id)
  })

  test('4, unexpired e-mail change: a code of before proves nothing', async () => {
    const { user, token, victims } = await attackerWith({ email: 'troca@naregua.test' })
    const elsewhere = 'atacante@naregua.test'
    await world.call(accountsApi.sendEmailVerification, { token, body: { email: elsewhere } })
    await mailbox.deliver()
    const code = mailbox.codeFor(elsewhere)
    await victims()
    const fresh = await createSession(world, user.id)
    const late = await world.call(accountsApi.verifyEmailCode, { token: fresh, body: { email: elsewhere, code } })
    expect(late.body.code).toBe('CODE_INVALID')
    expect((await me(fresh)).body.user.email).toBe('troca@naregua.test')
  })

  test('5, non-verifying issuer: an address that Google did not prove opens and makes nothing', async () => {
    const { token } = await attackerWith({ email: 'sem-prova@naregua.test' })
    for (const email of ['sem-prova@naregua.test', 'ninguem-ainda@naregua.test']) {
      const answer = await signIn(newPerson({ email, email_verified: false }))
      expect([answer.status, answer.body.code]).toEqual([422, 'GOOGLE_EMAIL_UNVERIFIED'])
    }
    expect((await me(token)).status).toBe(200)
    expect(
      await world.db.selectFrom('users').select('id').where('email', '=', 'ninguem-ainda@naregua.test').execute(),
    ).toEqual([])
  })
})

describe('an account that proved its address', () => {
  async function owned(password: string | undefined = 'tesoura-da-dona-7') {
    const { user, token } = await createCaller(world, { email: newPerson().email, password })
    const answer = await signIn(newPerson({ email: user.email.toUpperCase() }))
    return { user, token, answer, linkToken: String(answer.body.linkToken) }
  }

  test('is never merged: its password is asked for once, a letter tells, and then Google opens it, too', async () => {
    const { user, token, answer, linkToken } = await owned()
    expect([answer.status, answer.body.code]).toEqual([409, 'GOOGLE_LINK_REQUIRED'])
    expect(answer.body.message).toBe(
      'Já existe uma conta com este e-mail. Entre com a senha uma vez para ligar o Google a ela.',
    )
    expect((await link(linkToken, 'errada')).body.code).toBe('INVALID_CREDENTIALS')
    const linked = await link(linkToken, 'tesoura-da-dona-7')
    expect(linked.body.user).toMatchObject({
      id: user.id,
      hasPassword: true,
      google_id: expect.stringMatching(/^sub-/),
    })
    expect((await me(token)).status).toBe(200)
    await mailbox.deliver()
    expect(mailbox.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
      'Sua conta agora abre também com o Google',
    ])
    expect((await link(linkToken, 'tesoura-da-dona-7')).body.code).toBe('GOOGLE_LINK_EXPIRED')
    expect((await signIn(newPerson({ email: user.email }))).body.code).toBe('GOOGLE_OTHER_ACCOUNT')
  })

  test('gives five guesses and ten minutes to a link', async () => {
    const guessed = await owned()
    const tries = await Promise.all(Array.from({ length: 20 }, () => link(guessed.linkToken, 'errada')))
    expect(tries.filter(({ body }) => body.code === 'INVALID_CREDENTIALS')).toHaveLength(5)
    expect((await link(guessed.linkToken, 'tesoura-da-dona-7')).body.code).toBe('GOOGLE_LINK_EXPIRED')
    const late = await owned()
    world.clock.advance({ minutes: 10 })
    expect((await link(late.linkToken, 'tesoura-da-dona-7')).body.code).toBe('GOOGLE_LINK_EXPIRED')
  })

  test('is linked once by twins', async () => {
    const { linkToken } = await owned()
    const answers = await Promise.all([1, 2, 3].map(() => link(linkToken, 'tesoura-da-dona-7')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })
})

describe('the way there and back', () => {
  const start = () => world.call(googleApi.start)
  const comeBack = async (query: Record<string, string>) => {
    const { headers, status } = await world.call(googleApi.callback, { query })
    return `${status} ${headers.location}`
  }

  test('carries state, nonce and a challenge, and keeps their other halves', async () => {
    const { body } = await start()
    const { origin, searchParams } = new URL(body.url)
    expect(origin).toBe(issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    const rows = await world.db.selectFrom('identity_visits').selectAll().execute()
    expect(JSON.stringify(rows.map((row) => ({ ...row, h: row.state_hash.toString('base64url') })))).not.toContain(
      searchParams.get('state'),
    )
  })

  test('with an unknown, used or missing state, or nothing that Google would confirm, leads back with a failure', async () => {
    const state = new URL((await start()).body.url).searchParams.get('state') ?? ''
    expect(await comeBack({})).toBe('303 /login#google=erro')
    expect(await comeBack({ state: 'x'.repeat(43), code: 'y' })).toBe('303 /login#google=erro')
    expect(await comeBack({ state, code: 'never-issued' })).toBe('303 /login#google=erro')
    expect(await comeBack({ state, error: 'access_denied' })).toBe('303 /login#google=erro')
  })

  /** Goes to Google and comes back with a code for which it gives this token. */
  async function visit(make: (nonce: string) => Promise<string>) {
    const { searchParams } = new URL((await start()).body.url)
    const [state, nonce] = [searchParams.get('state') ?? '', searchParams.get('nonce') ?? '']
    const code = crypto.randomUUID()
    outside.codes.set(code, await make(nonce))
    return comeBack({ state, code })
  }

  test('with the token of this visit leads to a login', async () => {
    expect(await visit((nonce) => sign({ ...newPerson(), nonce }))).toMatch(/^303 \/login#google=[\w-]{43}$/)
  })

  test.each([
    ['of another visit', { nonce: 'n'.repeat(43) }, {}],
    ['of no visit', { nonce: undefined }, {}],
    ['signed by somebody else', {}, { key: strangerKeys.privateKey }],
    ['of another issuer', {}, { iss: 'https://accounts.google.com' }],
    ['for another application', {}, { aud: 'another' }],
    ['that is over', {}, { expires: '-5m' }],
    ['signed with the public key as a secret', {}, { alg: 'HS256', key: new TextEncoder().encode(publicKey) }],
  ] as [string, JWTPayload, Forgery][])('with a token %s leads back with a failure', async (_, claims, forgery) => {
    const answer = await visit((nonce) => sign({ ...newPerson(), nonce, ...claims }, forgery))
    expect(answer).toBe('303 /login#google=erro')
  })

  test('with a token without a signature leads back with a failure', async () => {
    const part = (words: object) => Buffer.from(JSON.stringify(words)).toString('base64url')
    const claims = { ...newPerson(), iss: issuer, aud: clientId, iat: 1, exp: 9_999_999_999 }
    const answer = await visit(async (nonce) => `${part({ alg: 'none' })}.${part({ ...claims, nonce })}.`)
    expect(answer).toBe('303 /login#google=erro')
  })

  test('refused at Google leads back without a failure', async () => {
    const state = new URL((await start()).body.url).searchParams.get('state') ?? ''
    expect(await comeBack({ state, error: 'access_denied' })).toBe('303 /login#google=cancelado')
  })
})

test('while Google talks rubbish a login by it says so, and one by password works', async () => {
  const away = await createHarness({ environment: { ...environment, GOOGLE_ISSUER: `${issuer}/away` } })
  outside.isBroken = true
  await createUser(away, { email: 'dona@naregua.test', password: 'tesoura-da-dona-7' })
  for (const answer of [
    await away.call(googleApi.start),
    await away.call(googleApi.signIn, { body: { credential: 'a.b.c' } }),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([503, 'Erro ao fazer login com Google'])
  }
  const body = { email: 'dona@naregua.test', password: 'tesoura-da-dona-7' }
  expect((await away.call(accountsApi.login, { body })).status).toBe(200)
  await away.close()
})

test('where nobody configured Google the calls are not there', async () => {
  const without = await createHarness()
  expect((await without.call(googleApi.start)).body.code).toBe('NOT_FOUND')
  expect((await without.app.inject('/dev/google/auth')).statusCode).toBe(404)
  await without.close()
})
