import type { IncomingMessage, ServerResponse } from 'node:http'
import { fastifyCompress } from '@fastify/compress'
import { fastifyHelmet } from '@fastify/helmet'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { ApiError } from '@na-regua/contract/errors'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { type FastifyBaseLogger, type FastifyInstance, fastify, type RawServerDefault } from 'fastify'
import type { Config } from './config.ts'
import { answerError } from './errors.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The bare HTTP house: validation by the contract's schemas, one error body, safe headers. Knows no feature. */
export async function createHttp(config: Config): Promise<App> {
  const app = fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 10_000,
    logger: { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    disableRequestLogging: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? exact : coercing).compile(schema as object))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new ApiError('NOT_FOUND')
  })
  // Only JSON is a body: odd Content-Types are how validation is walked around elsewhere.
  app.removeContentTypeParser('text/plain')
  await app.register(fastifyHelmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false })
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] })
  return app
}

// Words of a URL are text and must become numbers; a JSON body says its own types.
const exact = formats.default(new Ajv({ useDefaults: true }))
const coercing = formats.default(new Ajv({ useDefaults: true, coerceTypes: true }))
