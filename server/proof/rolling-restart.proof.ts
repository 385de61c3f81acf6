// R10: rolling restarts of the processes behind a balancer, under load.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { percentile } from '../test/race-harness.ts'
import { createDatabase } from '../test/template.ts'
import { CHECK_MS, startBalancer } from './balancer.ts'
import { type RealApp, startRealApp } from './real-app.ts'
import { createRealScene, createTemporaryFolder, patience, type RealScene, sendRequest } from './real-scene.ts'

const RESTARTS = Number(process.env.RESTARTS ?? 20)
const PER_SECOND = Number(process.env.RATE ?? 200)
const [PORT, ...SERVERS] = [4440, 4441, 4442] as const
/** Five health checks, because the load keeps the machine busy. */
const DRAIN_MS = CHECK_MS * 5 * patience
const front = `http://127.0.0.1:${PORT}`

const folder = createTemporaryFolder()
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

/** Four reads, then a booking of a slot that no other request uses. */
async function send(index: number) {
  const { shop, customers, toBookingInput } = scene
  const reads = [
    `/api/barbershops/nearby?latitude=${-23.55 + (index % 50) / 100}&longitude=-46.63`,
    `/api/barbershops/${shop.id}`,
    '/api/filters',
    `/api/barbershops/${shop.id}/barbers`,
  ]
  const booking = {
    method: 'POST',
    path: '/api/appointments',
    token: customers[index / 5]?.token,
    key: `restart-${index}`,
    body: toBookingInput(index / 5),
  }
  const request = index % 5 === 0 ? booking : { path: reads[(index % 5) - 1] as string }
  const response = await sendRequest(front, request).catch((error: Error) => ({
    status: 0,
    body: String(error.cause ?? error),
    milliseconds: 0,
  }))
  times.push(response.milliseconds)
  if (response.status === 201) booked++
  const expected = index % 5 === 0 ? 201 : 200
  if (response.status !== expected) failures.push(`${request.path} ${response.status} ${JSON.stringify(response.body)}`)
}

/** Sends requests at a constant rate without waiting for responses. */
async function sendSteadily(signal: AbortSignal) {
  const startedAt = performance.now()
  const requests: Promise<void>[] = []
  while (!signal.aborted) {
    for (; sent < ((performance.now() - startedAt) * PER_SECOND) / 1000; sent++) requests.push(send(sent))
    await wait(2)
  }
  await Promise.all(requests)
}

/** An event stream that reconnects after each restart of its process, as browsers do. */
async function reconnectStream(token: string, signal: AbortSignal) {
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

test(`${RESTARTS} rolling restarts at ${PER_SECOND} requests a second: no request fails`, async () => {
  const ending = new AbortController()
  const load = sendSteadily(ending.signal)
  const listening = scene.customers
    .slice(-6)
    .map(({ token }) => reconnectStream(token, ending.signal).catch(() => undefined))
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
    // HAProxy must see this process as ready before the next one stops.
    await wait(CHECK_MS * 4)
  }
  ending.abort()
  await load
  await Promise.all(listening)
  const rows = await scene.db.selectFrom('appointments').select('id').execute()
  console.log(
    `${sent} requests, ${booked} bookings, ${failures.length} failed; stop ${Math.round(percentile(stops, 0.5))} ms; ` +
      `responses p50 ${percentile(times, 0.5).toFixed(1)} p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  )
  expect(failures.slice(0, 5)).toEqual([])
  expect(rows).toHaveLength(booked)
  expect(booked).toBeGreaterThan((RESTARTS * PER_SECOND) / 10)
})

test('a second signal stops the process at once', async () => {
  const app = apps.get(SERVERS[0]) as RealApp
  void app.signal('SIGTERM')
  await wait(DRAIN_MS / 4)
  const requestedAt = performance.now()
  expect(await app.signal('SIGTERM')).toEqual([1, null])
  expect(performance.now() - requestedAt).toBeLessThan((DRAIN_MS / 2) * patience)
})
