import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'

const world = await createHarness({ environment: { TRUST_PROXY: '10.0.0.1' } })
await world.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => world.close())

/** The status of a request with exactly these lines after the first. */
async function statusOf(headers: string[], { version = '1.1', target = '/robots.txt' } = {}): Promise<number> {
  const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write([`GET ${target} HTTP/${version}`, ...headers, 'connection: close', '', ''].join('\r\n'))
  return Number((await text(socket)).split(' ')[1])
}

describe('the Host header', () => {
  test.each([
    'localhost',
    'localhost:3000',
    'naregua.example',
    'NaRegua.Example:443',
    'app_1.internal',
    '192.168.0.10:3000',
    '[::1]:3000',
    'xn--barbearia-1ya.example',
  ])('%s is accepted', async (host) => {
    expect(await statusOf([`host: ${host}`])).toBe(200)
  })

  test.each([
    '',
    '/',
    'a b',
    'a/b',
    'a?b',
    'user@naregua.example',
    'naregua.example:',
    'naregua.example:99999',
    'naregua.example:x',
    '[::1',
    '[localhost]',
    'naregua..example',
    '.example',
    'barbearía.example',
    '<script>',
    '"',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}aa`,
  ])('%s is rejected with 400', async (host) => {
    expect(await statusOf([`host: ${host}`])).toBe(400)
  })

  test('that is sent twice or not at all is rejected; HTTP/1.0 needs none', async () => {
    expect(await statusOf(['host: naregua.example', 'Host: evil.example'])).toBe(400)
    expect(await statusOf(['host: naregua.example', 'Host: naregua.example'])).toBe(400)
    expect(await statusOf([])).toBe(400)
    expect(await statusOf([], { version: '1.0', target: '/health/ready' })).toBe(200)
  })

  test('that a trusted proxy forwards follows the same pattern', async () => {
    const request = (remoteAddress: string, host: string) =>
      world.app.inject({ url: '/robots.txt', remoteAddress, headers: { 'x-forwarded-host': host } })
    expect((await request('10.0.0.1', 'naregua.example')).statusCode).toBe(200)
    expect((await request('10.0.0.1', 'a/b')).statusCode).toBe(400)
    expect((await request('10.0.0.2', 'a/b')).statusCode).toBe(200)
  })

  test('of a target in absolute form causes no failure', async () => {
    expect(await statusOf(['host: localhost'], { target: 'http://evil.example/robots.txt' })).toBe(200)
    expect(await statusOf(['host: localhost'], { target: '//evil.example/robots.txt' })).toBe(404)
  })
})

describe('robots.txt and the sitemap without a public URL', () => {
  test.each(['/robots.txt', '/sitemap.xml', '/sitemaps/0.xml'])(
    '%s names no host that any client can send',
    async (url) => {
      const payloadFor = async (host: string) => (await world.app.inject({ url, headers: { host } })).payload
      expect(await payloadFor('evil.example')).not.toContain('evil')
      expect(await payloadFor('localhost.evil.example')).not.toContain('evil')
      expect(await payloadFor('127.0.0.1:3000')).toContain('http://127.0.0.1:3000/')
    },
  )
})
