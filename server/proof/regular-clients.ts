import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'
import { percentile } from '../test/race-harness.ts'
import { createDatabase } from '../test/template.ts'
import { startRealApp } from './real-app.ts'
import { createTemporaryFolder } from './real-scene.ts'

/** On Linux every address of 127.0.0.0/8 is the loopback interface, so each client of a proof has an address of its own. */
const addressOf = (client: number) => `127.0.1.${client + 1}`

/** Each sends less than the limit of requests per minute and address. */
const CLIENTS = 20
const PER_SECOND = 100

export type WaitingTimes = { p50: number; p99: number; failures: string[] }

/** Ordinary clients, each with its own address and kept-alive connections, at a constant rate. The times are what they wait. */
function createRegularClients(url: string, paths: readonly string[]) {
  const agents = Array.from(
    { length: CLIENTS },
    (_, client) => new Agent({ keepAlive: true, localAddress: addressOf(client) }),
  )
  let sent = 0

  function send(agent: Agent, path: string): Promise<{ status: number; milliseconds: number }> {
    const startedAt = performance.now()
    const end = (status: number) => ({ status, milliseconds: performance.now() - startedAt })
    const headers = { 'accept-encoding': 'br' }
    return new Promise((resolve) => {
      const request = get(url + path, { agent, headers, timeout: 10_000 }, (response) => {
        response.resume().once('close', () => resolve(end(response.statusCode ?? 0)))
      })
      request.once('timeout', () => request.destroy())
      request.once('error', () => resolve(end(0)))
    })
  }

  /** Does not wait for a response before the next request. */
  async function measure(seconds: number): Promise<WaitingTimes> {
    const requests: Promise<{ path: string; status: number; milliseconds: number }>[] = []
    const startedAt = performance.now()
    for (let count = 0; count < seconds * PER_SECOND; await wait(2))
      for (; count < ((performance.now() - startedAt) * PER_SECOND) / 1000; count++, sent++) {
        const path = paths[Math.floor(sent / CLIENTS) % paths.length] as string
        requests.push(send(agents[sent % CLIENTS] as Agent, path).then((result) => ({ path, ...result })))
      }
    const results = await Promise.all(requests)
    const times = results.map(({ milliseconds }) => milliseconds)
    const failures = results.flatMap(({ path, status }) => (status === 200 ? [] : [`${path} ${status}`]))
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), failures }
  }

  function close() {
    for (const agent of agents) agent.destroy()
  }

  return { measure, close }
}

/** The demo in a process of its own with its limits, and ordinary clients that have warmed it up. */
export async function startAttackedApp(port: number, paths: readonly string[]) {
  const folder = createTemporaryFolder()
  const { url, template } = inject('postgres')
  const database = await createDatabase(url, template)
  const environment = { RATE_LIMIT: 'on', SEED: 'demo' }
  const app = await startRealApp({ port, databaseUrl: database.url, dataDir: folder.path, environment })
  const others = createRegularClients(app.url, paths)
  await others.measure(3)
  async function stop() {
    others.close()
    await app.signal('SIGKILL')
    await database.drop()
    folder.remove()
  }
  return { app, others, stop }
}

export function describeTimes({ p50, p99, failures }: WaitingTimes): string {
  return `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms, ${failures.length} failed ${failures[0] ?? ''}`
}

/** Returns the median of the p99 of several rounds. */
export function medianP99(rounds: readonly WaitingTimes[]): number {
  const times = rounds.map(({ p99 }) => p99)
  return percentile(times, 0.5)
}
