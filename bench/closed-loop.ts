/**
 * Closed-loop load: each keep-alive connection sends its next request when its response has arrived. A process of its own, and without
 * an HTTP library, so that the generator costs less than the servers that it measures. It receives a ClosedLoopPlan and sends back a
 * ClosedLoopResult.
 */
import { connect } from 'node:net'
import type { PlannedRequest } from './arrivals.ts'

export type ClosedLoopPlan = {
  url: string
  /** Sent in turn, all of them before one repeats. Of a GET the path is enough. */
  requests: readonly (string | PlannedRequest)[]
  headers: Record<string, string>
  /** Undefined: until each was sent once. */
  seconds: number | undefined
  connections: number
}

/** `busyShare` of the time, without polling: near 1 the generator limits the rate and not the server. Undefined where it sleeps. */
export type ClosedLoopResult = {
  count: number
  perSecond: number
  p50: number
  p99: number
  errors: number
  busyShare: number | undefined
}

type Run = {
  host: string
  port: number
  requests: readonly Buffer[]
  /** So many are sent at most. */
  limit: number
  sent: number
  endsAt: number
  times: number[]
  errors: number
  idleMs: number
}

process.on('message', async (plan: ClosedLoopPlan) => process.send?.(await runClosedLoop(plan)))

async function runClosedLoop(plan: ClosedLoopPlan): Promise<ClosedLoopResult> {
  const { url, seconds, connections } = plan
  const { hostname, port } = new URL(url)
  const requests = plan.requests.map((request) => write(plan, request))
  const started = performance.now()
  const run: Run = {
    host: hostname,
    port: Number(port),
    requests,
    limit: seconds === undefined ? requests.length : Number.POSITIVE_INFINITY,
    sent: 0,
    endsAt: seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000,
    times: [],
    errors: 0,
    idleMs: 0,
  }
  if (seconds !== undefined) pollUntilEnd(run)
  await Promise.all(Array.from({ length: connections }, () => runConnection(run)))
  const elapsed = performance.now() - started
  const times = Float64Array.from(run.times).sort()
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return {
    count: times.length,
    perSecond: times.length / (elapsed / 1000),
    p50: at(0.5),
    p99: at(0.99),
    errors: run.errors,
    busyShare: seconds === undefined ? undefined : 1 - run.idleMs / elapsed,
  }
}

function write({ url, headers }: ClosedLoopPlan, request: string | PlannedRequest): Buffer {
  const { method, path, token, body } = typeof request === 'string' ? { method: 'GET', path: request } : request
  const json = body && JSON.stringify(body)
  const all = {
    host: new URL(url).host,
    connection: 'keep-alive',
    ...headers,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
  }
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n${json ?? ''}`)
}

/**
 * Keeps this process awake, also while no response has arrived. The kernel charges waking a process to the one that sends, so a server
 * that is slow enough for the generator to sleep would pay for each response what a fast one never pays (decision 40). Requests that
 * are sent once are bookings, for which server and database need both cores: there it sleeps.
 */
function pollUntilEnd(run: Run) {
  let handled = 0
  let polledAt = performance.now()
  function poll() {
    const now = performance.now()
    if (run.times.length === handled) run.idleMs += now - polledAt
    handled = run.times.length
    polledAt = now
    if (now < run.endsAt) setImmediate(poll)
  }
  setImmediate(poll)
}

/** Requests on one connection until the end of the run. A lost connection is one error and ends it. */
function runConnection(run: Run): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(run.port, run.host)
  let begun = 0
  let addChunk = (_: Buffer) => false

  function sendNext() {
    begun = performance.now()
    addChunk = receiveResponse(run)
    socket.write(run.requests[run.sent++ % run.requests.length] as Buffer)
  }

  socket.setNoDelay(true)
  socket.on('connect', sendNext)
  socket.on('data', (chunk) => {
    if (!addChunk(chunk as Buffer)) return
    const now = performance.now()
    run.times.push(now - begun)
    if (now < run.endsAt && run.sent < run.limit) sendNext()
    else socket.end()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (performance.now() < run.endsAt && run.sent < run.limit) run.errors++
    resolve()
  })
  return promise
}

/** Takes the chunks of one response and returns whether it is complete. */
function receiveResponse(run: Run): (chunk: Buffer) => boolean {
  let head: Buffer = Buffer.alloc(0)
  let missingBytes: number | undefined
  return (chunk) => {
    if (missingBytes !== undefined) missingBytes -= chunk.length
    else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return false
      const response = parseHead(head.toString('latin1', 0, end))
      if (response.status < 200 || response.status >= 300) run.errors++
      missingBytes = response.length - (head.length - end - 4)
    }
    return missingBytes <= 0
  }
}

function parseHead(head: string): { status: number; length: number } {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`a response without Content-Length: ${head}`)
  return { status: Number(head.slice(9, 12)), length: Number(length) }
}
