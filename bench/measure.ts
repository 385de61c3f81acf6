import http from 'node:http'
import autocannon from 'autocannon'

export type Sample = { perSecond: number; p50: number; p99: number; errors: number }

type Target = {
  url: string
  paths: readonly string[]
  headers?: Record<string, string>
  seconds?: number
  connections?: number
}

/** Closed loop over keep-alive connections; the paths are requested in turn, all of them before one repeats. */
export async function load({ url, paths, headers, seconds = 3, connections = 16 }: Target): Promise<Sample> {
  let next = 0
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    requests: [{ path: paths[0], setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] }) }],
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

export type SequentialSample = { count: number; p50: number; p95: number; p99: number; errors: number }

/** One request after the other on one connection, so that the times contain no queueing. Milliseconds. */
export async function measureSequentially(url: string, paths: readonly string[]): Promise<SequentialSample> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let errors = 0
  for (const path of paths) {
    const started = performance.now()
    if ((await get(agent, url + path)) !== 200) errors++
    times.push(performance.now() - started)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] as number
  return { count: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), errors }
}

function get(agent: http.Agent, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', reject)
  })
}

export type Comparison = { ratio: number; low: number; high: number; ours: number; floor: number; errors: number }

/** Alternates A B A B, so that other load of the machine affects both; the median of the ratios, and their spread. */
export async function compare(
  ours: () => Promise<Sample>,
  floor: () => Promise<Sample>,
  rounds = 5,
): Promise<Comparison> {
  const pairs: { ours: Sample; floor: Sample }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), floor: await floor() })
  const ratios = pairs.map((pair) => pair.ours.perSecond / pair.floor.perSecond)
  return {
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    ours: median(pairs.map((pair) => pair.ours.perSecond)),
    floor: median(pairs.map((pair) => pair.floor.perSecond)),
    errors: pairs.reduce((sum, pair) => sum + pair.ours.errors + pair.floor.errors, 0),
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
