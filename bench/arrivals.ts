/**
 * Calls arrive at their appointed times, whatever becomes of those before: a process of its own, so that it counts from the instant at
 * which a call should have left and not from the one at which there was room. Told { url, rate, calls }, tells an Arrivals.
 */
import http from 'node:http'

export type Call = { method: 'GET' | 'POST'; path: string; token?: string; body?: object }
export type Order = { url: string; rate: number; calls: readonly Call[] }
export type Arrivals = {
  seconds: number
  served: number
  servedPerSecond: number
  refused: number
  failed: number
  p50: number
  p99: number
}

/** Whoever waits longer has left. */
const PATIENCE_MS = 10_000
const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 })

process.on('message', async (order: Order) => process.send?.(await run(order)))

async function run({ url, rate, calls }: Order): Promise<Arrivals> {
  const times: number[] = []
  const outcomes = { refused: 0, failed: 0 }
  const started = performance.now()
  const pending: Promise<void>[] = []
  for (const [index, call] of calls.entries()) {
    const due = started + (index / rate) * 1000
    const early = due - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    pending.push(
      send(url, call).then((status) => {
        if (status === 503) outcomes.refused++
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
  return { seconds, served, servedPerSecond: served / seconds, ...outcomes, p50: at(0.5), p99: at(0.99) }
}

function send(url: string, { method, path, token, body }: Call): Promise<number> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve) => {
    const request = http.request(url + path, { method, agent, headers, timeout: PATIENCE_MS }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
    request.end(body && JSON.stringify(body))
  })
}
