import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { LoadingCache } from './loading-cache.ts'

type ContentCoding = 'br' | 'gzip'
/** The bytes as a string of as many characters, which is written with the headers at once. */
type CachedResponse = { bytes: string; encoded: Partial<Record<ContentCoding, Promise<Buffer>>> }

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const settings = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 5 } }

/** A smaller response fits into one packet with or without compression. */
const MIN_COMPRESSED_BYTES = 1024

type ResponseCacheOptions = {
  clock: Clock
  ttlMs: number
  maxBytes: number
  /** Receives, with the first response, the function that clears the cache when any response may have changed. */
  watch?: (clear: () => void) => void
}

/**
 * Responses of public GET requests by their exact URL. Change events clear the cache; the TTL bounds the age where an event is lost.
 * Concurrent requests for one URL share one computation, unless a change event arrived after it began.
 */
export function createResponseCache({ watch, ttlMs, ...limits }: ResponseCacheOptions) {
  const responses = new LoadingCache<CachedResponse>({ ...limits, ttlMs, sizeOf })
  const cacheControl = `public, max-age=${Math.floor(ttlMs / 1000)}`
  let isWatching = false

  return {
    /** A preValidation hook: a URL with a stored response was valid when it was stored. */
    sendCached(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) {
      const response = responses.find(request.raw.url ?? '')
      if (!response) return done()
      sendResponse(request, reply, response, cacheControl)?.catch(done)
    },
    /** Sends the value of `produce`, serialized by the response schema of the route. */
    async send(request: FastifyRequest, reply: FastifyReply, produce: () => unknown): Promise<void> {
      if (!isWatching) watch?.(() => responses.clear())
      isWatching = true
      const response = await responses.load(request.raw.url ?? '', async () => serialize(reply, await produce()))
      await sendResponse(request, reply, response, cacheControl)
    },
    /** The bytes of all stored responses. */
    getBytes: () => responses.bytes,
  }
}

function serialize(reply: FastifyReply, body: unknown): CachedResponse {
  const json = Buffer.from(String(reply.code(200).serialize(body)))
  return { bytes: json.toString('latin1'), encoded: {} }
}

/** Twice the bytes, because compressed forms are added later. */
function sizeOf({ bytes }: CachedResponse, url: string): number {
  return 2 * (bytes.length + url.length) + 200
}

/**
 * Sends stored bytes without the rest of the lifecycle of a reply, which has nothing to do for them: no hook changes the payload, and
 * all headers are written at once. Hooks on the response run as always.
 */
function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer | string, headers: OutgoingHttpHeaders) {
  // The handler has timed out.
  if (reply.sent) return
  const { raw } = reply
  raw.writeHead(200, Object.assign(reply.getHeaders() as OutgoingHttpHeaders, headers))
  reply.hijack()
  request.permit?.end()
  raw.end(bytes, 'latin1')
}

function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  cacheControl: string,
): Promise<void> | undefined {
  const { bytes, encoded } = response
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': cacheControl,
    vary: 'accept-encoding',
  }
  const accepted = bytes.length < MIN_COMPRESSED_BYTES ? undefined : request.headers['accept-encoding']
  const coding = accepted && chooseCoding(accepted)
  if (!coding) return void sendBytes(request, reply, bytes, { ...headers, 'content-length': bytes.length })
  encoded[coding] ??= compressors[coding](Buffer.from(bytes, 'latin1'), settings[coding])
  return encoded[coding].then((compressed) =>
    sendBytes(request, reply, compressed, {
      ...headers,
      'content-encoding': coding,
      'content-length': compressed.length,
    }),
  )
}

function chooseCoding(accepted: string | string[] = ''): ContentCoding | undefined {
  const codings = String(accepted)
    .split(',')
    .map((coding) => coding.trim().split(/\s*;\s*q=/))
    .filter(([, quality = '1']) => Number(quality) > 0)
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((coding) => codings.includes(coding))
}
