import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHarness } from '../test/harness.ts'
import { injectStart } from '../test/inject-start.ts'
import { listRoutes } from '../test/list-routes.ts'
import { createApp } from './app.ts'
import type { App } from './lib/http.ts'
import { createMetrics } from './lib/metrics/metrics.ts'
import { mountPages } from './lib/web/pages.ts'

const metrics = createMetrics()
const lines: string[] = []
/** Handler timeouts of the routes that were requested. */
const timeouts = new Map<string, number>()

const world = await createHarness({
  environment: { SEED: 'demo', RATE_LIMIT: 'on', LOG_LEVEL: 'info', CALLS_AT_ONCE: '400' },
  deps: {
    logStream: { write: (line) => void lines.push(line) },
    metrics: { ...metrics, countResponses },
  },
})
const filesFolder = mkdtempSync(join(tmpdir(), 'na-regua-guards-'))
afterAll(async () => {
  await world.close()
  rmSync(filesFolder, { recursive: true })
})

/** Called before any route is added. */
function countResponses(app: Parameters<typeof metrics.countResponses>[0]) {
  metrics.countResponses(app)
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    timeouts.set(`${method} ${routeOptions.url}`, routeOptions.handlerTimeout ?? 0)
  })
}

let routes: { method: 'GET'; url: string }[]

beforeAll(async () => {
  mkdirSync(join(filesFolder, 'assets'))
  writeFileSync(join(filesFolder, 'assets/a-1.js'), 'a()')
  const render = async () => new Response('<p>olá</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  await mountPages(world.app, {
    config: world.config,
    loadWeb: async () => ({ render, toPageUrl: (url) => url }),
    filesFolder,
    freshMs: 0,
    policyOf: () => undefined,
  })
  await world.app.ready()
  routes = listRequests(world.app)
})

/** A request to every route; parameters are 1, wildcards x. */
function listRequests(app: App) {
  return listRoutes(app).map(({ method, path }) => {
    const url = path.replaceAll(/:[\w|:]+(\([^)]*\))?/g, '1').replace('*', 'x')
    return { method: method as 'GET', url: url.startsWith('/') ? url : `/${url}` }
  })
}

const isHealth = (url: string) => url.startsWith('/health/')
const countLines = () => lines.filter((line) => line.includes('request completed')).length

async function countMeasured(): Promise<number> {
  const [found] = (await metrics.registry.getMetricsAsJSON()).filter(
    ({ name }) => name === 'na_regua_http_request_seconds',
  )
  const values = (found?.values ?? []) as { metricName?: string; value: number }[]
  return values.filter(({ metricName }) => metricName?.endsWith('_count')).reduce((sum, { value }) => sum + value, 0)
}

describe('every route, of the API and beside it', () => {
  test('is listed', () => {
    const urls = routes.map(({ url }) => url)
    expect(routes.length).toBeGreaterThan(200)
    for (const url of [
      '/x',
      '/assets/x',
      '/uploads/x',
      '/health/ready',
      '/robots.txt',
      '/sitemap.xml',
      '/descadastrar',
    ])
      expect(urls).toContain(url)
    for (const url of ['/sitemaps/1.xml', '/dev/google/x', '/api/openapi.json', '/api/appointments'])
      expect(urls).toContain(url)
  })

  test('has a timeout, one log line and one measurement for each response', async () => {
    for (const [index, { method, url }] of routes.entries()) {
      const before = { lines: countLines(), measured: await countMeasured() }
      const remoteAddress = `10.0.${index >> 8}.${index & 255}`
      await injectStart(world.app, { method, url, remoteAddress })
      const expected = isHealth(url) ? 0 : 1
      const message = `${method} ${url}`
      await expect.poll(() => countLines() - before.lines, { message }).toBe(expected)
      expect((await countMeasured()) - before.measured, message).toBe(expected)
    }
    expect(timeouts.size).toBeGreaterThan(200)
    const values = [...timeouts.values()]
    expect([Math.min(...values), Math.max(...values)]).toEqual([2000, 60_000])
    const slow = [...timeouts].filter(([, timeout]) => timeout > 5000).map(([name]) => name)
    const uploads = slow.filter((name) => name.startsWith('POST')).toSorted()
    expect(uploads).toEqual([
      'POST /api/barbers/:id/avatar',
      'POST /api/barbershops/:id/imports',
      'POST /api/barbershops/:id/statements',
      'POST /api/contracts/:id/file',
      'POST /api/imports/:id/check',
      'POST /api/reviews/:id/photos',
      'POST /api/uploads',
      'POST /api/users/avatar',
    ])
    expect(slow.filter((name) => !/^(POST|GET|HEAD) \/(api|assets|uploads)\//.test(name))).toEqual([])
  })

  test('has them also when the response comes from a cache', async () => {
    const url = '/api/barbershops/nearby?latitude=-16.6869&longitude=-49.2648'
    const remoteAddress = '203.0.113.77'
    const request = () => world.app.inject({ url, remoteAddress })
    const first = await request()
    const before = { lines: countLines(), measured: await countMeasured() }
    const second = await request()
    expect(second.payload).toBe(first.payload)
    const changing = ['x-request-id', 'date']
    const fixed = (headers: object) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)))
    expect(fixed(second.headers)).toEqual(fixed(first.headers))
    for (const name of changing) expect(second.headers[name], name).toBeDefined()
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    await expect.poll(() => countLines() - before.lines).toBe(1)
    expect((await countMeasured()) - before.measured).toBe(1)
    // None of them holds a place afterwards: one client may have a quarter of the 400.
    for (let round = 0; round < 3; round++) {
      const responses = await Promise.all(Array.from({ length: 90 }, request))
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    }
  })

  test('counts towards the limit of its client', async () => {
    const remoteAddress = '203.0.113.5'
    const exhaust = async (url: string, count: number) => {
      for (let sent = 0; sent < count; sent++) await world.app.inject({ url, remoteAddress })
    }
    await exhaust('/robots.txt', 12_000)
    await exhaust('/assets/none.js', 12_000)
    await exhaust('/health/live', 12_000)
    for (const { method, url } of routes) {
      const { statusCode, headers } = await injectStart(world.app, { method, url, remoteAddress })
      expect([statusCode, Number(headers['retry-after']) > 0], `${method} ${url}`).toEqual([429, true])
    }
    expect((await world.app.inject({ url: '/nada/nada', method: 'DELETE', remoteAddress })).statusCode).toBe(429)
    expect((await world.app.inject({ url: '/', remoteAddress: '203.0.113.6' })).statusCode).toBe(200)
  })

  test('is refused while the process is full, except for health checks and event streams', async () => {
    const app: App = await createApp({
      ...world,
      config: { ...world.config, isRateLimited: false, callsAtOnce: 0, logLevel: 'silent' },
    })
    const served: string[] = []
    for (const { method, url } of listRequests(app)) {
      const { statusCode } = await injectStart(app, { method, url })
      if (statusCode !== 503) served.push(`${method} ${url}`)
    }
    await app.close()
    expect(served).toEqual(
      expect.arrayContaining(['GET /health/live', 'HEAD /health/live', 'GET /api/notifications/stream']),
    )
    expect(
      served.filter(
        (name) => !/ \/health\/live$|^GET \/api\/(notifications|barbershops\/[^/]+\/queue)\/stream$/.test(name),
      ),
    ).toEqual([])
  })
})
