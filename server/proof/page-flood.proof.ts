// N2: one client requests pages with random queries. Real process, other clients beside it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '../test/template.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { createTemporaryFolder, patience } from './real-scene.ts'
import { createRegularClients, describeTimes, medianP99, type WaitingTimes } from './regular-clients.ts'

const PORT = 4471
const PAGES = 1000
/** In turns, so that a busy moment of the machine counts for both. */
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const ROUND_SECONDS = 10

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

let floods = 0

/** Requests all pages within `seconds`, from one address. Returns how often each status came back. */
async function flood(kind: string, seconds: number): Promise<string> {
  // An address that has not been limited yet.
  const from = `127.0.3.${++floods}`
  const args = [join(import.meta.dirname, 'flood-pages.ts'), app.url, from, kind, String(PAGES), String(seconds)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.trim()
}

describe.each(['parameters', 'positions', 'paths'])(`${PAGES} pages with random %s from one address`, (kind) => {
  test('others wait at most twice as long', async () => {
    const [calm, flooded]: [WaitingTimes[], WaitingTimes[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      calm.push(await others.measure(ROUND_SECONDS))
      const flooding = flood(kind, ROUND_SECONDS)
      flooded.push(await others.measure(ROUND_SECONDS))
      const pages = await flooding
      console.log(
        `${kind}: calm ${describeTimes(calm.at(-1) as WaitingTimes)}; flooded ${describeTimes(flooded.at(-1) as WaitingTimes)}; ` +
          `pages ${pages}`,
      )
    }
    console.log(`${kind}: p99 calm ${medianP99(calm).toFixed(1)} ms, flooded ${medianP99(flooded).toFixed(1)} ms`)
    expect(flooded.flatMap(({ failures }) => failures).slice(0, 5)).toEqual([])
    expect(medianP99(flooded)).toBeLessThanOrEqual(2 * medianP99(calm) * patience)
  })
})
