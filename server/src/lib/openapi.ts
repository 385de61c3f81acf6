import { fastifySwagger } from '@fastify/swagger'
import { fastifySwaggerUi } from '@fastify/swagger-ui'
import { type ErrorCode, errors } from '@na-regua/contract/errors'
import type { Route } from '@na-regua/contract/route'
import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import type { Config } from './config.ts'
import type { App } from './http.ts'

/** OpenAPI document, generated from the schemas that validate requests: /api/openapi.json, with a viewer at /api/docs. */
export async function describeEndpoints(app: App, { publicUrl }: Pick<Config, 'publicUrl'>) {
  const tags = new Map<string, { name: string; description: string }>()
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Na Régua',
        version: '0.1.0',
        description: 'Encontre barbearias, veja horários livres e agende.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform({ schema, url, route }) {
      const { operation } = route
      if (operation) tags.set(operation.tag, { name: operation.tag, description: operation.description })
      return { schema: describeRoute({ ...route, url, schema: schema ?? {} }), url }
    },
    transformObject(document) {
      if (!('openapiObject' in document)) return document.swaggerObject
      document.openapiObject.tags = [...tags.values()]
      markOptionalBodies(document.openapiObject.paths as Paths)
      return document.openapiObject
    },
  })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

type DescribedRoute = {
  method: RouteOptions['method']
  url: string
  access?: string
  operation?: Route['operation']
  config?: { acceptsAnyContentType?: boolean }
  schema: object
}

type ContractSchema = {
  errors?: readonly ErrorCode[]
  response?: Record<string, ResponseSchema>
  produces?: string[]
  upload?: string
  uploadedFile?: string
  hide?: boolean
}
type ResponseSchema = { type?: string; properties?: object }

function describeRoute(route: DescribedRoute) {
  const { url, access, operation } = route
  const schema: ContractSchema = route.schema
  return {
    ...schema,
    ...describeUpload(schema),
    ...(operation && { operationId: operation.id, tags: [operation.tag] }),
    security: access === 'public' ? [] : [{ session: [] }],
    response: { ...describeSuccess(schema), ...describeErrors(schema, listErrorCodes(route)) },
    'x-access': access,
    hide: Boolean(schema.hide) || !url.startsWith('/api/') || url.startsWith('/api/docs'),
  }
}

/** The multipart body of routes with `upload`. */
function describeUpload({ upload, uploadedFile }: ContractSchema) {
  if (!upload) return {}
  const file = Type.String({
    format: 'binary',
    description: uploadedFile ?? 'JPEG, PNG, WebP, AVIF ou GIF de no máximo 5 MB',
  })
  return { consumes: ['multipart/form-data'], body: Type.Object({ [upload]: file }) }
}

const successes: Record<string, string> = { 200: 'Feito', 201: 'Criado', 303: 'Segue em Location', 304: 'Não mudou' }

function describeSuccess({ response = {}, produces = ['application/json'] }: ContractSchema) {
  const statuses = Object.entries(response).filter(([status]) => Number(status) < 400)
  const described = statuses.map(([status, schema]) => {
    const description = successes[status]
    if (schema.type === 'null') return [status, { description, type: 'null' }]
    return [status, { description, content: Object.fromEntries(produces.map((type) => [type, { schema }])) }]
  })
  const isRedirect = statuses.every(([status]) => status.startsWith('3'))
  return Object.fromEntries([
    ...described,
    ...(isRedirect ? [['default', { description: successes[303], type: 'null' }]] : []),
  ])
}

/** Every route below /api can respond with these: the checks that come before its handler, overload, a bug of ours. */
const generalErrors: readonly ErrorCode[] = ['INVALID_INPUT', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE']

/** The error codes of a route: those of its kind, and those that its declaration in the contract adds. */
export function listErrorCodes({ method, access, config, schema }: Omit<DescribedRoute, 'url'>): ErrorCode[] {
  const { errors: ownErrors = [] }: ContractSchema = schema
  const codes: readonly ErrorCode[] = [
    ...generalErrors,
    ...(config?.acceptsAnyContentType ? [] : (['UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(method === 'GET' ? [] : (['BODY_TOO_LARGE', 'REQUEST_TIMEOUT'] as const)),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(access === 'public' || access === 'self' ? [] : (['FORBIDDEN'] as const)),
    ...ownErrors,
  ]
  return [...new Set(codes)]
}

const retryAfter = { 'retry-after': { type: 'integer', description: 'Segundos até tentar de novo' } }

/** One response for each status. A schema that the contract declares for it keeps its further fields. */
function describeErrors({ response = {} }: ContractSchema, codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errors[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const schema = Type.Object({
        ...response[status]?.properties,
        code: Type.Enum(ofStatus),
        message: Type.String({ description: 'Em português, pronto para mostrar' }),
      })
      const description = ofStatus.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n')
      const headers = status === 429 || status === 503 ? { headers: retryAfter } : {}
      return [status, { description, ...headers, content: { 'application/json': { schema } } }]
    }),
  )
}

type BodySchema = { anyOf?: { type?: string }[] }
type Paths = Record<string, Record<string, Operation>>
type Operation = { requestBody?: { required?: boolean; content: Record<string, { schema?: BodySchema }> } }

/** The generator marks every body as required, also one that may be null: an absent body counts as null. */
function markOptionalBodies(paths: Paths) {
  for (const { requestBody } of Object.values(paths).flatMap((path) => Object.values(path))) {
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    const isOptional = schemas.some((schema) => schema?.anyOf?.some(({ type }) => type === 'null'))
    if (requestBody && isOptional) requestBody.required = false
  }
}
