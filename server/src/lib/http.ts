import type { IncomingMessage, ServerResponse } from 'node:http'
import { fastifyCompress } from '@fastify/compress'
import { fastifyHelmet } from '@fastify/helmet'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { ApiError } from '@na-regua/contract/errors'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
  type RawServerDefault,
} from 'fastify'
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
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body' ? exact.compile(schema as object) : onlyFinite(coercing.compile(schema as object)),
  )
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new ApiError('NOT_FOUND')
  })
  app.addHook('onRequest', refuseOddContentTypes)
  await app.register(fastifyHelmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false })
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] })
  return app
}

const json = /^application\/json(; ?charset=utf-8)?$/i

/** Only JSON is a body: a tab, a parameter, another case is how validation is walked around elsewhere. */
async function refuseOddContentTypes({ headers }: FastifyRequest) {
  const type = headers['content-type']
  if (type !== undefined && !json.test(type)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}

// Words of a URL are text and must become numbers; a JSON body says its own types.
const exact = formats.default(new Ajv({ useDefaults: true }))
const coercing = formats.default(new Ajv({ useDefaults: true, coerceTypes: true }))

/** Ajv makes a number of "Infinity" and of "1e999" and then forgets to hold it against the limits. */
function onlyFinite(validate: ValidateFunction) {
  return (words: Record<string, unknown>) => {
    if (!validate(words)) return { error: new Error(coercing.errorsText(validate.errors)) }
    const areFinite = Object.values(words).every((value) => typeof value !== 'number' || Number.isFinite(value))
    return areFinite ? { value: words } : { error: new Error('a number must be finite') }
  }
}
