import { ApiError, type ErrorCode, errors } from '@na-regua/contract/errors'
import { plansApi } from '@na-regua/contract/plans'
import { afterAll, expect, test } from 'vitest'
import { checkDeclaredErrors } from '../test/declared-errors.ts'
import { createHarness } from '../test/harness.ts'
import { listEndpoints } from '../test/list-endpoints.ts'
import { createHttp } from './lib/http.ts'

type Response = {
  content?: Record<string, { schema: { properties?: { code?: { enum?: ErrorCode[] } } } }>
}
type Operation = {
  operationId: string
  tags: string[]
  security: unknown[]
  responses: Record<string, Response>
  'x-access': string
  requestBody?: { required: boolean }
}

const world = await createHarness({ environment: { SEED: 'demo' } })
afterAll(() => world.close())

const document = (await world.app.inject('/api/openapi.json')).json()
const described = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
)

const listCodes = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    (content?.['application/json']?.schema.properties?.code?.enum ?? []).map((code) => ({
      status: Number(status),
      code,
    })),
  )

const endpoints = listEndpoints(world.app)

test('every operation is named after its route in the contract, once', () => {
  const expected = endpoints.map(({ operation, name }) => `${operation.id} ${name.replace(' ', ' /api')}`)
  expect(described.map(({ operationId, name }) => `${operationId} ${name}`).toSorted()).toEqual(expected.toSorted())
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length)
  expect(described.length).toBeGreaterThanOrEqual(137)
})

test('every operation has one tag, which is described once', () => {
  const tags: string[] = document.tags.map(({ name }: { name: string }) => name)
  expect(new Set(tags).size).toBe(tags.length)
  expect(described.map(({ tags: [tag] }) => tag).filter((tag) => !tags.includes(tag as string))).toEqual([])
})

/** The pages that the specification states otherwise. */
const otherPages: Record<string, number> = { '/barbershops/nearby': 6 }

const lists = endpoints.flatMap(({ url, schema }) => {
  const { properties = {} } = (schema.querystring ?? {}) as { properties?: Record<string, { default?: number }> }
  return properties.perPage ? [[url, properties.perPage.default] as const] : []
})

test.each(lists)('a page of %s has as many as the specification states [9.3]', (url, perPage) => {
  expect(perPage).toBe(otherPages[url] ?? 10)
})

test('every operation states who may call it', () => {
  for (const { operationId, security, ...operation } of described) {
    const isPublic = operation['x-access'] === 'public'
    expect(security, operationId).toEqual(isPublic ? [] : [{ session: [] }])
    // A webhook has no session, but a signature.
    if (operationId !== 'outreachReceiveWebhook') expect('401' in operation.responses, operationId).toBe(!isPublic)
  }
  expect(document.components.securitySchemes.session).toEqual({ type: 'http', scheme: 'bearer' })
})

test('every operation lists its error codes under their status', () => {
  for (const operation of described) {
    const codes = listCodes(operation)
    for (const { status, code } of codes)
      expect([operation.operationId, status]).toEqual([operation.operationId, errors[code][0]])
    const general = ['INVALID_INPUT', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE']
    expect(
      codes.map(({ code }) => code),
      operation.operationId,
    ).toEqual(expect.arrayContaining(general))
  }
})

test('every error code is one that some operation responds with', () => {
  const declared = new Set(described.flatMap((operation) => listCodes(operation).map(({ code }) => code)))
  expect(Object.keys(errors).filter((code) => !declared.has(code as ErrorCode))).toEqual([])
})

test('license, server and optional bodies are stated', () => {
  expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  expect(document.servers).toEqual([{ url: '/' }])
  const find = (id: string) => described.find(({ operationId }) => operationId === id)
  expect(find('appointmentsCreate')?.requestBody?.required).toBe(true)
  expect(find('appointmentsCancel')?.requestBody?.required).toBe(false)
})

test('the server is the public address where one is configured', async () => {
  const hosted = await createHarness({ environment: { PUBLIC_URL: 'https://naregua.example' } })
  expect((await hosted.app.inject('/api/openapi.json')).json().servers).toEqual([{ url: 'https://naregua.example' }])
  await hosted.close()
})

test('an error response that its route does not declare is found', async () => {
  const app = await createHttp(world.config)
  const handler = () => {
    throw new ApiError('SLOT_TAKEN')
  }
  const config = { access: 'self' } as const
  app.get('/declared', {
    access: 'self',
    config,
    schema: { ...plansApi.list.schema, errors: ['SLOT_TAKEN'] },
    handler,
  })
  app.get('/undeclared', { access: 'self', config, schema: plansApi.list.schema, handler })
  await app.inject('/declared')
  expect(() => checkDeclaredErrors(app)).not.toThrow()
  await app.inject('/undeclared')
  expect(() => checkDeclaredErrors(app)).toThrow('GET /undeclared: SLOT_TAKEN')
  await app.close()
})
