// N2: one client requests pages with random queries. Real process, other clients beside it.
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { percentile } from '../test/race-harness.ts'
import { createDatabase } from '../test/template.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { createTemporaryFolder, patience } from './real-scene.ts'
import { createRegularClients, describeTimes, type WaitingTimes } from './regular-clients.ts'

const PORT = 4471
const PAGES = 1000
/** In turns, so that a busy moment of the machine counts for both. */
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const ROUND_SECONDS = 4

const folder = createTemporaryFolder()
let database: Awaited<ReturnType<typeof createDatabase>>
let app: RealApp
let others: ReturnType<typeof createRegularClients>

beforeAll(async () => {
  const { url, template } = inject('postgres')
  database = await createDatabase(url, template)
  const environment = { RATE_LIMIT: 'on', SEED: 'demo' }
  app = await startRealApp({ port: PORT, databaseUrl: database.url, dataDir: folder.path, environment })
  others = createRegularClients(app.url, ['/', '/api/filters', '/sobre', '/api/plans'])
  await others.measure(3)
})
afterAll(async () => {
  others?.close()
  await app?.signal('SIGKILL')
  await database?.drop()
  folder.remove()
})

/** Requests all pages within `seconds`, from one address. Returns how often each status came back. */
async function flood(from: string, path: () => string, seconds: number): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, localAddress: from, maxSockets: 50 })
  const request = () =>
    new Promise<string>((resolve) => {
      get(app.url + path(), { agent }, (response) => {
        response.resume().once('close', () => resolve(String(response.statusCode)))
      }).once('error', () => resolve('error'))
    })
  const startedAt = performance.now()
  const requests: Promise<string>[] = []
  for (; requests.length < PAGES; await wait(2))
    while (requests.length < Math.min(PAGES, ((performance.now() - startedAt) / seconds / 1000) * PAGES))
      requests.push(request())
  const statuses = await Promise.all(requests)
  agent.destroy()
  return Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([status, { length }]) => [status, length]),
  )
}

const random = () => Math.random().toString(36).slice(2)

describe.each([
  ['unknown query names', () => `/?x=${random()}`],
  ['positions', () => `/?lat=${(-23 - Math.random()).toFixed(4)}&lon=${(-46 - Math.random()).toFixed(4)}`],
  ['paths that do not exist', () => `/${random()}`],
])(`${PAGES} pages with random %s from one address`, (name, path) => {
  test('others wait at most twice as long', async () => {
    const [calm, flooded]: [WaitingTimes[], WaitingTimes[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      calm.push(await others.measure(ROUND_SECONDS))
      const flooding = flood(`127.0.3.${round + 1}`, path, ROUND_SECONDS)
      flooded.push(await others.measure(ROUND_SECONDS))
      const statuses = await flooding
      console.log(
        `${name}: calm ${describeTimes(calm.at(-1) as WaitingTimes)}; flooded ${describeTimes(flooded.at(-1) as WaitingTimes)}; ` +
          `pages ${JSON.stringify(statuses)}`,
      )
    }
    const median = (times: WaitingTimes[]) =>
      percentile(
        times.map(({ p99 }) => p99),
        0.5,
      )
    console.log(`${name}: p99 calm ${median(calm).toFixed(1)} ms, flooded ${median(flooded).toFixed(1)} ms`)
    expect(flooded.flatMap(({ failures }) => failures).slice(0, 5)).toEqual([])
    expect(median(flooded)).toBeLessThanOrEqual(2 * median(calm) * patience)
  })
})
