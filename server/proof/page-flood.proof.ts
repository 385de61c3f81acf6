// N2: one client requests pages with random queries. Real process, other clients beside it; 200 people behind one address.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { patience } from './real-scene.ts'
import { describeTimes, medianP99, startAttackedApp, type WaitingTimes } from './regular-clients.ts'

const PORT = 4471
const PAGES = 1000
/** In turns, so that a busy moment of the machine counts for both. */
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const ROUND_SECONDS = 10

const { app, others, stop } = await startAttackedApp(PORT, ['/', '/api/filters', '/sobre', '/api/plans'])
afterAll(stop)

let floods = 0

/** Requests all pages within `seconds`, from one address. Returns how often each status came back. */
async function flood(kind: string, seconds: number): Promise<string> {
  // An address that has not been limited yet.
  const from = `127.0.3.${++floods}`
  const args = [join(import.meta.dirname, 'flood-pages.ts'), app.url, from, kind, String(PAGES), String(seconds)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.trim()
}

/** Each of 200 people makes five requests within the time. */
test('200 people behind one address are never refused, alone and beside a flood from another address', async () => {
  const alone = await flood('people', ROUND_SECONDS)
  const flooding = flood('positions', ROUND_SECONDS)
  const beside = await flood('people', ROUND_SECONDS)
  console.log(`200 people: alone ${alone}, beside a flood ${beside}; the flood ${await flooding}`)
  expect([alone, beside]).toEqual(Array(2).fill(JSON.stringify({ 200: PAGES })))
})

describe.each(['parameters', 'positions', 'paths'])(`${PAGES} pages with random %s from one address`, (kind) => {
  test('others wait at most three times as long', async () => {
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
    expect(medianP99(flooded)).toBeLessThanOrEqual(3 * medianP99(calm) * patience)
  })
})
