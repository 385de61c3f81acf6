import { accountsApi, TERMS_VERSION } from '@na-regua/contract/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { createCaller, createUser } from '../../test/factories.ts'
import { createHarness } from '../../test/harness.ts'
import { createApp } from '../app.ts'

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
const proxied = await createHarness({ environment: { RATE_LIMIT: 'on', TRUST_PROXY: '10.0.0.0/8' } })
afterAll(async () => {
  await world.close()
  await proxied.close()
})

type Target = {
  app?: typeof world.app
  from: string
  headers?: Record<string, string>
  email?: string
  password?: string
}

async function login({ app = world.app, from, headers, email = 'ninguem@naregua.test', password = 'errada!' }: Target) {
  const payload = { email, password }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: from, headers, payload })
  return { status: answer.statusCode, body: answer.json(), retryAfter: answer.headers['retry-after'] }
}

async function statuses(count: number, target: (index: number) => Target) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => login(target(index))))
  return answers.map(({ status }) => status)
}

const count = (list: number[], status: number) => list.filter((candidate) => candidate === status).length

describe('guessing passwords', () => {
  test('of one account ends after ten, with the message and Retry-After', async () => {
    const list = await statuses(15, () => ({ from: '192.0.2.1' }))
    expect([count(list, 422), count(list, 429)]).toEqual([10, 5])
    const answer = await login({ from: '192.0.2.1', email: 'NINGUEM@naregua.test' })
    expect(answer.body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
    })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    expect(Number(answer.retryAfter)).toBeLessThanOrEqual(300)
    world.clock.advance({ minutes: 5 })
    expect((await login({ from: '192.0.2.1' })).status).toBe(422)
  })

  test('of many accounts ends after twenty', async () => {
    const list = await statuses(30, (index) => ({ from: '192.0.2.2', email: `alvo-${index}@naregua.test` }))
    expect([count(list, 422), count(list, 429)]).toEqual([20, 10])
  })

  test('does not lock its victim out', async () => {
    await createUser(world, { email: 'vitima@naregua.test', password: 'navalha-azul-7' })
    await statuses(40, () => ({ from: '192.0.2.3', email: 'vitima@naregua.test' }))
    const answer = await login({ from: '192.0.2.4', email: 'vitima@naregua.test', password: 'navalha-azul-7' })
    expect(answer.status).toBe(200)
  })

  test('is counted by all processes together', async () => {
    const second = await createApp(world)
    const list = await statuses(30, (index) => ({ app: index % 2 ? second : world.app, from: '192.0.2.5' }))
    await second.close()
    expect(count(list, 422)).toBe(10)
  })
})

describe('the same guess in another form', () => {
  const payload = (email: string) => ({ email, password: 'errada!' })
  const guess = (from: string, url: string, email: string) =>
    world.app.inject({ method: 'POST', url, remoteAddress: from, payload: payload(email) })

  test('counts as the same address in any case, with spaces around it and invisible characters', async () => {
    const cases = [
      'disfarce@naregua.test',
      'DISFARCE@naregua.test',
      ' Disfarce@NaRegua.Test\t',
      'dis\u200bfarce@naregua.test',
    ]
    const list: number[] = []
    for (let index = 0; index < 15; index++)
      list.push((await guess('192.0.2.20', '/api/auth/login', cases[index % cases.length] as string)).statusCode)
    expect([count(list, 422), count(list, 429)]).toEqual([10, 5])
    expect((await guess('192.0.2.20', '/api/auth/login', 'dis farce@naregua.test')).statusCode).toBe(400)
  })

  test('counts as the same endpoint under every path that routes to it', async () => {
    const same = [
      '/api/auth/login',
      '/api/auth/login/',
      '/api/auth/%6Cogin',
      '/api/auth/login?x=1',
      '/api/auth/login;a',
    ]
    const none = [
      '/api//auth/login',
      '//api/auth/login',
      '/API/auth/login',
      '/api/auth/LOGIN',
      '/api/auth/./login',
      '/api/auth%2Flogin',
      '/api/x/../auth/login',
    ]
    const seen: number[] = []
    for (let round = 0; round < 3; round++)
      for (const url of same) seen.push((await guess('192.0.2.21', url, 'caminho@naregua.test')).statusCode)
    expect(count(seen, 422)).toBe(10)
    for (const url of none)
      expect([404, 429], url).toContain((await guess('192.0.2.21', url, 'caminho@naregua.test')).statusCode)
  })
})

describe('the address of a client', () => {
  test('ignores forwarded headers without a trusted proxy', async () => {
    const list = await statuses(30, (index) => ({
      from: '192.0.2.6',
      headers: {
        'x-forwarded-for': `198.51.100.${index}`,
        'x-real-ip': `198.51.100.${index}`,
        forwarded: `for=198.51.100.${index}`,
      },
    }))
    expect(count(list, 422)).toBe(10)
  })

  test('is what a trusted proxy added last, not what its client sent', async () => {
    const through = (client: string, forged = '') => ({
      app: proxied.app,
      from: '10.1.2.3',
      headers: { 'x-forwarded-for': `${forged}${client}` },
    })
    const honest = await statuses(12, (index) => through(`198.51.100.${index}`))
    expect(count(honest, 422)).toBe(12)
    const forged = await statuses(30, (index) => through('198.51.100.99', `203.0.113.${index}, in-process, `))
    expect(count(forged, 422)).toBe(10)
  })

  test('is the whole /64 of an IPv6 customer, and a mapped IPv4 address is itself', async () => {
    const list = await statuses(30, (index) => ({ from: `2001:db8:0:1::${(index + 1).toString(16)}` }))
    expect(count(list, 422)).toBe(10)
    expect((await login({ from: '2001:db8:0:2::1' })).status).toBe(422)
    const mapped = await statuses(20, (index) => ({ from: index % 2 ? '192.0.2.7' : '::ffff:192.0.2.7' }))
    expect(count(mapped, 422)).toBe(10)
  })
})

test('registration is limited to sixty per hour, and so are codes and puzzles', async () => {
  const remoteAddress = '192.0.2.8'
  const payload = { name: 'Ana', email: 'x@naregua.test', password: 'senha123', acceptedTerms: TERMS_VERSION }
  const call = (url: string, input: object = {}) => world.app.inject({ url: `/api${url}`, remoteAddress, ...input })
  for (let index = 0; index < 60; index++) {
    expect((await call(accountsApi.register.url, { method: 'POST', payload })).statusCode).toBe(422)
  }
  expect((await call(accountsApi.register.url, { method: 'POST', payload })).statusCode).toBe(429)
  const { token } = await createCaller(world, { isEmailVerified: false })
  const send = { method: 'POST', payload: { email: 'y@naregua.test' }, headers: { authorization: `Bearer ${token}` } }
  for (let index = 0; index < 30; index++) await call(accountsApi.sendEmailVerification.url, send)
  expect((await call(accountsApi.sendEmailVerification.url, send)).json().code).toBe('TOO_MANY_REQUESTS')
  for (let index = 0; index < 60; index++) await call(accountsApi.captcha.url, { method: index % 2 ? 'HEAD' : 'GET' })
  expect((await call(accountsApi.captcha.url)).statusCode).toBe(429)
})

describe('all requests together', () => {
  test('are limited to twelve thousand per minute, whatever the method, path and token, with Retry-After', async () => {
    const paths = ['/api/users/me', '/api/users/me/', '/api/users/me?x=1', '/api/barbershops/x']
    const call = (index: number) =>
      world.app.inject({
        method: index % 3 ? 'GET' : 'HEAD',
        url: paths[index % paths.length],
        remoteAddress: '192.0.2.9',
        headers: { authorization: `Bearer ${index}`, 'x-forwarded-for': `198.51.100.${index % 250}` },
      })
    const statuses: number[] = []
    for (let index = 0; index < 12_020; index++) statuses.push((await call(index)).statusCode)
    expect(statuses.indexOf(429)).toBe(12_000)
    expect(statuses.slice(12_000).every((status) => status === 429)).toBe(true)
    const answer = await call(1)
    expect(answer.json().code).toBe('TOO_MANY_REQUESTS')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await world.app.inject({ url: '/api/users/me', remoteAddress: '192.0.2.10' })).statusCode).toBe(401)
    const check = await world.app.inject({ url: '/health/live', remoteAddress: '192.0.2.9' })
    expect(check.statusCode, 'health checks are not counted').toBe(200)
  })

  test('do not count requests of page rendering', async () => {
    const ask = () => world.app.inject({ url: '/api/users/me', remoteAddress: 'in-process' })
    for (let index = 0; index < 12_010; index++) await ask()
    expect((await ask()).statusCode).toBe(401)
  })
})
