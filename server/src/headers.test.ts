import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../test/barbershop-factories.ts'
import { createCaller } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { listRoutes } from '../test/list-routes.ts'
import { type App, createHttp } from './lib/http.ts'
import { contentSecurityPolicy } from './lib/web/content-security-policy.ts'
import { mountPages } from './lib/web/pages.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
const pages = await createHttp(world.config)
afterAll(async () => {
  await pages.close()
  await world.close()
})

const shop = await createBarbershopRow(world)
const { token } = await createCaller(world)

/** Every route of the router, including the OpenAPI document and the health checks. */
const routes = listRoutes(world.app).map(({ method, path }) => ({
  method: method as 'GET',
  url: path.replaceAll(/:[\w|:]+(\([^)]*\))?/g, shop.id),
}))

const YEAR = 31_536_000

type HeaderResponse = { statusCode: number; payload: string; headers: Record<string, unknown> }

/** Security headers of every response, for any status and client. */
function checkHeaders({ statusCode, payload, headers }: HeaderResponse, message: string) {
  const [, age] = /^max-age=(\d+); includeSubDomains$/.exec(String(headers['strict-transport-security'])) ?? []
  expect(Number(age), message).toBeGreaterThanOrEqual(YEAR)
  expect(headers['x-content-type-options'], message).toBe('nosniff')
  expect(headers['referrer-policy'], message).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/)
  expect(headers['cross-origin-opener-policy'], message).toBe('same-origin')
  expect(headers['cross-origin-resource-policy'], message).toBe('same-origin')
  const policy = String(headers['content-security-policy'])
  expect(policy, message).toMatch(/default-src '(none|self)'/)
  expect(policy, message).toMatch(/frame-ancestors '(none|self)'|sandbox/)
  expect(policy, message).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie'])
    expect(headers[name], `${message} ${name}`).toBeUndefined()
  if (payload)
    expect(String(headers['content-type']), message).toMatch(
      /^(text\/[a-z]+|application\/(json|xml|javascript)); charset=utf-8|^image\/|^font\/|^text\/event-stream|^application\/x-yaml$/i,
    )
  if (statusCode >= 400) expect(payload, message).not.toMatch(/at .*\.ts:\d|node_modules|select .* from/i)
}

describe('every route', () => {
  test('is listed', () => {
    expect(routes.length).toBeGreaterThan(200)
    expect(routes.map(({ url }) => url)).toEqual(expect.arrayContaining(['/health/live', '/robots.txt', '/api/plans']))
  })

  test.each([
    ['an anonymous user', {}],
    ['a logged-in user', { authorization: `Bearer ${token}` }],
    ['a page of another origin', { origin: 'https://outra.test', 'sec-fetch-site': 'cross-site' }],
  ] as [string, Record<string, string>][])('sends %s the security headers', async (_, headers) => {
    // Logging out would end the session that the other requests use.
    for (const { method, url } of routes.filter((route) => !route.url.endsWith('/logout'))) {
      const response = await injectStart(world.app, { method, url, headers })
      checkHeaders(response, `${method} ${url} ${response.statusCode}`)
      const isShared =
        !url.startsWith('/api/') || /\/api\/(docs|openapi|barbershops|filters|plans|states|municipalities)/.test(url)
      if (!isShared) expect(response.headers['cache-control'], url).toMatch(/no-store|no-cache/)
    }
  })

  test('sends JSON with what matters there, and pages and documents also with what only older browsers read', async () => {
    const namesOf = async (url: string) => Object.keys((await injectStart(world.app, { method: 'GET', url })).headers)
    expect((await namesOf('/api/plans')).toSorted()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-security-policy',
      'content-type',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'date',
      'referrer-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-request-id',
    ])
    for (const url of ['/api/docs/', '/robots.txt', '/uploads/none.webp', '/nada'])
      expect(await namesOf(url), url).toEqual(
        expect.arrayContaining([
          'origin-agent-cluster',
          'x-dns-prefetch-control',
          'x-download-options',
          'x-frame-options',
          'x-permitted-cross-domain-policies',
          'x-xss-protection',
        ]),
      )
  })

  test('that does not exist responds with them too, for any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const)
      for (const url of ['/nada', '/api/nada', '/api/users/me/nada', '/.git/config', '/.env', '/api/%zz']) {
        const response = await injectStart(world.app, { method, url, headers: { origin: 'https://outra.test' } })
        checkHeaders(response, `${method} ${url}`)
        expect([400, 404], `${method} ${url}`).toContain(response.statusCode)
      }
  })

  test('rejects TRACE and ignores method overrides', async () => {
    const response = await world.app.inject({ method: 'TRACE' as 'GET', url: '/api/plans' })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    const override = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const url = '/api/users/me/calendar-feed?_method=DELETE'
    const overridden = await world.app.inject({ url, headers: { ...override, authorization: `Bearer ${token}` } })
    expect(overridden.json()).not.toHaveProperty('removed')
  })
})

describe('every page', () => {
  const filesFolder = mkdtempSync(join(tmpdir(), 'na-regua-headers-'))
  mkdirSync(join(filesFolder, 'assets'))
  writeFileSync(join(filesFolder, 'assets/a-1.js'), 'a()')
  afterAll(() => rmSync(filesFolder, { recursive: true }))

  beforeAll(async () => {
    await mountPages(pages, {
      config: { ...world.config, publicUrl: undefined },
      loadWeb: async () => ({
        toPageUrl: (url) => url,
        render: async (request: Request) => {
          const { pathname } = new URL(request.url)
          if (pathname === '/falha') throw new Error('database unavailable')
          const headers = { 'content-type': 'text/html; charset=utf-8' }
          return new Response('<p>olá</p>', { headers, status: pathname === '/' ? 200 : 404 })
        },
      }),
      filesFolder,
      freshMs: 0,
      policyOf: () => contentSecurityPolicy({ scriptHashes: [], tilesUrl: world.config.tilesUrl }),
    })
  })

  test('allows itself, and what it frames, only the features of the browser that they use', async () => {
    const { headers } = await pages.inject('/')
    const policy = new Map(
      String(headers['permissions-policy'])
        .split(', ')
        .map((feature) => feature.split('=') as [string, string]),
    )
    expect(policy.get('geolocation')).toBe('(self)')
    for (const name of ['camera', 'microphone', 'usb', 'display-capture']) expect(policy.get(name)).toBe('()')
  })

  test.each(['/', '/nada', '/assets/a-1.js', '/falha'])(
    '%s cannot be framed and runs only our own scripts',
    async (url) => {
      const response = await injectStart(pages, { method: 'GET', url })
      checkHeaders(response, `${url} ${response.statusCode}`)
      const policy = String(response.headers['content-security-policy'])
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    },
  )
})

test('responses of early rejections have them: unsupported body, overload', async () => {
  const headers = { 'content-type': 'application/xml' }
  const unsupported = await injectStart(world.app, { method: 'POST', url: '/api/auth/login', headers })
  expect(unsupported.statusCode).toBe(415)
  checkHeaders(unsupported, 'an unsupported body')
  const overloaded = await createHttp({ ...world.config, callsAtOnce: 0 })
  overloaded.get('/later', { access: 'public' }, async () => ({}))
  const rejected = await overloaded.inject({ url: '/later', remoteAddress: '203.0.113.9' })
  expect(rejected.statusCode).toBe(503)
  checkHeaders(rejected, 'overload')
  await overloaded.close()
})

test('createHttp adds them to every route that is registered later', async () => {
  const app = (await createHttp(world.config)) as App
  app.get('/later', { access: 'public' }, async () => ({}))
  checkHeaders(await app.inject('/later'), 'a later route')
  await app.close()
  // Control: plain Fastify does not send them.
  const bare = fastify()
  bare.get('/later', async () => ({}))
  const response = await bare.inject('/later')
  expect(() => checkHeaders(response, 'bare')).toThrow()
  await bare.close()
})
