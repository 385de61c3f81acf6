import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../test/harness.ts'
import { createApp } from '../app.ts'
import type { App } from './http.ts'

const world = await createHarness()
afterAll(() => world.close())

const wanted = `/api${barbershopsApi.filters.url}`

/** One connection that is kept open, as a balancer's is. */
function createClient(app: App) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { port } = app.server.address() as AddressInfo
  const ask = (path: string) =>
    new Promise<{ status: number; connection: string | undefined; body: string }>((resolve, reject) => {
      const read = async (answer: IncomingMessage) =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body: await text(answer) })
      get({ agent, port, host: '127.0.0.1', path }, (answer) => void read(answer).catch(reject)).on('error', reject)
    })
  return { ask, disconnect: () => agent.destroy() }
}

test('a draining server is live but not ready, and closes connections after their next response', async () => {
  const app = await createApp(world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { ask, disconnect } = createClient(app)
  expect(await ask('/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' })
  let isOver = false
  // Longer than a busy machine pauses between two requests.
  const draining = app.drain(200, 3000).then(() => {
    isOver = true
  })
  // A load balancer that has not noticed yet keeps sending, and its requests are served.
  for (const end = Date.now() + 600; Date.now() < end; )
    expect(await ask(wanted)).toMatchObject({ status: 200, connection: 'close' })
  expect(isOver).toBe(false)
  expect(await ask('/health/live')).toMatchObject({ status: 200 })
  const ready = await ask('/health/ready')
  expect([ready.status, JSON.parse(ready.body).code]).toEqual([503, 'UNAVAILABLE'])
  // Readiness checks alone do not delay the drain.
  await draining
  disconnect()
  await app.close()
})

test('requests during shutdown are served', async () => {
  const app = await createApp(world)
  let late: ReturnType<typeof ask> | undefined
  // New connections are refused, existing ones are still open.
  app.addHook('preClose', async () => {
    late = ask(wanted)
    await late
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { ask, disconnect } = createClient(app)
  await ask(wanted)
  await app.close()
  expect(await late).toMatchObject({ status: 200, connection: 'close' })
  disconnect()
})

test('a process that refuses every request is live but not ready, until a permit is free', async () => {
  const app = await createApp({ ...world, config: { ...world.config, callsAtOnce: 1 } })
  const { promise, resolve } = Promise.withResolvers<string>()
  let isRunning = false
  app.get('/slow', { access: 'public' }, () => {
    isRunning = true
    return promise
  })
  const status = async (url: string) => (await app.inject(url)).statusCode
  expect(await status('/health/ready')).toBe(200)
  const slow = status('/slow')
  await expect.poll(() => isRunning).toBe(true)
  expect([await status('/health/live'), await status('/health/ready'), await status(wanted)]).toEqual([200, 503, 503])
  const ready = status('/health/ready')
  resolve('ok')
  expect([await ready, await slow, await status(wanted)]).toEqual([200, 200, 200])
  await app.close()
})
