import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { placesApi } from '@na-regua/contract/places'
import { reviewsApi } from '@na-regua/contract/reviews'
import { staffApi } from '@na-regua/contract/staff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../test/harness.ts'
import { guardRoutes } from './lib/auth.ts'
import { createHttp } from './lib/http.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const calls = [accountsApi, appointmentsApi, availabilityApi, barbershopsApi, placesApi, reviewsApi, staffApi].flatMap(
  (api) => Object.values(api),
)

describe('the document of all calls', () => {
  it('describes each call of the contract, and who may make it', async () => {
    const answer = await harness.app.inject('/api/openapi.json')
    expect(answer.statusCode).toBe(200)
    const { paths } = answer.json()
    for (const { method, url } of calls) {
      const path = `/api${url.replace(/:(\w+)/g, '{$1}')}`
      expect(paths[path]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
    }
    expect(paths['/api/appointments'].post.security).toEqual([{ session: [] }])
    expect(paths['/api/filters'].get.security).toBeUndefined()
  })
  it('can be read on a page', async () => {
    const answer = await harness.app.inject('/api/docs/')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.payload).toContain('swagger')
  })
})

describe('the door', () => {
  it('answers an unknown call with the error body', async () => {
    const answer = await harness.app.inject('/api/nada')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  })
  it('does not start with a route that keeps silent about who may call it', async () => {
    const app = await createHttp(harness.config)
    guardRoutes(app, async () => undefined)
    expect(() => app.get('/silent', async () => ({}))).toThrow(/does not say who may call it/)
    await app.close()
  })
  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-8, text/html',
    'appli cation/json',
  ])('refuses a body of type %s', async (type) => {
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': type },
      payload: '{"email":"a@b.co","password":"x"}',
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ message: expect.any(String) })
  })
  it.each([
    '{',
    '[]',
    'null',
    '"x"',
    '{"__proto__":{"isAdmin":true},"email":"a@b.co","password":"x"}',
    '{"email":{"a":1},"password":"x"}',
    `{"email":"a@b.co","password":"${'x'.repeat(70_000)}"}`,
  ])('refuses the body %.40s', async (payload) => {
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect([400, 413]).toContain(answer.statusCode)
  })
  it('says that it is alive, and ready when the base answers', async () => {
    expect((await harness.app.inject('/health/live')).statusCode).toBe(200)
    expect((await harness.app.inject('/health/ready')).statusCode).toBe(200)
  })
})
