import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { join } from 'node:path'
import type { ClosedLoopPlan, ClosedLoopResult } from './closed-loop.ts'
import type { BenchServer } from './processes.ts'

export type Sample = {
  perSecond: number
  p50: number
  p99: number
  errors: number
  /** The share of the time in which the load generator handled responses. */
  busyShare?: number | undefined
  /** CPU time of the server per request in microseconds. */
  cpuMicros?: number
}

type Target = Pick<ClosedLoopPlan, 'url'> & Partial<ClosedLoopPlan> & { paths: readonly string[] }

/** Closed loop over keep-alive connections, from a process of its own; the paths are requested in turn, all of them before one repeats. */
export function load({ url, paths, headers = {}, seconds = 3, connections = 16 }: Target): Promise<ClosedLoopResult> {
  return runClosedLoop({ url, requests: paths, headers, seconds, connections })
}

export async function runClosedLoop(plan: ClosedLoopPlan): Promise<ClosedLoopResult> {
  const child = fork(join(import.meta.dirname, 'closed-loop.ts'))
  child.send(plan)
  const ended = once(child, 'exit').then(() => {
    throw new Error('the load generator exited before it was done')
  })
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [ClosedLoopResult]
  ended.catch(() => {})
  child.kill()
  return result
}

/** The same with the CPU time of the server, one of those that this bench has started. */
export async function loadServer(server: BenchServer, target: Omit<Target, 'url'>): Promise<Sample> {
  const before = Number((await server.send({})).cpuMs)
  const result = await load({ url: server.url, ...target })
  return { ...result, cpuMicros: ((Number((await server.send({})).cpuMs) - before) * 1000) / result.count }
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

/** `cpu`: CPU time of the servers per request in microseconds, medians. */
export type Comparison = {
  ratio: number
  low: number
  high: number
  ours: number
  floor: number
  errors: number
  cpu?: { ours: number; floor: number }
}

/** Alternates A B A B, so that other load of the machine affects both; the median of the ratios, and their spread. */
export async function compare(
  ours: () => Promise<Sample>,
  floor: () => Promise<Sample>,
  rounds = 5,
): Promise<Comparison> {
  const pairs: { ours: Sample; floor: Sample }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), floor: await floor() })
  const ratios = pairs.map((pair) => pair.ours.perSecond / pair.floor.perSecond)
  const medianOf = (read: (pair: (typeof pairs)[0]) => number) => median(pairs.map(read))
  const hasCpu = pairs[0]?.ours.cpuMicros !== undefined
  return {
    ratio: median(ratios),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    ours: medianOf((pair) => pair.ours.perSecond),
    floor: medianOf((pair) => pair.floor.perSecond),
    errors: pairs.reduce((sum, pair) => sum + pair.ours.errors + pair.floor.errors, 0),
    ...(hasCpu && {
      cpu: {
        ours: medianOf((pair) => pair.ours.cpuMicros ?? Number.NaN),
        floor: medianOf((pair) => pair.floor.cpuMicros ?? Number.NaN),
      },
    }),
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
