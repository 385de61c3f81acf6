import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { chooseEncoding, hashScripts, toHtmlPage } from './html-page.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('inline scripts are listed by hash and lose their nonce', () => {
  const { html, scriptHashes } = hashScripts(
    '<script nonce="n1">a()</script><script type="module" nonce="n1">b()</script>',
    'n1',
  )
  expect(html).toBe('<script>a()</script><script type="module">b()</script>')
  expect(scriptHashes).toEqual([hashOf('a()'), hashOf('b()')])
})

test('an injected script gets no hash, so it does not run', () => {
  const { scriptHashes } = hashScripts('<p><script>steal()</script></p><script nonce="guess">steal()</script>', 'n1')
  expect(scriptHashes).toEqual([])
})

test('a page keeps its status and type and is stored compressed', async () => {
  const response = new Response('<p>olá</p>', { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
  const page = await toHtmlPage(response, 'n1')
  expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(brotliDecompressSync(page.bodies.br ?? Buffer.of()).toString()).toBe('<p>olá</p>')
  expect(gunzipSync(page.bodies.gzip ?? Buffer.of()).toString()).toBe('<p>olá</p>')
})

test('the ETag depends on the content', async () => {
  const [a, again, b] = await Promise.all(['a', 'a', 'b'].map((text) => toHtmlPage(new Response(text), 'n1')))
  expect(again?.headers.etag).toBe(a?.headers.etag)
  expect(b?.headers.etag).not.toBe(a?.headers.etag)
})

test('the policy allows only the given inline scripts, and images of the tile host', () => {
  const policy = contentSecurityPolicy({
    scriptHashes: ["'sha256-x='"],
    tilesUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
  })
  expect(policy).toContain("script-src 'self' 'sha256-x='")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example;")
})

test('the hosts of reCAPTCHA are allowed only when it is configured', () => {
  const options = { scriptHashes: [], tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png' }
  expect(contentSecurityPolicy(options)).not.toContain('google')
  expect(contentSecurityPolicy({ ...options, hasRecaptcha: true })).toContain(
    'frame-src https://www.google.com/recaptcha/',
  )
})

test("Stripe's hosts are allowed only when Stripe is configured", () => {
  const options = { scriptHashes: [], tilesUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' }
  expect(contentSecurityPolicy(options)).not.toContain('stripe')
  const policy = contentSecurityPolicy({ ...options, hasStripe: true })
  expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com/)
  expect(policy).toMatch(/frame-src https:\/\/js\.stripe\.com/)
  expect(policy).toContain("connect-src 'self' https://api.stripe.com")
})

const all = { identity: Buffer.of(), br: Buffer.of(), gzip: Buffer.of() }

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.8, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
] as const)('a client that accepts %s gets %s', (header, expected) => {
  expect(chooseEncoding(header, all)).toBe(expected)
})

test('what has no compressed variant is sent plain', () => {
  expect(chooseEncoding('br, gzip', { identity: Buffer.of() })).toBe('identity')
})
