import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import type { App } from '../http.ts'
import { sendError } from '../http.ts'
import { limitConcurrency } from '../requests/concurrency.ts'
import { IN_PROCESS } from '../requests/request-log.ts'
import { mountPages, type WebModule } from './pages.ts'

/** The client build: one hashed file with a compressed variant, and some without a hash. */
const filesFolder = mkdtempSync(join(tmpdir(), 'na-regua-web-'))
mkdirSync(join(filesFolder, 'assets'))
writeFileSync(join(filesFolder, 'manifest.webmanifest'), '{}')
writeFileSync(join(filesFolder, 'service-worker.js'), 'worker()')
writeFileSync(join(filesFolder, 'service-worker.js.br'), brotliCompressSync('worker()'))
writeFileSync(join(filesFolder, 'offline.html'), '<script nonce="offline">reload()</script>')
writeFileSync(join(filesFolder, 'assets/a-1.js'), 'a()')
writeFileSync(join(filesFolder, 'assets/a-1.js.br'), brotliCompressSync('a()'))
afterAll(() => rmSync(filesFolder, { recursive: true }))

const apps: App[] = []

/** An app whose pages are rendered by `render`. */
async function serve(
  render: WebModule['render'],
  { publicUrl, isRateLimited = false }: Partial<Config> = {},
  limits = { maxInFlight: 100 },
) {
  const app = fastify() as unknown as App
  app.setErrorHandler(sendError)
  limitConcurrency(app, limits)
  app.get('/api/client', (request) => ({ address: request.ip }))
  await mountPages(app, {
    config: { publicUrl, port: 3000, hasOutbox: false, google: undefined, tilesUrl: '', isRateLimited },
    loadWeb: async () => ({ render, toPageUrl: (url) => url.replace(/[?&]x=[^&]*/, '') }),
    filesFolder,
    freshMs: 60_000,
    policyOf: () => "default-src 'none'",
  })
  apps.push(app)
  return app
}

const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }

afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

test('a page is rendered once for all clients, with its policy, and revalidated by its ETag', async () => {
  let renderings = 0
  const app = await serve(async () => new Response(`<p>${++renderings}</p>`, html))
  const first = await app.inject('/')
  expect(first.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  })
  expect((await app.inject('/')).body).toBe('<p>1</p>')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await app.inject('/?page=2')).body).toBe('<p>2</p>')
})

test('HEAD responds like GET, without a body', async () => {
  const app = await serve(async () => new Response('<p>olá</p>', { ...html, status: 404 }))
  const answer = await app.inject({ method: 'HEAD', url: '/nada' })
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([404, '', '11'])
})

test('a failed rendering returns a page of its own, and the next request renders again', async () => {
  let isBroken = true
  const app = await serve(async () => {
    if (isBroken) throw new Error('base away')
    return new Response('<p>de volta</p>', html)
  })
  const failed = await app.inject('/')
  expect([failed.statusCode, failed.headers['cache-control'], failed.headers['retry-after']]).toEqual([
    500,
    'no-store',
    undefined,
  ])
  expect(failed.body).toContain('<h1>A máquina travou no meio do corte</h1>')
  expect(failed.body).not.toContain('http-equiv="refresh"')
  isBroken = false
  expect((await app.inject('/')).body).toBe('<p>de volta</p>')
})

test('built files are served, and missing files are 404 instead of pages', async () => {
  const app = await serve(async () => new Response('page', html))
  const answer = await app.inject('/assets/a-1.js')
  expect([answer.body, answer.headers['cache-control']]).toEqual(['a()', 'public, max-age=31536000, immutable'])
  expect((await app.inject('/manifest.webmanifest')).headers['cache-control']).toBe('public, max-age=3600')
  for (const url of ['/assets/gone.js', '/assets/a-1.js.br', '/assets/', '/assets/..%2foffline.html'])
    expect((await app.inject(url)).statusCode, url).toBe(404)
})

test('the service worker is revalidated each time and may request only its own origin', async () => {
  const app = await serve(async () => new Response('page', html))
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const { headers: sent } = await app.inject({ url: '/service-worker.js', headers })
    expect(sent).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'",
    })
  }
  const page = await app.inject('/offline.html')
  expect(page.body).toContain('reload()')
  const hash = createHash('sha256').update('reload()').digest('base64')
  expect(page.headers['content-security-policy']).toContain(`style-src 'unsafe-inline'`)
  expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
})

test('a built file is sent compressed, by range, and not again while the client has it', async () => {
  const app = await serve(async () => new Response('page', html))
  const get = (headers: Record<string, string>) => app.inject({ url: '/assets/a-1.js', headers })
  const compressed = await get({ 'accept-encoding': 'gzip, br' })
  expect(compressed.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'content-encoding': 'br',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('a()')
  const again = await get({ 'if-none-match': String((await get({})).headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const part = await get({ range: 'bytes=1-2' })
  expect([part.statusCode, part.body]).toEqual([206, '()'])
})

test('an unknown endpoint is an error of the API, not a page', async () => {
  const app = await serve(async () => new Response('page', html))
  const answer = await app.inject('/api/nada')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
})

test('rendering requests the API in-process, from an address that no client can have', async () => {
  const app = await serve(
    async (_request, _site, callApi) => new Response(await (await callApi('/api/client')).text(), html),
  )
  expect((await app.inject('/')).json()).toEqual({ address: IN_PROCESS })
})

test('a page names the public URL, or without one a loopback host, and never a host that any client can send', async () => {
  const render: WebModule['render'] = async (_request, site) => new Response(site.publicUrl, html)
  const open = await serve(render)
  const bodyFor = async (host: string) => (await open.inject({ url: '/', headers: { host } })).body
  expect(await bodyFor('127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
  expect(await bodyFor('[::1]:3000')).toBe('http://[::1]:3000')
  for (const host of ['a.example', 'localhost.evil.example', '127.0.0.1.evil.example'])
    expect(await bodyFor(host)).toBe('http://localhost:3000')
  const fixed = await serve(render, { publicUrl: 'https://naregua.example' })
  expect((await fixed.inject({ url: '/', headers: { host: 'localhost' } })).body).toBe('https://naregua.example')
})

test('parameters that the page does not read cause no further rendering', async () => {
  const urls: string[] = []
  const app = await serve(async (request) => {
    urls.push(request.url)
    return new Response('page', html)
  })
  for (const url of ['/?x=1', '/?x=2', '/', '/?lat=1&x=3', '/?lat=1'])
    expect((await app.inject(url)).statusCode).toBe(200)
  expect(urls).toEqual(['http://localhost/', 'http://localhost/?lat=1'])
})

describe('people behind one address', () => {
  const serveLimited = (render: WebModule['render'], limits = { maxInFlight: 400, maxPerClient: 100 }) =>
    serve(render, { isRateLimited: true }, limits)

  test('are not refused while the process keeps up: twelve tabs at once, and hundreds of pages one after the other', async () => {
    const app = await serveLimited(async () => new Response('page', html))
    const open = async (index: number) => await app.inject({ url: `/?lat=${index}`, remoteAddress: '203.0.113.1' })
    const tabs = await Promise.all(Array.from({ length: 12 }, (_, index) => open(index)))
    expect(tabs.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
    for (let index = 12; index < 300; index++) expect((await open(index)).statusCode).toBe(200)
  })

  test('are served in turn, and refused while too many wait; other clients do not wait for them', async () => {
    const slow = Promise.withResolvers<void>()
    const begun: string[] = []
    const app = await serveLimited(async ({ url }) => {
      begun.push(url)
      if (!url.endsWith('other')) await slow.promise
      return new Response('page', html)
    })
    const get = async (url: string, remoteAddress = '203.0.113.1') => await app.inject({ url, remoteAddress })
    const waiting = Array.from({ length: 41 }, (_, index) => get(`/?lat=${index}`))
    await expect.poll(() => begun).toEqual(['http://localhost/?lat=0'])
    expect((await get('/?lat=43')).statusCode).toBe(503)
    expect((await get('/?lat=other', '203.0.113.2')).statusCode).toBe(200)
    expect(begun).toHaveLength(2)
    slow.resolve()
    expect((await Promise.all(waiting)).map(({ statusCode }) => statusCode)).toEqual(Array(41).fill(200))
    expect((await get('/?lat=43')).statusCode).toBe(200)
  })

  test.each([
    ['the process', { maxInFlight: 1, maxPerClient: 10 }, 503, '2', 'O Na Régua está ocupado neste momento.'],
    [
      'their address',
      { maxInFlight: 10, maxPerClient: 1 },
      429,
      '1',
      'Muita gente está abrindo páginas por esta mesma rede.',
    ],
  ])('get a page that tries again by itself when %s has no room', async (_, limits, status, retryAfter, text) => {
    const slow = Promise.withResolvers<void>()
    const app = await serveLimited(async () => {
      await slow.promise
      return new Response('page', html)
    }, limits)
    const get = async (url: string) => await app.inject({ url, remoteAddress: '203.0.113.1' })
    const first = get('/?lat=1')
    await expect.poll(() => app.countRequests()).toBe(1)
    const refused = await get('/?lat=2')
    expect(refused.statusCode).toBe(status)
    expect(refused.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': retryAfter,
    })
    expect(refused.body).toContain(`<meta http-equiv="refresh" content="${retryAfter}">`)
    expect(refused.body).toContain(text)
    slow.resolve()
    expect((await first).statusCode).toBe(200)
    expect((await get('/?lat=2')).statusCode).toBe(200)
  })
})
