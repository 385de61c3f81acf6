import { createHash } from 'node:crypto'
import { fastifyRateLimit, normalizeIP } from '@fastify/rate-limit'
import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { IN_PROCESS } from './requests/request-log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the requests of this route count as; each kind has a count of its own. */
    kind?: RequestKind
  }
}

/**
 * file: what every page loads by the dozen. health: a check must not fail because users of the same address are busy. Pages, the
 * API and all others have no kind and share one count.
 */
type RequestKind = 'file' | 'health'

/** Some hundred people behind one address, the phones of a mobile network for example, send some thousand; a process handles that many in seconds. */
const REQUESTS_PER_MINUTE = 12_000
const MAX_TRACKED_CLIENTS = 50_000

/**
 * The key of a client in rate limits. An IPv6 /64 is one client. `request.ip` trusts forwarded headers of configured proxies
 * only.
 */
export function clientKey(request: FastifyRequest): string {
  return normalizeIP(request.ip)
}

/** Limits each client per process. Runs before authentication, so that invalid tokens cost no query. */
export async function limitRequests(app: FastifyInstance, config: Pick<Config, 'isRateLimited'>) {
  if (!config.isRateLimited) return
  const kindOf = (request: FastifyRequest) => request.routeOptions.config.kind
  await app.register(fastifyRateLimit, {
    global: false,
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    cache: MAX_TRACKED_CLIENTS,
    keyGenerator: (request) => `${kindOf(request) ?? ''} ${clientKey(request)}`,
    // Requests of page rendering to its own process; a header cannot forge the socket's address.
    allowList: (request) => request.raw.socket.remoteAddress === IN_PROCESS,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  app.addHook('onRequest', app.rateLimit())
}

type LocalLimit = { max: number; seconds: number; clock?: Clock }

/** Counts in this process only, for work that costs much but gives nothing away. Throws TOO_MANY_REQUESTS. */
export function createLocalLimit({ max, seconds, clock = systemClock }: LocalLimit) {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: MAX_TRACKED_CLIENTS })
  return function countLocally(client: string) {
    const now = clock.now().getTime()
    const known = windows.get(client)
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + seconds * 1000 }
    window.count++
    windows.set(client, window)
    if (window.count > max)
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((window.endsAt - now) / 1000) })
  }
}

/** At most `max` per window of `seconds`. `of` is what is counted: an address, an account, or both. */
export type Limit = { action: string; of: string[]; max: number; seconds: number }

export type CountAttempts = (...limits: Limit[]) => Promise<void>

/**
 * Counters in the database, shared by all processes, for endpoints where guessing must be expensive. One statement for all limits
 * of a request. Throws TOO_MANY_REQUESTS with `retryAfter` in seconds.
 */
export function createAttempts(deps: { db: Database; clock: Clock; config: Pick<Config, 'isRateLimited'> }) {
  return async function countAttempts(...limits: Limit[]) {
    if (!deps.config.isRateLimited) return
    const now = deps.clock.now().getTime()
    const rows = limits.map((limit) => ({ key: keyOf(limit), window_start: windowStart(limit, now) }))
    const counted = await deps.db
      .insertInto('attempts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.constraint('attempts_key').doUpdateSet({ count: sql<number>`least(attempts.count + 1, 1000000)` }),
      )
      .returning(['key', 'count'])
      .execute()
    const counts = new Map(counted.map(({ key, count }) => [key, count]))
    const exceeded = limits.find((limit) => (counts.get(keyOf(limit)) ?? 0) > limit.max)
    if (!exceeded) return
    const ends = windowStart(exceeded, now).getTime() + exceeded.seconds * 1000
    throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((ends - now) / 1000) })
  }
}

function windowStart({ seconds }: Limit, now: number) {
  return new Date(now - (now % (seconds * 1000)))
}

/** Hashed: counters must not contain email or IP addresses. */
function keyOf({ action, of }: Limit) {
  return `${action}:${createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 27)}`
}
