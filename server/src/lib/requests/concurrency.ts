import { ApiError } from '@na-regua/contract/errors'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preParsingHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import { clientKey } from '../rate-limit.ts'
import { isProductRequest } from './request-log.ts'

/**
 * Runs at most `concurrency` tasks at once and queues up to `maxQueued` more, in order. Beyond that a task is rejected with
 * UNAVAILABLE: its result would come after the client has timed out.
 */
export function createConcurrencyQueue({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function enqueue<T>(task: () => Promise<T>): Promise<T> {
    if (waiting.length >= maxQueued) throw new ApiError('UNAVAILABLE')
    // A finished task hands its slot to the first in the queue, so that a new task cannot overtake it.
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** As `createConcurrencyQueue`, for each key on its own. */
export function createConcurrencyQueues(limits: Parameters<typeof createConcurrencyQueue>[0]) {
  const queues = new Map<string, { enqueue: ReturnType<typeof createConcurrencyQueue>; tasks: number }>()
  return async function enqueue<T>(key: string, task: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? { enqueue: createConcurrencyQueue(limits), tasks: 0 }
    queues.set(key, queue)
    queue.tasks++
    try {
      return await queue.enqueue(task)
    } finally {
      queue.tasks--
      if (queue.tasks === 0) queues.delete(key)
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is a stream that stays open: it does not count as a request in flight. */
    isEndless?: boolean
    /** One account runs few of these at once: a request costs so much that a few dozen of them would delay all others. */
    isExpensive?: boolean
  }
  interface FastifyRequest {
    permit: Permit | null
  }
  interface FastifyInstance {
    /** False when all permits stay taken for `ms`: the process refuses every request. */
    acquirePermit(ms: number): Promise<boolean>
    /** How many requests this process is handling. */
    countRequests(): number
    /** True while this process has requests of other clients too. */
    hasOtherClients(client: string): boolean
  }
}

// One instance each for all: capturing a stack trace for every rejection would cost more than the rejection itself.
const overloaded = new ApiError('UNAVAILABLE')
const tooManyOfClient = new ApiError('TOO_MANY_REQUESTS', { retryAfter: 1 })

type PermitLimits = {
  maxInFlight: number
  /** Requests of one client, those that still send their body included. Infinity by default. */
  maxPerClient?: number
}

/**
 * Rejects a request with 503 and Retry-After while `maxInFlight` requests are being handled, so that those complete in
 * time. A process that accepts everything finishes nothing before its clients time out.
 * A request holds its permit only while the server works on it: neither while its body arrives nor while its response is sent,
 * which may take as long as the client wants.
 */
export function limitConcurrency(app: FastifyInstance, { maxInFlight, maxPerClient = Infinity }: PermitLimits) {
  const permits = createPermits(maxInFlight)
  const clients = createClientCounts(maxPerClient)
  app.decorate('acquirePermit', permits.waitForFree)
  app.decorate('countRequests', permits.count)
  app.decorate('hasOtherClients', clients.hasOthers)
  app.decorateRequest('permit', null)

  app.addHook('onRequest', (request, reply, done) => {
    if (!isProductRequest(request) || request.routeOptions.config.isEndless) return done()
    const client = maxPerClient === Infinity ? undefined : clientKey(request)
    if (client !== undefined && !clients.add(client)) return done(tooManyOfClient)
    const permit = new Permit(permits, clients, client)
    // Also emitted when the client disconnects before the response.
    reply.raw.once('close', () => permit.end())
    if (!permit.take()) {
      permit.end()
      return done(overloaded)
    }
    request.permit = permit
    done()
  })
  // Hooks of every request would cost reads a tenth of their time.
  app.addHook('onRoute', (route) => {
    if (!canHaveBody(route)) return
    route.preParsing = [releasePermit, ...toArray(route.preParsing)]
    route.preValidation = [retakePermitHook, ...toArray(route.preValidation)]
  })
  app.addHook('onSend', endPermit)
}

function canHaveBody({ method }: RouteOptions) {
  return toArray(method).some((name) => name !== 'GET' && name !== 'HEAD')
}

function toArray<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value as T]
}

const releasePermit: preParsingHookHandler = (request, _reply, payload, done) => {
  if (hasBody(request)) request.permit?.release()
  done(null, payload)
}

const retakePermitHook: preValidationHookHandler = (request, _reply, done) =>
  done(isRefused(request) ? overloaded : undefined)

function endPermit(request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: () => void) {
  request.permit?.end()
  done()
}

function hasBody({ headers }: FastifyRequest) {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Whether the request, whose body has arrived, finds no free permit. */
function isRefused({ permit }: FastifyRequest) {
  return permit !== null && !permit.take()
}

/** Waits for the client without a permit. Throws UNAVAILABLE when there is none afterwards. */
export async function waitWithoutPermit<T>(request: FastifyRequest, wait: () => Promise<T>): Promise<T> {
  request.permit?.release()
  const result = await wait()
  retakePermit(request)
  return result
}

/** For a request that has released its permit. Throws UNAVAILABLE when there is none. */
export function retakePermit(request: FastifyRequest) {
  if (isRefused(request)) throw overloaded
}

/** The permit of one request. After `end` it is never taken again. */
class Permit {
  readonly #permits: Permits
  readonly #clients: ClientCounts
  readonly #client: string | undefined
  #isHeld = false
  #isOver = false

  constructor(permits: Permits, clients: ClientCounts, client: string | undefined) {
    this.#permits = permits
    this.#clients = clients
    this.#client = client
  }

  /** False when no permit is free. */
  take(): boolean {
    if (this.#isHeld || this.#isOver) return true
    this.#isHeld = this.#permits.take()
    return this.#isHeld
  }

  release() {
    if (this.#isHeld) this.#permits.release()
    this.#isHeld = false
  }

  end() {
    if (this.#isOver) return
    this.#isOver = true
    this.release()
    if (this.#client !== undefined) this.#clients.remove(this.#client)
  }
}

type Permits = ReturnType<typeof createPermits>

function createPermits(max: number) {
  let taken = 0
  const waiting = new Set<() => void>()

  function take(): boolean {
    if (taken >= max) return false
    taken++
    return true
  }

  function release() {
    taken--
    for (const resolve of waiting) resolve()
  }

  async function waitForFree(ms: number): Promise<boolean> {
    if (taken < max) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const setFree = () => resolve(true)
    const timer = setTimeout(resolve, ms, false)
    waiting.add(setFree)
    const isFree = await promise
    clearTimeout(timer)
    waiting.delete(setFree)
    return isFree
  }

  return { take, release, waitForFree, count: () => taken }
}

type ClientCounts = ReturnType<typeof createClientCounts>

/** The requests of each client, at most `max`. */
function createClientCounts(max: number) {
  const counts = new Map<string, number>()

  function add(client: string): boolean {
    const count = counts.get(client) ?? 0
    if (count >= max) return false
    counts.set(client, count + 1)
    return true
  }

  function remove(client: string) {
    const count = (counts.get(client) ?? 1) - 1
    if (count > 0) counts.set(client, count)
    else counts.delete(client)
  }

  function hasOthers(client: string): boolean {
    return counts.size > (counts.has(client) ? 1 : 0)
  }

  return { add, remove, hasOthers }
}
