import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'

type Coding = 'br' | 'gzip'
type Entry = { madeAt: number; size: number; bytes: Buffer; coded: Partial<Record<Coding, Promise<Buffer>>> }

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const settings = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 5 } }

/** Below this a compressed answer saves no packet. */
const SMALL = 1024

/**
 * Ready answers of public GET calls, kept for `lifeMs` under their exact URL: time alone makes them go, so nobody can
 * forget to clear them. Requests for an answer that is being made wait for that one.
 */
export function createByteCache(options: { clock: Clock; lifeMs: number; maxBytes: number }) {
  const entries = new Map<string, Entry>()
  const underway = new Map<string, Promise<Entry>>()
  let size = 0

  function drop(url: string, entry: Entry) {
    entries.delete(url)
    size -= entry.size
  }

  function find(url: string): Entry | undefined {
    const entry = entries.get(url)
    if (!entry) return undefined
    const age = options.clock.now().getTime() - entry.madeAt
    if (age >= 0 && age < options.lifeMs) return entry
    drop(url, entry)
    return undefined
  }

  function keep(url: string, entry: Entry) {
    const former = entries.get(url)
    if (former) drop(url, former)
    entries.set(url, entry)
    size += entry.size
    // Insertion order is age: the first ones are the next to expire anyway.
    for (const [oldest, old] of entries) {
      if (size <= options.maxBytes) break
      drop(oldest, old)
    }
  }

  async function make(url: string, produce: () => Promise<string>): Promise<Entry> {
    const madeAt = options.clock.now().getTime()
    const bytes = Buffer.from(await produce())
    // Twice the bytes: its compressed forms come when somebody asks for them.
    const entry = { madeAt, bytes, coded: {}, size: 2 * (bytes.length + url.length) + 200 }
    keep(url, entry)
    return entry
  }

  return {
    /** A preValidation hook: a URL that was answered a moment ago was valid, and is answered the same. */
    async answerKnown(request: FastifyRequest, reply: FastifyReply) {
      const entry = find(request.raw.url ?? '')
      if (entry) return send(request, reply, entry, options.lifeMs)
    },
    /** Answers with what `produce` gives, cut to the route's response schema. */
    async answer(request: FastifyRequest, reply: FastifyReply, produce: () => Promise<unknown>) {
      const url = request.raw.url ?? ''
      let making = underway.get(url)
      if (!making) {
        making = make(url, async () => String(reply.code(200).serialize(await produce()))).finally(() =>
          underway.delete(url),
        )
        underway.set(url, making)
      }
      return send(request, reply, await making, options.lifeMs)
    },
    /** Bytes held now. */
    get size() {
      return size
    },
  }
}

export type ByteCache = ReturnType<typeof createByteCache>

async function send(request: FastifyRequest, reply: FastifyReply, entry: Entry, lifeMs: number) {
  const coding = entry.bytes.length < SMALL ? undefined : chooseCoding(request.headers['accept-encoding'])
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', `public, max-age=${Math.floor(lifeMs / 1000)}`)
  reply.header('vary', 'accept-encoding')
  // What @fastify/compress reads to leave an answer as it is.
  request.headers['x-no-compression'] = 'true'
  if (!coding) return reply.send(entry.bytes)
  entry.coded[coding] ??= compressors[coding](entry.bytes, settings[coding])
  reply.header('content-encoding', coding)
  return reply.send(await entry.coded[coding])
}

function chooseCoding(accepted: string | string[] = ''): Coding | undefined {
  const offers = String(accepted)
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*q=/))
    .filter(([, quality = '1']) => Number(quality) > 0)
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((coding) => offers.includes(coding))
}
