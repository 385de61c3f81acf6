import { type AddressInfo, connect, type Socket } from 'node:net'
import { route } from '@na-regua/contract/route'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type App, createHttp } from '../http.ts'
import { readUpload } from '../image.ts'

const config = {
  ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SEED: 'none', RATE_LIMIT: 'off' }),
  callsAtOnce: 3,
}
const sockets: Socket[] = []
let app: App
/** Uploads whose handler runs. */
let receiving: number

beforeEach(async () => {
  app = await createHttp(config, undefined, 300)
  receiving = 0
  app.get('/quick', async () => 'ok')
  app.post('/form', async () => 'ok')
  const upload = route('POST', '/upload', { upload: 'file', response: {} })
  app.route({
    ...upload,
    handler: async (request) => {
      receiving++
      return (await readUpload(request, upload)).length
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** Connections that send these bytes and nothing more, and never close their side. Each array collects what one receives. */
function openConnections(count: number, bytes: string): string[][] {
  return Array.from({ length: count }, () => {
    const received: string[] = []
    const { port } = app.server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(bytes))
    socket.on('error', () => {})
    socket.on('data', (data) => received.push(String(data)))
    sockets.push(socket)
    return received
  })
}

const countConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

const quick = async () => (await app.inject({ url: '/quick', remoteAddress: '203.0.113.1' })).statusCode
const patient = { timeout: 20_000 }

function request(path: string, type: string, length: number, body: string) {
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `content-type: ${type}`, `content-length: ${length}`]
  return [...head, '', body].join('\r\n')
}

describe('a client that stops in the middle of', () => {
  test('a body gets 408 and is disconnected, while others are served', async () => {
    const received = openConnections(20, request('/form', 'application/json', 1000, '{'))
    await expect.poll(countConnections, patient).toBe(20)
    for (let attempt = 0; attempt < 20; attempt++) expect(await quick()).toBe(200)
    await expect
      .poll(() => received.filter((texts) => texts.join('').startsWith('HTTP/1.1 408 ')).length, patient)
      .toBe(20)
    expect(received[0]?.join('')).toContain('"code":"REQUEST_TIMEOUT"')
    await expect.poll(countConnections, patient).toBe(0)
  })

  test('a body that is refused at once is disconnected too', async () => {
    const received = openConnections(5, request('/form', 'text/plain', 1000, 'x'))
    await expect
      .poll(() => received.filter((texts) => texts.join('').startsWith('HTTP/1.1 415 ')).length, patient)
      .toBe(5)
    await expect.poll(countConnections, patient).toBe(0)
  })

  test.each([
    ['a header', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '],
    ['the first line', 'GET /'],
    ['nothing', ''],
  ])('%s gets 408 and is disconnected', async (_, bytes) => {
    app.server.headersTimeout = 100
    const received = openConnections(20, bytes)
    await expect
      .poll(() => received.filter((texts) => texts.join('').startsWith('HTTP/1.1 408 ')).length, patient)
      .toBe(20)
    await expect.poll(countConnections, patient).toBe(0)
    expect(await quick()).toBe(200)
  })

  test('an upload takes no permit', async () => {
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    openConnections(10, request('/upload', 'multipart/form-data; boundary=x', 1000, body))
    await expect.poll(() => receiving, patient).toBe(10)
    expect(await quick()).toBe(200)
  })
})

test('the time to send a request is limited: seconds for headers, a minute for the longest upload', () => {
  const { headersTimeout, requestTimeout, timeout } = app.server
  expect(headersTimeout).toBeLessThanOrEqual(8000)
  expect(requestTimeout).toBe(60_000)
  expect(timeout).toBe(65_000)
})
