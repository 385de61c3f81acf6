import { accountsApi } from '@na-regua/contract/accounts'
import { googleApi } from '@na-regua/contract/google'
import { exportSPKI, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createCaller, createSessionToken, createUser } from '../../../../test/factories.ts'
import { createGoogleDouble, type TokenOverrides } from '../../../../test/google-double.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createMailbox } from '../../../../test/mailbox.ts'

const double = await createGoogleDouble()
const { issuer, clientId, environment, sign } = double
const publicKey = await exportSPKI(double.keys.publicKey)
const strangerKeys = await generateKeyPair('RS256', { extractable: true })
const world = await createHarness({ environment })
const mailbox = createMailbox(world)
afterAll(async () => {
  await world.close()
  double.close()
})
beforeEach(() => {
  double.state.returnsInvalidResponses = false
})

let made = 0
const newClaims = (fields: JWTPayload = {}) => {
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

describe('a Google token', () => {
  test('creates a verified account with consents and no password, and later signs in to it [7.2]', async () => {
    const claims = newClaims()
    const response = await signIn(claims)
    expect([response.status, response.body.user]).toEqual([
      200,
      expect.objectContaining({
        email: claims.email,
        google_id: claims.sub,
        isEmailVerified: true,
        hasPassword: false,
      }),
    ])
    expect((await me(response.body.token)).status).toBe(200)
    const again = await signIn({ ...claims, email: 'mudou@naregua.test', email_verified: false, name: 'Outra' })
    expect(again.body.user).toEqual(response.body.user)
    const given = await world.db
      .selectFrom('consents')
      .selectAll()
      .where('user_id', '=', response.body.user.id)
      .execute()
    expect(given.map(({ document }) => document).sort()).toEqual(['privacy', 'terms'])
    expect((await login(claims.email, 'qualquer-coisa')).body.code).toBe('INVALID_CREDENTIALS')
  })

  test.each([
    ['signed with another key', { key: strangerKeys.privateKey }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['for another application', { aud: 'another' }],
    ['that is expired', { expires: '-1m' }],
    ['signed with a shared secret', { alg: 'HS256', key: new TextEncoder().encode('x'.repeat(32)) }],
    ['signed with the public key as a secret', { alg: 'HS256', key: new TextEncoder().encode(publicKey) }],
  ] as [string, TokenOverrides][])('%s is rejected', async (_, overrides) => {
    const claims = newClaims()
    const response = await post(await sign(claims, overrides))
    expect([response.status, response.body]).toEqual([
      422,
      { code: 'GOOGLE_FAILED', message: 'Erro ao fazer login com Google' },
    ])
    expect(await world.db.selectFrom('users').select('id').where('email', '=', claims.email).execute()).toEqual([])
  })

  test('without a signature, or no token at all, is rejected', async () => {
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
    const claims = { ...newClaims(), iss: issuer, aud: clientId, iat: 1, exp: 9_999_999_999 }
    expect((await post(`${part({ alg: 'none' })}.${part(claims)}.`)).body.code).toBe('GOOGLE_FAILED')
    expect((await post('garbage')).body.code).toBe('GOOGLE_FAILED')
    expect((await world.call(googleApi.signIn, { body: {} })).body.code).toBe('INVALID_INPUT')
    const both = { credential: 'a', accessToken: 'b' }
    expect((await world.call(googleApi.signIn, { body: both })).body.code).toBe('INVALID_INPUT')
  })

  test.each([[{ sub: 'ç' }], [{ email: 'sem-arroba' }], [{ email: undefined }], [{ sub: 's'.repeat(256) }]])(
    'with %j is rejected',
    async (claims) => {
      expect((await signIn(newClaims(claims as JWTPayload))).body.code).toBe('GOOGLE_FAILED')
    },
  )

  test('an access token signs in its user, unless it was issued to another application', async () => {
    const claims = newClaims()
    const useToken = (accessToken: string) => world.call(googleApi.signIn, { body: { accessToken } })
    double.state.tokens.set('ours', { aud: clientId, claims }).set('theirs', { aud: 'another', claims })
    expect((await useToken('theirs')).body.code).toBe('GOOGLE_FAILED')
    expect((await useToken('unknown')).body.code).toBe('GOOGLE_FAILED')
    expect((await useToken('ours')).body.user).toMatchObject({ google_id: claims.sub, email: claims.email })
  })
})

/** After Sudhodanan and Paverd, "Pre-hijacked Accounts", USENIX Security 2022. */
describe('an attacker who registered the address first', () => {
  async function createAttacker(victim: { email: string }) {
    const attacker = await createCaller(world, {
      email: victim.email,
      isEmailVerified: false,
      password: 'do-atacante-7',
      phone: '62999990000',
      name: 'Atacante',
    })
    const victims = async () => signIn({ ...newClaims(), ...victim })
    return { ...attacker, victims }
  }

  test('1, classic-federated merge: the earlier password is invalid and no data of the attacker stays', async () => {
    const { user, victims } = await createAttacker({ email: 'classico@naregua.test' })
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

  test('2, unexpired session: every earlier session is invalid', async () => {
    const { token, victims } = await createAttacker({ email: 'sessao@naregua.test' })
    const { body } = await victims()
    expect([(await me(token)).status, (await me(body.token)).status]).toEqual([401, 200])
  })

  test('3, trojan identifier: no identity of the attacker signs in to the account', async () => {
    const attacker = newClaims()
    const { body } = await signIn(attacker)
    const { user } = await createAttacker({ email: 'troia@naregua.test' })
    // As if the attacker had linked it in advance.
    await world.db.updateTable('identities').set({ user_id: user.id }).where('user_id', '=', body.user.id).execute()
    const owner = await signIn(newClaims({ email: 'troia@naregua.test' }))
    expect(owner.body.user.id).toBe(user.id)
    const back = await signIn(attacker)
    expect(back.body.user?.id).not.toBe(user.id)
  })

  test('4, unexpired email change: an earlier code is invalid', async () => {
    const { user, token, victims } = await createAttacker({ email: 'troca@naregua.test' })
    const elsewhere = 'atacante@naregua.test'
    await world.call(accountsApi.sendEmailVerification, { token, body: { email: elsewhere } })
    await mailbox.deliver()
    const code = mailbox.codeFor(elsewhere)
    await victims()
    const fresh = await createSessionToken(world, user.id)
    const late = await world.call(accountsApi.verifyEmailCode, { token: fresh, body: { email: elsewhere, code } })
    expect(late.body.code).toBe('CODE_INVALID')
    expect((await me(fresh)).body.user.email).toBe('troca@naregua.test')
  })

  test('5, non-verifying issuer: an address that Google did not verify neither signs in nor creates an account', async () => {
    const { token } = await createAttacker({ email: 'sem-prova@naregua.test' })
    for (const email of ['sem-prova@naregua.test', 'ninguem-ainda@naregua.test']) {
      const response = await signIn(newClaims({ email, email_verified: false }))
      expect([response.status, response.body.code]).toEqual([422, 'GOOGLE_EMAIL_UNVERIFIED'])
    }
    expect((await me(token)).status).toBe(200)
    expect(
      await world.db.selectFrom('users').select('id').where('email', '=', 'ninguem-ainda@naregua.test').execute(),
    ).toEqual([])
  })
})

describe('an account with a verified address', () => {
  async function owned(password: string | undefined = 'tesoura-da-dona-7') {
    const { user, token } = await createCaller(world, { email: newClaims().email, password })
    const response = await signIn(newClaims({ email: user.email.toUpperCase() }))
    return { user, token, response, linkToken: String(response.body.linkToken) }
  }

  test('is never merged: it requires its password once, sends an email, and then accepts Google, too', async () => {
    const { user, token, response, linkToken } = await owned()
    expect([response.status, response.body.code]).toEqual([409, 'GOOGLE_LINK_REQUIRED'])
    expect(response.body.message).toBe(
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
    expect(mailbox.emails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
      'Sua conta agora abre também com o Google',
    ])
    expect((await link(linkToken, 'tesoura-da-dona-7')).body.code).toBe('GOOGLE_LINK_EXPIRED')
    expect((await signIn(newClaims({ email: user.email }))).body.code).toBe('GOOGLE_OTHER_ACCOUNT')
  })

  test('limits a link to five attempts and ten minutes', async () => {
    const guessed = await owned()
    const tries = await Promise.all(Array.from({ length: 20 }, () => link(guessed.linkToken, 'errada')))
    expect(tries.filter(({ body }) => body.code === 'INVALID_CREDENTIALS')).toHaveLength(5)
    expect((await link(guessed.linkToken, 'tesoura-da-dona-7')).body.code).toBe('GOOGLE_LINK_EXPIRED')
    const late = await owned()
    world.clock.advance({ minutes: 10 })
    expect((await link(late.linkToken, 'tesoura-da-dona-7')).body.code).toBe('GOOGLE_LINK_EXPIRED')
  })

  test('is linked once by concurrent requests', async () => {
    const { linkToken } = await owned()
    const responses = await Promise.all([1, 2, 3].map(() => link(linkToken, 'tesoura-da-dona-7')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })
})

describe('the authorization code flow', () => {
  const start = () => world.call(googleApi.start)
  const callback = async (query: Record<string, string>) => {
    const { headers, status } = await world.call(googleApi.callback, { query })
    return `${status} ${headers.location}`
  }

  test('sends state, nonce and a PKCE challenge, and stores hashes and the verifier', async () => {
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

  test('redirects with an error for an unknown, used or missing state, or a code that Google rejects', async () => {
    const state = new URL((await start()).body.url).searchParams.get('state') ?? ''
    expect(await callback({})).toBe('303 /login#google=erro')
    expect(await callback({ state: 'x'.repeat(43), code: 'y' })).toBe('303 /login#google=erro')
    expect(await callback({ state, code: 'never-issued' })).toBe('303 /login#google=erro')
    expect(await callback({ state, error: 'access_denied' })).toBe('303 /login#google=erro')
  })

  /** Runs the flow with a code that Google exchanges for this token. */
  async function runFlow(make: (nonce: string) => Promise<string>) {
    const { searchParams } = new URL((await start()).body.url)
    const state = searchParams.get('state') ?? ''
    const nonce = searchParams.get('nonce') ?? ''
    const code = crypto.randomUUID()
    double.state.codes.set(code, await make(nonce))
    return callback({ state, code })
  }

  test('redirects with a sign-in code for a valid token', async () => {
    expect(await runFlow((nonce) => sign({ ...newClaims(), nonce }))).toMatch(/^303 \/login#google=[\w-]{43}$/)
  })

  test.each([
    ['of another flow', { nonce: 'n'.repeat(43) }, {}],
    ['without a nonce', { nonce: undefined }, {}],
    ['signed with another key', {}, { key: strangerKeys.privateKey }],
    ['of another issuer', {}, { iss: 'https://accounts.google.com' }],
    ['for another application', {}, { aud: 'another' }],
    ['that is expired', {}, { expires: '-5m' }],
    ['signed with the public key as a secret', {}, { alg: 'HS256', key: new TextEncoder().encode(publicKey) }],
  ] as [string, JWTPayload, TokenOverrides][])(
    'redirects with an error for a token %s',
    async (_, claims, overrides) => {
      const response = await runFlow((nonce) => sign({ ...newClaims(), nonce, ...claims }, overrides))
      expect(response).toBe('303 /login#google=erro')
    },
  )

  test('redirects with an error for a token without a signature', async () => {
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
    const claims = { ...newClaims(), iss: issuer, aud: clientId, iat: 1, exp: 9_999_999_999 }
    const response = await runFlow(async (nonce) => `${part({ alg: 'none' })}.${part({ ...claims, nonce })}.`)
    expect(response).toBe('303 /login#google=erro')
  })

  test('redirects without an error when the user cancels at Google', async () => {
    const state = new URL((await start()).body.url).searchParams.get('state') ?? ''
    expect(await callback({ state, error: 'access_denied' })).toBe('303 /login#google=cancelado')
  })
})

test('when Google is broken its login fails with a message, and login by password works', async () => {
  const away = await createHarness({ environment: { ...environment, GOOGLE_ISSUER: `${issuer}/away` } })
  double.state.returnsInvalidResponses = true
  await createUser(away, { email: 'dona@naregua.test', password: 'tesoura-da-dona-7' })
  for (const response of [
    await away.call(googleApi.start),
    await away.call(googleApi.signIn, { body: { credential: 'a.b.c' } }),
  ]) {
    expect([response.status, response.body.message]).toEqual([503, 'Erro ao fazer login com Google'])
  }
  const body = { email: 'dona@naregua.test', password: 'tesoura-da-dona-7' }
  expect((await away.call(accountsApi.login, { body })).status).toBe(200)
  await away.close()
})

test('without configuration the Google endpoints do not exist', async () => {
  const without = await createHarness()
  expect((await without.call(googleApi.start)).body.code).toBe('NOT_FOUND')
  expect((await without.app.inject('/dev/google/auth')).statusCode).toBe(404)
  await without.close()
})
