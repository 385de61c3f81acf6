import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { createInProcessFetch } from '../web/pages.ts'

let lines: Record<string, unknown>[] = []
const world = await createHarness({
  environment: { LOG_LEVEL: 'info', TRUST_PROXY: '10.0.0.1' },
  deps: { logStream: { write: (line) => void lines.push(JSON.parse(line)) } },
})
afterAll(() => world.close())
beforeEach(() => {
  lines = []
})

const given = '6f2c8f1e-6d0b-4a57-9a52-1c1f5a3a7f10'
const ask = (url: string, remoteAddress: string, id = given) =>
  world.app.inject({ url, remoteAddress, headers: { 'x-request-id': id, 'x-forwarded-for': '203.0.113.9' } })

test('a response and its log line have the same id, and the line contains no URL', async () => {
  const shop = await createBookableBarbershop(world.db)
  const [{ token }] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  const { headers } = await world.call(barbershopsApi.get, { token, params: { id: shop.id }, query: { latitude: -16 } })
  const completed = lines.filter(({ msg }) => msg === 'request completed')
  expect(completed).toMatchObject([
    { reqId: headers['x-request-id'], method: 'GET', route: '/api/barbershops/:id', status: 200, level: 30 },
  ])
  expect(headers['x-request-id']).toMatch(/^[\w-]{8,36}$/)
  expect(completed[0]?.ms).toBeGreaterThanOrEqual(0)
  for (const word of [shop.id, token, '127.0.0.1']) expect(JSON.stringify(completed)).not.toContain(word)
})

test('errors have an id too, and ids are unique', async () => {
  const answers = [
    await ask('/api/users/me', '203.0.113.7'),
    await ask('/api/nada', '203.0.113.7'),
    await ask('/api/barbershops/%E0%A4%A', '203.0.113.7'),
  ]
  const names = answers.map(({ headers }) => headers['x-request-id'])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 400])
  expect(new Set(names).size).toBe(3)
  expect(names).toEqual(names.map(() => expect.stringMatching(/^[\w-]{8,36}$/)))
  expect(names).not.toContain(given)
})

test('only a trusted proxy can set the id, and only a valid one', async () => {
  expect((await ask('/api/filters', '10.0.0.1')).headers['x-request-id']).toBe(given)
  expect((await ask('/api/filters', '10.0.0.2')).headers['x-request-id']).not.toBe(given)
  for (const bad of ['x', '<b>nome</b>', 'a b c d e f', 'x'.repeat(37)])
    expect((await ask('/api/filters', '10.0.0.1', bad)).headers['x-request-id']).not.toBe(bad)
})

test('health checks and requests of page rendering are not logged', async () => {
  await world.app.inject('/health/live')
  await createInProcessFetch(world.app)('http://x/api/filters')
  expect(lines.filter(({ msg }) => msg === 'request completed')).toEqual([])
})
