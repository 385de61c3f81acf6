import { accountsApi } from '@na-regua/contract/accounts'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { placesApi } from '@na-regua/contract/places'
import { reviewsApi } from '@na-regua/contract/reviews'
import { staffApi } from '@na-regua/contract/staff'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../test/harness.ts'
import { guardRoutes } from './lib/auth.ts'
import { createHttp } from './lib/http.ts'

type Content = { content?: Record<string, { schema: { type?: string } }> }
type Operation = {
  summary: string
  parameters?: { in: string; name: string; schema: object }[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Methods = Record<string, Operation>

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const calls = [accountsApi, appointmentsApi, availabilityApi, barbershopsApi, placesApi, reviewsApi, staffApi].flatMap(
  (api) => Object.values(api),
)

describe('the OpenAPI document', () => {
  it('describes each endpoint of the contract with its access', async () => {
    const answer = await harness.app.inject('/api/openapi.json')
    expect(answer.statusCode).toBe(200)
    const { paths } = answer.json()
    for (const { method, url } of calls) {
      const path = `/api${url.replace(/:(\w+)/g, '{$1}')}`
      expect(paths[path]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
    }
    expect(paths['/api/appointments'].post.security).toEqual([{ session: [] }])
    expect(paths['/api/filters'].get.security).toEqual([])
  })
  it('is valid', async () => {
    const { openapi, paths } = (await harness.app.inject('/api/openapi.json')).json()
    expect(openapi).toMatch(/^3\.1\./)
    const ajv = formats.default(new Ajv2020({ strict: false, validateSchema: true }))
    const compile = (schema: object) => expect(() => ajv.compile(schema), JSON.stringify(schema)).not.toThrow()
    for (const [path, methods] of Object.entries<Methods>(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { summary, parameters = [], requestBody, responses } = operation
        expect(summary, `${method} ${path}`).toMatch(/^[A-ZÀ-Ú]/)
        const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
        expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? [])
        expect(requestBody === undefined || method !== 'get').toBe(true)
        const statuses = ['400', '429', '500', '503', expect.stringMatching(/^20[01]$/)]
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses))
        const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
          Object.entries(part?.content ?? {}),
        )
        for (const [type, { schema }] of contents) {
          expect(type).toEqual(typeOf(path, schema))
          compile(schema)
        }
        for (const { schema } of parameters) compile(schema)
      }
    }
  })
  it('has a viewer', async () => {
    const answer = await harness.app.inject('/api/docs/')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.payload).toContain('swagger')
  })
})

describe('the app', () => {
  it('returns the error body for an unknown endpoint', async () => {
    const answer = await harness.app.inject('/api/nada')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
  })
  it('does not start with a route without access', async () => {
    const app = await createHttp(harness.config)
    guardRoutes(app, async () => undefined)
    expect(() => app.get('/silent', async () => ({}))).toThrow(/does not declare its access/)
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
  it('is live, and ready when the database responds', async () => {
    expect((await harness.app.inject('/health/live')).statusCode).toBe(200)
    expect((await harness.app.inject('/health/ready')).statusCode).toBe(200)
  })
})

type Schema = { type?: string; properties?: Record<string, { format?: string }> }

/** Everything is JSON but a calendar, the live line, and the one file of an upload. */
function typeOf(path: string, { type, properties = {} }: Schema) {
  if (path.endsWith('.ics') && type === 'string') return 'text/calendar'
  if (path.endsWith('.csv') && type === 'string') return 'text/csv'
  if (path.endsWith('/contracts/{id}/file') && type === 'string')
    return expect.stringMatching(/^(application\/pdf|image\/webp)$/)
  if (path.endsWith('/ledger') && type === 'string') return 'application/x-ndjson'
  if (path.endsWith('/stream') && type === 'string') return 'text/event-stream'
  if (path.endsWith('/webhooks/whatsapp') && type === 'string') return 'text/plain'
  const isUpload = Object.values(properties).some(({ format }) => format === 'binary')
  return isUpload ? 'multipart/form-data' : 'application/json'
}
