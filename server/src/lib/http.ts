import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { fastifyCompress } from '@fastify/compress'
import { fastifyHelmet } from '@fastify/helmet'
import { fastifyMultipart } from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { ApiError } from '@na-regua/contract/errors'
import { IMAGE_BYTES } from '@na-regua/contract/images'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  fastify,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { Config } from './config.ts'
import { sendError } from './errors.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { createRequestIds } from './request-id.ts'
import { logResponses, setRequestIdHeader } from './request-log.ts'
import { serializerCompiler, validatorCompiler } from './schemas.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Somebody else's program reads the body, in whatever form it wants. */
    hasForeignBody?: boolean
  }
}

/** Where log lines go; the standard output unless told otherwise. */
export type LogStream = { write(line: string): void }

/** What of a request or of a failed statement may name a person or open a session. */
const secret = ['req.headers.authorization', 'req.headers.cookie', 'err.detail', 'err.where', 'err.parameters']

/** Addresses that open something by themselves: links of letters, calendar feeds. Ids of 36 characters may stay. */
const addresses = ['url', 'req.url']

function hide(value: unknown, path: string[]): string {
  if (path.at(-1) !== 'url') return '[Redacted]'
  return String(value).replace(/(?<=[?&]token=)[^&]+|[\w-]{40,}/g, '[token]')
}

const NO_PAGE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** What is refused before helmet looks at it says to a browser what helmet says of everything else. */
const bareHeaders = {
  'content-security-policy': NO_PAGE,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** The bare HTTP house: validation by the contract's schemas, one error body, safe headers. Knows no feature. */
export async function createHttp(config: Config, logStream?: LogStream): Promise<App> {
  const app = fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    // A picture from a slow phone; whatever is no upload has its answer long before.
    requestTimeout: UPLOAD_MS,
    // What reaches a server that closes is answered like everything before it; nobody is sent away with a half-done wish.
    return503OnClosing: false,
    logger: {
      level: config.logLevel,
      redact: { paths: [...secret, ...addresses], censor: hide },
      ...(logStream && { stream: logStream }),
    },
    // One line for each answer instead of two for each request, and none of them tells an address: access-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: createRequestIds(config),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // No hook runs for these.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, setRequestIdHeader(request, reply).headers(bareHeaders)),
    clientErrorHandler: answerSocket,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw new ApiError('NOT_FOUND')
  })
  app.server.headersTimeout = 10_000
  addDoors(app, config)
  await app.register(fastifyMultipart, { limits: { files: 1, fields: 0, parts: 1, fileSize: IMAGE_BYTES } })
  await app.register(fastifyHelmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false })
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  return app
}

/** What every request passes before anybody looks at it. */
function addDoors(app: FastifyInstance, config: Config) {
  // First, so that it stands on what the others refuse too. Pages, pictures and the document of calls say more themselves; nothing
  // else is anything that a browser should run or frame.
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(bareHeaders)
    done()
  })
  logResponses(app, config)
  limitConcurrency(app, { most: config.callsAtOnce })
  app.addHook('onRequest', refuseOddContentTypes)
}

/** Longest life of a call, hooks included. Its work ends on its own (statements have their time); its caller need not wait. */
const LONGEST_MS = 5000
const UPLOAD_MS = 60_000

/** Every answer of these routes comes in time, is kept by nobody unless the call itself says otherwise, and is never a page. */
export function strictResponses(app: App, { longestMs = LONGEST_MS } = {}) {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout = Object(route.schema).upload ? UPLOAD_MS : longestMs
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

/** What is no HTTP, or too much of it, never becomes a request: the socket itself gets the error body. */
function answerSocket(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const answer = new ApiError(error.code === 'HPE_HEADER_OVERFLOW' ? 'BODY_TOO_LARGE' : 'INVALID_INPUT')
  const body = JSON.stringify(answer.body())
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const json = /^application\/json(; ?charset=utf-8)?$/i
const multipart = /^multipart\/form-data; ?boundary="?[\w'()+,./:=?-]{1,70}"?$/i

/** Only JSON is a body, but where a file is sent: a tab, a parameter, another case is how validation is walked around elsewhere. */
async function refuseOddContentTypes({ headers, routeOptions }: FastifyRequest) {
  const type = headers['content-type']
  if (routeOptions.config.hasForeignBody) return
  const expected = Object(routeOptions.schema).upload ? multipart : json
  if (type !== undefined && !expected.test(type)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}
