import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sendError } from './errors.ts'
import { limitConcurrency } from './limit-concurrency.ts'

let finish: () => void
let url: string
let app: ReturnType<typeof fastify>

beforeEach(async () => {
  app = fastify({ forceCloseConnections: true })
  app.setErrorHandler(sendError)
  limitConcurrency(app, { most: 2 })
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  app.get('/slow', () => finished.then(() => 'ok'))
  app.get('/quick', async () => 'ok')
  app.get('/health/live', async () => 'ok')
  app.get('/stream', { config: { isEndless: true } }, () => finished.then(() => 'ok'))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

const status = async (path: string) => (await fetch(url + path)).status

it('turns away at once whoever comes to a full house, and lets in again when somebody leaves', async () => {
  const inside = [status('/slow'), status('/slow')]
  await wait(100)
  const refused = await fetch(`${url}/quick`)
  expect([refused.status, refused.headers.get('retry-after'), Object(await refused.json()).code]).toEqual([
    503,
    '2',
    'UNAVAILABLE',
  ])
  expect(await status('/health/live')).toBe(200)
  finish()
  expect(await Promise.all(inside)).toEqual([200, 200])
  for (let calls = 0; calls < 5; calls++) expect(await status('/quick')).toBe(200)
})

it('keeps no place for who hung up, nor for who only listens', async () => {
  const { port } = app.server.address() as AddressInfo
  for (let calls = 0; calls < 2; calls++) {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
    await wait(50)
    socket.destroy()
  }
  const listening = [status('/stream'), status('/stream'), status('/stream')]
  await wait(100)
  expect(await status('/quick')).toBe(200)
  finish()
  await Promise.all(listening)
})

it('counts calls that come without a network too', async () => {
  for (let calls = 0; calls < 5; calls++) expect((await app.inject('/quick')).statusCode).toBe(200)
})
