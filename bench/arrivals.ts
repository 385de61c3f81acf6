/**
 * Open-loop load: sends requests at a fixed rate, however long the earlier ones take. Latency counts from the planned time of a
 * request, so queueing is included. A separate process, so that the load does not share an event loop with the bench.
 * It receives an ArrivalPlan and sends back an ArrivalResult.
 */
import http from 'node:http'

export type PlannedRequest = { method: 'GET' | 'POST'; path: string; token?: string; body?: object }
export type ArrivalPlan = {
  url: string
  /** A second. */
  rate: number
  requests: readonly PlannedRequest[]
  /** Of the loopback interface: the server sees clients of one address each. */
  localAddress?: string
}
export type ArrivalResult = {
  seconds: number
  served: number
  servedPerSecond: number
  /** With 429 or 503. */
  refused: number
  failed: number
  p50: number
  p95: number
  p99: number
}

/** A client does not wait longer than this. */
const TIMEOUT_MS = 10_000

process.on('message', async (plan: ArrivalPlan) => process.send?.(await run(plan)))

async function run({ url, rate, requests, localAddress }: ArrivalPlan): Promise<ArrivalResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1000, localAddress })
  const times: number[] = []
  const outcomes = { refused: 0, failed: 0 }
  const started = performance.now()
  const pending: Promise<void>[] = []
  for (const [index, planned] of requests.entries()) {
    const due = started + (index / rate) * 1000
    const early = due - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    pending.push(
      send(agent, url, planned).then((status) => {
        if (status === 503 || status === 429) outcomes.refused++
        else if (status >= 200 && status < 300) times.push(performance.now() - due)
        else outcomes.failed++
      }),
    )
  }
  await Promise.all(pending)
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const served = times.length
  return { seconds, served, servedPerSecond: served / seconds, ...outcomes, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function send(agent: http.Agent, url: string, { method, path, token, body }: PlannedRequest): Promise<number> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve) => {
    const request = http.request(url + path, { method, agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
    request.end(body && JSON.stringify(body))
  })
}
