// R10: the processes behind a balancer are exchanged one after the other, under load.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { percentile } from '../test/race-harness.ts'
import { createDatabase } from '../test/template.ts'
import { CHECK_MS, startBalancer } from './balancer.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { ask, createRealScene, makeFolder, patience, type RealScene } from './real-scene.ts'

const RESTARTS = Number(process.env.RESTARTS ?? 20)
const PER_SECOND = Number(process.env.RATE ?? 200)
const [PORT, ...SERVERS] = [4440, 4441, 4442] as const
/** Five chances to notice, on a machine that is busy with the load. */
const DRAIN_MS = CHECK_MS * 5 * patience
const front = `http://127.0.0.1:${PORT}`

const folder = makeFolder()
const apps = new Map<number, RealApp>()
let scene: RealScene
let database: Awaited<ReturnType<typeof createDatabase>>
let stopBalancer: () => Promise<void>

beforeAll(async () => {
  const { url, template } = inject('postgres')
  database = await createDatabase(url, template)
  scene = await createRealScene(database.url, { customers: 10_000 })
  for (const port of SERVERS) await start(port)
  stopBalancer = await startBalancer({ port: PORT, servers: [...SERVERS], folder: folder.path })
  await wait(1000)
})
afterAll(async () => {
  await stopBalancer?.()
  await Promise.all([...apps.values()].map((app) => app.signal('SIGKILL')))
  await scene?.close()
  await database?.drop()
  folder.remove()
})

async function start(port: number) {
  const environment = { DRAIN_MS: String(DRAIN_MS) }
  apps.set(port, await startRealApp({ port, databaseUrl: database.url, dataDir: folder.path, environment }))
}

const failures: string[] = []
const times: number[] = []
let sent = 0
let booked = 0

/** Four reads, then a booking of a slot that nobody else wants. */
async function send(index: number) {
  const { shop, people, wishOf: toBookingInput } = scene
  const reads = [
    `/api/barbershops/nearby?latitude=${-23.55 + (index % 50) / 100}&longitude=-46.63`,
    `/api/barbershops/${shop.id}`,
    '/api/filters',
    `/api/barbershops/${shop.id}/barbers`,
  ]
  const booking = {
    method: 'POST',
    path: '/api/appointments',
    token: people[index / 5]?.token,
    key: `restart-${index}`,
    body: toBookingInput(index / 5),
  }
  const call = index % 5 === 0 ? booking : { path: reads[(index % 5) - 1] as string }
  const response = await ask(front, call).catch((error: Error) => ({
    status: 0,
    body: String(error.cause ?? error),
    milliseconds: 0,
  }))
  times.push(response.milliseconds)
  if (response.status === 201) booked++
  const expected = index % 5 === 0 ? 201 : 200
  if (response.status !== expected) failures.push(`${call.path} ${response.status} ${JSON.stringify(response.body)}`)
}

/** A new call every five milliseconds, whether or not the ones before it were answered. */
async function sendSteadily(signal: AbortSignal) {
  const startedAt = performance.now()
  const calls: Promise<void>[] = []
  while (!signal.aborted) {
    for (; sent < ((performance.now() - startedAt) * PER_SECOND) / 1000; sent++) calls.push(send(sent))
    await wait(2)
  }
  await Promise.all(calls)
}

/** A page that stays open: its line ends with each restart of its process, and it comes back, as browsers do. */
async function listenSteadily(token: string, signal: AbortSignal) {
  let ends = 0
  while (!signal.aborted) {
    const response = await fetch(`${front}/api/notifications/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal,
    })
    if (response.status !== 200) failures.push(`stream ${response.status}`)
    for await (const _ of response.body ?? []);
    ends++
    await wait(300)
  }
  return ends
}

test(`${RESTARTS} rolling restarts at ${PER_SECOND} requests a second: nobody is sent away`, async () => {
  const ending = new AbortController()
  const load = sendSteadily(ending.signal)
  const listening = scene.people
    .slice(-6)
    .map(({ token }) => listenSteadily(token, ending.signal).catch(() => undefined))
  const stops: number[] = []
  for (let restart = 0; restart < RESTARTS; restart++) {
    const port = SERVERS[restart % 2] as number
    const startedAt = performance.now()
    const end = await (apps.get(port) as RealApp).signal('SIGTERM')
    stops.push(performance.now() - startedAt)
    console.log(
      `restart ${restart + 1}: ended after ${Math.round(stops.at(-1) ?? 0)} ms, ${sent} sent, ${failures.length} failed ${failures.at(-1) ?? ''}`,
    )
    expect(end).toEqual([0, null])
    await start(port)
    // Rolling means that the next one goes when this one is back.
    await wait(CHECK_MS * 4)
  }
  ending.abort()
  await load
  await Promise.all(listening)
  const rows = await scene.db.selectFrom('appointments').select('id').execute()
  console.log(
    `${sent} requests, ${booked} bookings, ${failures.length} failed; stop ${Math.round(percentile(stops, 0.5))} ms; ` +
      `answers p50 ${percentile(times, 0.5).toFixed(1)} p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  )
  expect(failures.slice(0, 5)).toEqual([])
  expect(rows).toHaveLength(booked)
  expect(booked).toBeGreaterThan((RESTARTS * PER_SECOND) / 10)
})

test('a second signal ends it at once', async () => {
  const app = apps.get(SERVERS[0]) as RealApp
  void app.signal('SIGTERM')
  await wait(DRAIN_MS / 4)
  const requestedAt = performance.now()
  expect(await app.signal('SIGTERM')).toEqual([1, null])
  expect(performance.now() - requestedAt).toBeLessThan((DRAIN_MS / 2) * patience)
})
