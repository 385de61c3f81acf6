import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import { Shelf } from './shelf.ts'

type Coding = 'br' | 'gzip'
type Entry = { bytes: Buffer; coded: Partial<Record<Coding, Promise<Buffer>>> }

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const settings = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 5 } }

/** Below this a compressed answer saves no packet. */
const SMALL = 1024

type Options = {
  clock: Clock
  lifeMs: number
  maxBytes: number
  /** Is handed, with the first answer, what to call when any of the answers may have changed. */
  watch?: (forget: () => void) => void
}

/**
 * Ready answers of public GET calls, kept for `lifeMs` under their exact URL: time makes them go also where nobody hears of a
 * change. Requests for an answer that is being made wait for that one, as long as nothing has changed since it was begun.
 */
export function createResponseCache({ watch, ...limits }: Options) {
  const entries = createEntries(limits)
  let isWatching = false

  return {
    /** A preValidation hook: a URL that was answered a moment ago was valid, and is answered the same. */
    async answerKnown(request: FastifyRequest, reply: FastifyReply) {
      const entry = entries.find(request.raw.url ?? '')
      if (entry) return send(request, reply, entry, limits.lifeMs)
    },
    /** Answers with what `produce` gives, cut to the route's response schema; bytes are the JSON of such an answer already. */
    async answer(request: FastifyRequest, reply: FastifyReply, produce: () => Promise<unknown>) {
      if (!isWatching) watch?.(entries.forget)
      isWatching = true
      const serialize = async () => {
        const answer = await produce()
        return Buffer.isBuffer(answer) ? answer : Buffer.from(String(reply.code(200).serialize(answer)))
      }
      return send(request, reply, await entries.get(request.raw.url ?? '', serialize), limits.lifeMs)
    },
    /** Bytes held now. */
    get size() {
      return entries.bytes
    },
  }
}

function createEntries({ clock, lifeMs, maxBytes }: Omit<Options, 'watch'>) {
  const shelf = new Shelf<Entry>({ lifeMs, maxBytes, now: () => clock.now().getTime() })
  const underway = new Map<string, Promise<Entry>>()
  let changes = 0

  async function make(url: string, produce: () => Promise<Buffer>): Promise<Entry> {
    const begun = changes
    const bytes = await produce()
    const entry = { bytes, coded: {} }
    // Twice the bytes: its compressed forms come when somebody asks for them.
    if (begun === changes) shelf.keep(url, entry, 2 * (bytes.length + url.length) + 200)
    return entry
  }

  return {
    find: (url: string) => shelf.find(url),
    get(url: string, produce: () => Promise<Buffer>): Promise<Entry> {
      const known = underway.get(url)
      if (known) return known
      const making = make(url, produce).finally(() => underway.get(url) === making && underway.delete(url))
      underway.set(url, making)
      return making
    },
    /** What was read until now may be wrong. */
    forget() {
      changes++
      shelf.clear()
      underway.clear()
    },
    get bytes() {
      return shelf.bytes
    },
  }
}

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
