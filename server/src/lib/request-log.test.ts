import { barbershopsApi } from '@na-regua/contract/barbershops'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../test/booking-scene.ts'
import { createHarness } from '../../test/harness.ts'
import { createInProcessFetch } from './web/pages.ts'

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

test('an answer and its line in the log carry the same name, and the line tells no address', async () => {
  const shop = await createBookableBarbershop(world.db)
  const [{ token }] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  const { headers } = await world.call(barbershopsApi.get, { token, params: { id: shop.id }, query: { latitude: -16 } })
  const answered = lines.filter(({ msg }) => msg === 'request completed')
  expect(answered).toMatchObject([
    { reqId: headers['x-request-id'], method: 'GET', route: '/api/barbershops/:id', status: 200, level: 30 },
  ])
  expect(headers['x-request-id']).toMatch(/^[\w-]{8,36}$/)
  expect(answered[0]?.ms).toBeGreaterThanOrEqual(0)
  for (const word of [shop.id, token, '127.0.0.1']) expect(JSON.stringify(answered)).not.toContain(word)
})

test('refusals carry it too, and no two requests share one', async () => {
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

test('only a proxy that is trusted gives the name, and only a harmless one', async () => {
  expect((await ask('/api/filters', '10.0.0.1')).headers['x-request-id']).toBe(given)
  expect((await ask('/api/filters', '10.0.0.2')).headers['x-request-id']).not.toBe(given)
  for (const bad of ['x', '<b>nome</b>', 'a b c d e f', 'x'.repeat(37)])
    expect((await ask('/api/filters', '10.0.0.1', bad)).headers['x-request-id']).not.toBe(bad)
})

test('health checks and what a page asks itself leave no line', async () => {
  await world.app.inject('/health/live')
  await createInProcessFetch(world.app)('http://x/api/filters')
  expect(lines.filter(({ msg }) => msg === 'request completed')).toEqual([])
})
