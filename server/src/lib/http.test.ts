import { type AddressInfo, connect } from 'node:net'
import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../test/barbershop-factories.ts'
import { createCaller } from '../../test/factories.ts'
import { createHarness } from '../../test/harness.ts'
import { createMailbox } from '../../test/mailbox.ts'
import { createHttp } from './http.ts'

const lines: string[] = []
const world = await createHarness({
  environment: { LOG_LEVEL: 'trace' },
  deps: { logStream: { write: (line) => lines.push(line) } },
})
afterAll(() => world.close())

const errorBody = { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/^[A-ZÀ-Ú].+\.$/) }

describe('every error has the error body in Portuguese', () => {
  test.each([
    ['an address that cannot be decoded', 'GET', '/api/barbershops/%E0%A4%A', 400],
    ['an endless id', 'GET', `/api/barbershops/${'x'.repeat(5000)}`, 400],
    ['an id in another notation', 'GET', '/api/barbershops/urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8', 400],
    ['NUL in a list of names', 'GET', '/api/barbershops/nearby?latitude=-16&longitude=-49&features=%00', 400],
    ['a call that does not exist', 'GET', '/api/nada', 404],
    ['a call that does not exist, with a body', 'POST', '/api/nada', 404],
    ['a known address with another method', 'DELETE', '/api/filters', 404],
    ['a method of other protocols', 'PROPFIND', '/api/filters', 404],
    ['a page of another origin that asks first', 'OPTIONS', '/api/appointments', 404],
  ])('%s', async (_, method, url, status) => {
    const answer = await world.app.inject({ method: method as 'GET', url, headers: { origin: 'https://outra.test' } })
    expect([answer.statusCode, answer.json()]).toEqual([status, errorBody])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each([
    ['no HTTP', 'BOM DIA\r\n\r\n', 400],
    [
      'two lengths of one body',
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers without end', `GET /api/filters HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 413],
  ])('also %s', async (_, raw, status) => {
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(raw))
      socket.on('data', (piece) => {
        text += piece
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(errorBody)
  })
})

describe('every response of the API', () => {
  test('cannot be read by other origins, sniffed or run as a page', async () => {
    const { token } = await createCaller(world)
    const headers = { authorization: `Bearer ${token}`, origin: 'https://outra.test' }
    for (const url of ['/api/filters', '/api/users/me', '/api/barbershops/x']) {
      const answer = await world.app.inject({ url, headers })
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'strict-transport-security': expect.any(String),
      })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(answer.headers).not.toHaveProperty('x-powered-by')
    }
  })

  test('with personal data, a token or an error is not cached', async () => {
    const { token, user } = await createCaller(world, { password: 'navalha-azul-7' })
    const login = { email: user.email, password: 'navalha-azul-7' }
    const answers = [
      await world.call(accountsApi.me, { token }),
      await world.call(accountsApi.me),
      await world.call(accountsApi.login, { body: login }),
      await world.call(accountsApi.captcha),
      await world.call(appointmentsApi.get, { token, params: { id: user.id } }),
    ]
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(answers.map(() => 'no-store'))
  })

  test('is sent before the timeout', async () => {
    const app = await createHttp(world.config, undefined, 50)
    app.get('/slow', { access: 'public' }, () => new Promise(() => {}))
    const answer = await app.inject('/slow')
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([503, '2', errorBody])
    await app.close()
  })
})

test('the log says why a request could not be handled now', async () => {
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table users`.execute(tx)
    const body = { email: 'ana@naregua.test', password: 'tesoura-9' }
    expect((await world.call(accountsApi.login, { body })).status).toBe(503)
  })
  const noted = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'unavailable')
  expect(noted).toMatchObject([{ level: 40, reason: '55P03' }])
})

test('the log contains no token, code, password or email, whatever fails', async () => {
  const email = 'segredo@naregua.test'
  const password = 'tesoura-secreta-9'
  const body = { name: 'Ana', email, password, acceptedTerms: TERMS_VERSION }
  const { token } = (await world.call(accountsApi.register, { body })).body
  const mailbox = createMailbox(world)
  await world.call(accountsApi.sendEmailVerification, { token, body: { email } })
  await mailbox.deliver()
  const code = mailbox.codeFor(email)
  await world.call(accountsApi.register, { body })
  await world.call(accountsApi.login, { body: { email, password: 'errada-errada' } })
  const shop = await createBarbershopRow(world)
  const booking = { barberId: (await createBarber(world, shop.id)).id, serviceId: shop.id, startTime: email }
  await world.call(appointmentsApi.create, { token, body: booking })
  // A bug of ours as PostgreSQL reports it: the detail contains the row.
  await world.db.schema.alterTable('codes').addUniqueConstraint('codes_email_twice', ['email', 'tries']).execute()
  world.clock.advance({ minutes: 2 })
  expect((await world.call(accountsApi.sendEmailVerification, { token, body: { email } })).status).toBe(500)
  await world.call(accountsApi.verifyEmailCode, { token, body: { email, code } })
  const log = lines.join('')
  expect(log).toContain('unexpected error')
  expect(log).toContain('codes_email_twice')
  for (const word of [email, password, token, code]) expect(log).not.toContain(word)
})

describe('a handler that fails after its timeout', () => {
  test.each([
    [
      'because its statement timed out too',
      () => Object.assign(new Error('canceling statement'), { code: '57014' }),
      [],
    ],
    ['with an error for the client', () => new ApiError('NOT_FOUND'), []],
    ['because of a bug', () => new Error('bug'), ['unexpected error']],
  ])('%s logs no error but a bug', async (_, createError, expected) => {
    const late: string[] = []
    const app = await createHttp(
      { ...world.config, logLevel: 'trace' },
      { write: (line) => late.push(line) },
      // Milliseconds.
      5,
    )
    const { promise: end, resolve: fail } = Promise.withResolvers<void>()
    const { promise: failed, resolve: setFailed } = Promise.withResolvers<void>()
    app.get('/slow', async () => {
      await end
      setFailed()
      throw createError()
    })
    const response = await app.inject('/slow')
    expect([response.statusCode, response.json().code]).toEqual([503, 'UNAVAILABLE'])
    fail()
    await failed
    const listErrors = () =>
      late.map((line) => JSON.parse(line)).flatMap(({ level, msg }) => (level >= 50 ? [msg] : []))
    // Whatever is logged, is logged before a later request is.
    await app.inject('/nada')
    expect(listErrors()).toEqual(expected)
    await app.close()
  })
})
