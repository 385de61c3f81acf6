import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBarbershop } from '../test/barbershop-factories.ts'
import { createCaller } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { type App, createHttp } from './lib/http.ts'
import { contentSecurityPolicy } from './lib/web/content-security-policy.ts'
import { mountPages } from './lib/web/pages.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
const pages = await createHttp(world.config)
afterAll(async () => {
  await pages.close()
  await world.close()
})

const shop = await createBarbershop(world)
const { token } = await createCaller(world)

/** Every route of the router's own tree, the document of calls and the health checks among them. */
const routes = listRoutes(world.app.printRoutes({ commonPrefix: false }))

function listRoutes(tree: string) {
  const trail: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent, part, methods] = /^([│├└─ ]*?)([^│├└─ ].*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (part === undefined || indent === undefined) return []
    trail.length = indent.length / 4
    trail.push(part)
    const url = trail.join('').replaceAll(/:[\w|:]+(\([^)]*\))?/g, shop.id)
    return (methods ?? '').split(', ').flatMap((method) => (method ? [{ method: method as 'GET', url }] : []))
  })
}

const YEAR = 31_536_000

type Answer = { statusCode: number; payload: string; headers: Record<string, unknown> }

/** What each answer says to a browser, whatever it is and whoever asked. */
function check({ statusCode, payload, headers }: Answer, what: string) {
  const [, age] = /^max-age=(\d+); includeSubDomains$/.exec(String(headers['strict-transport-security'])) ?? []
  expect(Number(age), what).toBeGreaterThanOrEqual(YEAR)
  expect(headers['x-content-type-options'], what).toBe('nosniff')
  expect(headers['referrer-policy'], what).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/)
  expect(headers['cross-origin-opener-policy'], what).toBe('same-origin')
  expect(headers['cross-origin-resource-policy'], what).toBe('same-origin')
  const policy = String(headers['content-security-policy'])
  expect(policy, what).toMatch(/default-src '(none|self)'/)
  expect(policy, what).toMatch(/frame-ancestors '(none|self)'|sandbox/)
  expect(policy, what).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie'])
    expect(headers[name], `${what} ${name}`).toBeUndefined()
  if (payload)
    expect(String(headers['content-type']), what).toMatch(
      /^(text\/[a-z]+|application\/(json|xml|javascript)); charset=utf-8|^image\/|^font\/|^text\/event-stream|^application\/x-yaml$/i,
    )
  if (statusCode >= 400) expect(payload, what).not.toMatch(/at .*\.ts:\d|node_modules|select .* from/i)
}

describe('every route', () => {
  test('is known', () => {
    expect(routes.length).toBeGreaterThan(200)
    expect(routes.map(({ url }) => url)).toEqual(expect.arrayContaining(['/health/live', '/robots.txt', '/api/plans']))
  })

  test.each([
    ['a visitor', {}],
    ['a person', { authorization: `Bearer ${token}` }],
    ['a page elsewhere', { origin: 'https://outra.test', 'sec-fetch-site': 'cross-site' }],
  ] as [string, Record<string, string>][])('answers %s with the headers that a browser needs', async (_, headers) => {
    // Logging out would end what the others ask with.
    for (const { method, url } of routes.filter((route) => !route.url.endsWith('/logout'))) {
      const answer = await injectStart(world.app, { method, url, headers })
      check(answer, `${method} ${url} ${answer.statusCode}`)
      const isShared =
        !url.startsWith('/api/') || /\/api\/(docs|openapi|barbershops|filters|plans|states|municipalities)/.test(url)
      if (!isShared) expect(answer.headers['cache-control'], url).toMatch(/no-store|no-cache/)
    }
  })

  test('that is none is refused with them as well, in any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const)
      for (const url of ['/nada', '/api/nada', '/api/users/me/nada', '/.git/config', '/.env', '/api/%zz']) {
        const answer = await injectStart(world.app, { method, url, headers: { origin: 'https://outra.test' } })
        check(answer, `${method} ${url}`)
        expect([400, 404], `${method} ${url}`).toContain(answer.statusCode)
      }
  })

  test('knows neither TRACE nor a method that stands in a header', async () => {
    const answer = await world.app.inject({ method: 'TRACE' as 'GET', url: '/api/plans' })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    const override = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const url = '/api/users/me/calendar-feed?_method=DELETE'
    const told = await world.app.inject({ url, headers: { ...override, authorization: `Bearer ${token}` } })
    expect(told.json()).not.toHaveProperty('removed')
  })
})

describe('every page', () => {
  const filesFolder = mkdtempSync(join(tmpdir(), 'na-regua-headers-'))
  mkdirSync(join(filesFolder, 'assets'))
  writeFileSync(join(filesFolder, '500.html'), 'falhou')
  writeFileSync(join(filesFolder, 'assets/a-1.js'), 'a()')
  afterAll(() => rmSync(filesFolder, { recursive: true }))

  beforeAll(async () => {
    await mountPages(pages, {
      config: { ...world.config, publicUrl: undefined },
      loadWeb: async () => ({
        render: async (request: Request) => {
          const { pathname } = new URL(request.url)
          if (pathname === '/falha') throw new Error('base away')
          const headers = { 'content-type': 'text/html; charset=utf-8' }
          return new Response('<p>olá</p>', { headers, status: pathname === '/' ? 200 : 404 })
        },
      }),
      filesFolder,
      freshMs: 0,
      policyOf: () => contentSecurityPolicy({ scriptHashes: [], tilesUrl: world.config.tilesUrl }),
    })
  })

  test.each(['/', '/nada', '/assets/a-1.js', '/falha'])('%s is framed by nobody and runs what is ours', async (url) => {
    const answer = await injectStart(pages, { method: 'GET', url })
    check(answer, `${url} ${answer.statusCode}`)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })
})

test('whoever is refused at the door is told them too: an odd body, a full house', async () => {
  const headers = { 'content-type': 'application/xml' }
  const odd = await injectStart(world.app, { method: 'POST', url: '/api/auth/login', headers })
  expect(odd.statusCode).toBe(415)
  check(odd, 'an odd body')
  const full = await createHttp({ ...world.config, callsAtOnce: 0 })
  full.get('/later', { access: 'public' }, async () => ({}))
  const refused = await full.inject({ url: '/later', remoteAddress: '203.0.113.9' })
  expect(refused.statusCode).toBe(503)
  check(refused, 'a full house')
  await full.close()
})

test('the bare house adds them by itself: a route that is made later has them', async () => {
  const app = (await createHttp(world.config)) as App
  app.get('/later', { access: 'public' }, async () => ({}))
  check(await app.inject('/later'), 'a later route')
  await app.close()
  // Without the house nothing would, so the test above can fail.
  const bare = fastify()
  bare.get('/later', async () => ({}))
  const answer = await bare.inject('/later')
  expect(() => check(answer, 'bare')).toThrow()
  await bare.close()
})
