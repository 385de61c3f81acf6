import { fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { sendError } from './errors.ts'
import type { App } from './http.ts'
import { IN_PROCESS } from './in-process.ts'
import { mountPages, type WebModule } from './web-pages.ts'

const failure = {
  type: 'text/html',
  etag: 'W/"f"',
  cacheControl: '',
  bodies: { identity: Buffer.from('own failure page') },
}
const file = {
  type: 'text/javascript',
  etag: 'W/"a"',
  cacheControl: 'immutable',
  bodies: { identity: Buffer.from('a()') },
}
const apps: App[] = []

/** The pages of a web that renders as told. */
function serve(render: WebModule['render'], publicUrl?: string) {
  const app = fastify() as unknown as App
  app.setErrorHandler(sendError)
  app.get('/api/visitor', (request) => ({ address: request.ip }))
  mountPages(app, {
    config: { publicUrl, hasOutbox: false, google: undefined, tilesUrl: '' },
    loadWeb: async () => ({ render }),
    assets: new Map([
      ['/500.html', failure],
      ['/assets/a-1.js', file],
    ]),
    freshMs: 60_000,
    policyOf: () => "default-src 'none'",
  })
  apps.push(app)
  return app
}

const html = { headers: { 'content-type': 'text/html; charset=utf-8' } }

afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

test('a page is rendered once for all, with its policy, and known again by its tag', async () => {
  let renderings = 0
  const app = serve(async () => new Response(`<p>${++renderings}</p>`, html))
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

test('HEAD answers as GET does, without a body', async () => {
  const app = serve(async () => new Response('<p>olá</p>', { ...html, status: 404 }))
  const answer = await app.inject({ method: 'HEAD', url: '/nada' })
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([404, '', '11'])
})

test('a failed rendering answers the page that stands on its own, and the next visitor gets another try', async () => {
  let isBroken = true
  const app = serve(async () => {
    if (isBroken) throw new Error('base away')
    return new Response('<p>de volta</p>', html)
  })
  const failed = await app.inject('/')
  expect([failed.statusCode, failed.body, failed.headers['cache-control']]).toEqual([
    500,
    'own failure page',
    'no-store',
  ])
  isBroken = false
  expect((await app.inject('/')).body).toBe('<p>de volta</p>')
})

test('built files are served as they are, and files that are gone are not pages', async () => {
  const app = serve(async () => new Response('page', html))
  const answer = await app.inject('/assets/a-1.js')
  expect([answer.body, answer.headers['cache-control']]).toEqual(['a()', 'immutable'])
  expect((await app.inject('/assets/gone.js')).statusCode).toBe(404)
})

test('an unknown call is an answer of the API, not a page', async () => {
  const answer = await serve(async () => new Response('page', html)).inject('/api/nada')
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
})

test('the rendering calls the API in this process, from an address that no visitor can have', async () => {
  const app = serve(
    async (_request, _site, callApi) => new Response(await (await callApi('/api/visitor')).text(), html),
  )
  expect((await app.inject('/')).json()).toEqual({ address: IN_PROCESS })
})

test('each address that the site is reached by has pages of its own, unless one is configured', async () => {
  const render: WebModule['render'] = async (_request, site) => new Response(site.publicUrl, html)
  const open = serve(render)
  expect((await open.inject({ url: '/', headers: { host: 'a.example' } })).body).toBe('http://a.example')
  expect((await open.inject({ url: '/', headers: { host: 'b.example' } })).body).toBe('http://b.example')
  const fixed = serve(render, 'https://naregua.example')
  expect((await fixed.inject({ url: '/', headers: { host: 'evil.example' } })).body).toBe('https://naregua.example')
})
