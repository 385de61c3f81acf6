import type { IncomingMessage, ServerResponse } from 'node:http'
import { fastifyCompress } from '@fastify/compress'
import { fastifyMultipart } from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { MAX_IMAGE_BYTES } from '@na-regua/contract/images'
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { Config } from './config.ts'
import { limitRequests } from './rate-limit.ts'
import { limitConcurrency } from './requests/concurrency.ts'
import { rejectHosts } from './requests/host.ts'
import { createRequestIds, logResponses, setRequestIdHeader } from './requests/request-log.ts'
import { destroyUnfinishedRequests, respondOnSocket } from './requests/sockets.ts'
import { trackClients } from './requests/track-clients.ts'
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
    /** The body is in the sender's own format, as in webhooks: no content type is refused. */
    acceptsAnyContentType?: boolean
  }
}

/** Where log lines are written instead of standard output. */
export type LogStream = { write(line: string): void }

/** Fields that may contain credentials or personal data. */
const redactedFields = ['req.headers.authorization', 'req.headers.cookie', 'err.detail', 'err.where', 'err.parameters']

/** URLs may contain tokens: links in emails, calendar feeds. UUIDs have 36 characters and are kept. */
const urlFields = ['url', 'req.url']

function redact(value: unknown, path: string[]): string {
  if (path.at(-1) !== 'url') return '[Redacted]'
  return String(value).replace(/(?<=[?&]token=)[^&]+|[\w-]{40,}/g, '[token]')
}

const API_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Security headers of every response. */
const securityHeaders = {
  'content-security-policy': API_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** No response of the API is anything that a browser should run, frame or store; routes that others may store say so themselves. */
const apiHeaders = { ...securityHeaders, 'cache-control': 'no-store' }

/** Features of the browser that pages use: where the user is, a screen that stays lit and full, the payment provider's form. */
const usedFeatures = [
  'geolocation=(self)',
  'fullscreen=(self)',
  'screen-wake-lock=(self)',
  'payment=(self "https://js.stripe.com" "https://checkout.stripe.com")',
]

/** Neither a page nor what it frames gets them. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const permissionsPolicy = [...usedFeatures, ...unusedFeatures.map((name) => `${name}=()`)].join(', ')

/** Also for what a browser shows: pages, files, the API documentation. Older browsers, Flash and PDF readers know some of these only. */
const documentHeaders = {
  ...apiHeaders,
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy,
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

const documentUrl = /^\/(?!api\/)|^\/api\/docs/

/** Timeout of a request, hooks and body included. The work itself is limited by statement timeouts. */
const HANDLER_TIMEOUT_MS = 5000
/** Timeout of an upload from a slow phone, and of files for one. */
export const TRANSFER_TIMEOUT_MS = 60_000

/** Timeouts of a connection, whatever it requests. */
const timeouts = {
  // For the slowest upload. Other routes have a shorter handler timeout.
  requestTimeout: TRANSFER_TIMEOUT_MS,
  // Without progress, such as a client that does not read. Longer than the interval of an event stream's heartbeat.
  connectionTimeout: 65_000,
  // By default Node looks for expired connections every 30 s only.
  http: { connectionsCheckingInterval: 1000, headersTimeout: 8000 },
}

/**
 * The HTTP server without routes: schema validation, one error body, security headers, limits. Every route that is added to it
 * later, of the API or beside it, is behind the same limits and has a timeout.
 */
export async function createHttp(
  config: Config,
  logStream?: LogStream,
  handlerTimeoutMs = HANDLER_TIMEOUT_MS,
): Promise<App> {
  const app = fastify({
    ...timeouts,
    handlerTimeout: handlerTimeoutMs,
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    // Requests that arrive during shutdown are handled as usual; the listening socket is closed already.
    return503OnClosing: false,
    logger: {
      level: config.logLevel,
      redact: { paths: [...redactedFields, ...urlFields], censor: redact },
      ...(logStream && { stream: logStream }),
    },
    // Fastify logs two lines per request, with the URL; request-log.ts logs one, without it.
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: createRequestIds(config),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Hooks do not run for these.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, setRequestIdHeader(request, reply).headers(securityHeaders)),
    clientErrorHandler: (error, socket) => respondOnSocket(error, socket, securityHeaders),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw new ApiError('NOT_FOUND')
  })
  await addRequestHooks(app, config)
  dropLateErrors(app)
  await app.register(fastifyMultipart, { limits: { files: 1, fields: 0, parts: 1, fileSize: MAX_IMAGE_BYTES } })
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  return app
}

/** Hooks of every request, in this order. */
async function addRequestHooks(app: App, config: Config) {
  // First, so that the rejections of the later hooks carry the headers too. Pages, images and the API documentation set their own
  // policy and caching.
  app.addHook('onRequest', ({ raw }, reply, done) => {
    reply.headers(documentUrl.test(raw.url ?? '/') ? documentHeaders : apiHeaders)
    done()
  })
  logResponses(app, config)
  destroyUnfinishedRequests(app)
  rejectHosts(app)
  limitConcurrency(app, {
    maxInFlight: config.callsAtOnce,
    maxPerClient: config.isRateLimited ? Math.ceil(config.callsAtOnce / CLIENT_SHARE) : undefined,
  })
  app.addHook('onRequest', rejectContentTypes)
  await limitRequests(app, config)
  if (config.isRateLimited) trackClients(app)
  // Before the body is read.
  app.addHook('onRequest', ({ is404 }, _reply, done) => done(is404 ? new ApiError('NOT_FOUND') : undefined))
  app.addHook('onRoute', (route) => {
    if (Object(route.schema).upload) route.handlerTimeout = TRANSFER_TIMEOUT_MS
  })
}

/**
 * A handler that fails after its timeout, because a statement that it waited for timed out too: the response was sent, and logged. Fastify
 * would log an error of its own for each. A bug of ours is still logged as one.
 */
function dropLateErrors(app: App) {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function handleOnce(this, request, reply) {
      const result: unknown = handler.call(this, request, reply)
      if (!(result instanceof Promise)) return result
      return result.catch((error: Error) => {
        if (!reply.sent) throw error
        if (!toApiError(error, request)) request.log.error({ err: error }, 'unexpected error')
      })
    }
  })
}

/** One client may take a quarter of all permits. */
const CLIENT_SHARE = 4

const json = /^application\/json(; ?charset=utf-8)?$/i
const multipart = /^multipart\/form-data; ?boundary="?[\w'()+,./:=?-]{1,70}"?$/i

/** Only exactly JSON, or multipart for uploads: unusual spellings of a content type have bypassed validation elsewhere. */
function rejectContentTypes(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
  const type = request.headers['content-type']
  done(
    type === undefined || isAccepted(type, request.routeOptions) ? undefined : new ApiError('UNSUPPORTED_MEDIA_TYPE'),
  )
}

function isAccepted(type: string, { config, schema }: FastifyRequest['routeOptions']): boolean {
  return config.acceptsAnyContentType || (Object(schema).upload ? multipart : json).test(type)
}

/** The error that violating a named constraint means. */
const constraints: Record<string, ErrorCode> = {
  barber_contracts_no_overlap: 'CONTRACT_OVERLAP',
  users_email_unique: 'EMAIL_TAKEN',
  appointments_barber_no_overlap: 'SLOT_TAKEN',
  appointments_customer_no_overlap: 'CUSTOMER_BUSY',
  customer_profiles_phone_unique: 'CUSTOMER_PHONE_TAKEN',
}

/**
 * Transient failures: 503, never a 500. SQLSTATE: lost connections (08), a server that became a standby (25006), serialization
 * failures and deadlocks (40), insufficient resources (53), timeouts (55P03, 57014, 25P03), shutdown or start (57P). Then errors
 * of the network, a full disk of ours, and what the driver reports only as text.
 */
const retryable =
  /^(08\w{3}|25006|25P03|40001|40P01|53\w{3}|55P03|57014|57P\w{2}|E(NOSPC|DQUOT|CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Client was closed/

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_HANDLER_TIMEOUT: 'UNAVAILABLE',
  FST_REQ_FILE_TOO_LARGE: 'IMAGE_TOO_LARGE',
}

/** Undefined for a bug of ours, which is a 500. */
export function toApiError(error: FastifyError | Error, request?: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
  // The body did not arrive in time: the client was slow, not our handler.
  if (code === 'FST_ERR_HANDLER_TIMEOUT' && request?.raw.complete === false) return new ApiError('REQUEST_TIMEOUT')
  const known = constraints[constraint] ?? fastifyCodes[code]
  if (known) return new ApiError(known)
  if (retryable.test(code) || lostConnection.test(error.message)) return new ApiError('UNAVAILABLE')
  const status = (error as FastifyError).statusCode ?? 500
  if (status === 429) return new ApiError('TOO_MANY_REQUESTS')
  if (status >= 400 && status < 500) return new ApiError('INVALID_INPUT')
  return undefined
}

/** Sends text that is JSON already, in the shape of the response schema. */
export function sendJson(reply: FastifyReply, json: string | Buffer) {
  return reply.type('application/json; charset=utf-8').send(json)
}

export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  return reply.send(setErrorStatus(error, request, reply).body())
}

/** A SQLSTATE or code of the network, or the driver's own text: neither contains values of the request. */
const reasonOf = (error: Error) => (error as { code?: string }).code || error.message

/** Sets the status and headers of an error response, and logs a bug of ours, or why the request could not be handled now. */
export function setErrorStatus(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): ApiError {
  const known = toApiError(error, request)
  if (!known) request.log.error({ err: error }, 'unexpected error')
  else if (known.code === 'UNAVAILABLE' && known !== error) request.log.warn({ reason: reasonOf(error) }, 'unavailable')
  const apiError = known ?? new ApiError('INTERNAL')
  const { retryAfter = apiError.code === 'UNAVAILABLE' ? 2 : undefined } = apiError.details
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.status(apiError.status).header('cache-control', 'no-store')
  return apiError
}
