import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import { LoadingCache } from './loading-cache.ts'

type ContentCoding = 'br' | 'gzip'
type CachedResponse = { bytes: Buffer; encoded: Partial<Record<ContentCoding, Promise<Buffer>>> }

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
    async sendCached(request: FastifyRequest, reply: FastifyReply) {
      const response = responses.find(request.raw.url ?? '')
      if (response) return sendResponse(request, reply, response, cacheControl)
    },
    /** Sends the value of `produce`, serialized by the response schema of the route; a buffer is its JSON already. */
    async send(request: FastifyRequest, reply: FastifyReply, produce: () => Promise<unknown>) {
      if (!isWatching) watch?.(() => responses.clear())
      isWatching = true
      const serialize = async () => {
        const body = await produce()
        const bytes = Buffer.isBuffer(body) ? body : Buffer.from(String(reply.code(200).serialize(body)))
        return { bytes, encoded: {} }
      }
      // Not get(): the hook has just looked.
      return sendResponse(request, reply, await responses.load(request.raw.url ?? '', serialize), cacheControl)
    },
    /** Bytes of all stored responses. */
    get size() {
      return responses.bytes
    },
  }
}

/** Twice the bytes, because compressed forms are added later. */
function sizeOf({ bytes }: CachedResponse, url: string): number {
  return 2 * (bytes.length + url.length) + 200
}

async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  cacheControl: string,
) {
  const { bytes, encoded } = response
  const coding = bytes.length < MIN_COMPRESSED_BYTES ? undefined : chooseCoding(request.headers['accept-encoding'])
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', cacheControl)
  reply.header('vary', 'accept-encoding')
  // @fastify/compress then leaves the body as it is.
  request.headers['x-no-compression'] = 'true'
  if (!coding) return reply.send(bytes)
  encoded[coding] ??= compressors[coding](bytes, settings[coding])
  reply.header('content-encoding', coding)
  return reply.send(await encoded[coding])
}

function chooseCoding(accepted: string | string[] = ''): ContentCoding | undefined {
  const offers = String(accepted)
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*q=/))
    .filter(([, quality = '1']) => Number(quality) > 0)
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((coding) => offers.includes(coding))
}
