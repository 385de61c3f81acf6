import { appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { openDatabase } from '../database.ts'
import { addJob } from '../jobs.ts'
import type { Mailer } from '../mail.ts'
import { reviveJobsJob } from '../worker/revive-jobs.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

const metrics = createMetrics()
const world = await createHarness({ deps: { metrics } })
const database = openDatabase(world.url, { max: 3 })
const server = await serveMetrics({ metrics, address: { host: '127.0.0.1', port: 0 }, database })
afterAll(async () => {
  await server.close()
  await database.close()
  await world.close()
})

/** What Prometheus would read, as name with labels → number. */
async function scrape(): Promise<Record<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.replace(/ [^ ]+$/, ''), Number(line.split(' ').at(-1))]))
}

const shop = await createBookableBarbershop(world.db)
const people = await createCustomers(world.db, 3)
const booking = {
  barberId: shop.barbers[0]?.id,
  serviceId: shop.services[0]?.id,
  startTime: '2026-03-12T12:00:00.000Z',
}
const book = (person: SceneCustomer) => world.call(appointmentsApi.create, { token: person.token, body: booking })

test('reports bookings, conflicts and durations by route, never by URL', async () => {
  const [first, second] = people as [SceneCustomer, SceneCustomer]
  expect([await book(first), await book(first), await book(second)].map(({ status }) => status)).toEqual([
    201, 200, 409,
  ])
  await world.call(barbershopsApi.get, { params: { id: shop.id } })
  await world.app.inject(`/api/nada/${shop.id}`)
  await world.app.inject('/health/live')
  const numbers = await scrape()
  expect(numbers).toMatchObject({
    'na_regua_made_total{what="bookings"}': 1,
    'na_regua_made_total{what="holds"}': 0,
    'na_regua_refusals_total{status="409",code="SLOT_TAKEN"}': 1,
    'na_regua_http_request_seconds_count{method="POST",route="/api/appointments",status="201"}': 1,
    'na_regua_http_request_seconds_count{method="GET",route="/api/barbershops/:id",status="200"}': 1,
    'na_regua_http_request_seconds_count{method="GET",route="none",status="404"}': 1,
    [`na_regua_build_info{version="0.1.0",node="${process.version}"}`]: 1,
    na_regua_live_lines: 0,
  })
  const text = Object.keys(numbers).join('\n')
  for (const word of [shop.id, first.id, first.token, 'health']) expect(text).not.toContain(word)
  expect(numbers.nodejs_eventloop_lag_p99_seconds).toBeGreaterThanOrEqual(0)
})

test('reports the pool and the queue', async () => {
  const before = await scrape()
  await addJob(world.db, reviveJobsJob, {})
  await addJob(world.db, reviveJobsJob, {}, { runAt: new Date(Date.now() + 3_600_000) })
  const client = await database.pool.connect()
  const numbers = await scrape()
  client.release()
  const grown = (state: string) => {
    const name = `na_regua_jobs{state="${state}"}`
    return (numbers[name] as number) - (before[name] as number)
  }
  expect([grown('due'), grown('planned'), grown('failing')]).toEqual([1, 1, 0])
  expect(numbers).toMatchObject({ na_regua_pool_connections: 2, na_regua_pool_idle: 1, na_regua_pool_waiting: 0 })
  expect(numbers.na_regua_jobs_oldest_due_seconds).toBeGreaterThan(0)
  expect(before.na_regua_events_oldest_pending_seconds).toBeLessThan(120)
  await sql`insert into pending_events (jobs, published, created_at) values ('[]', '{}', now() - interval '2 minutes')`.execute(
    world.db,
  )
  expect((await scrape()).na_regua_events_oldest_pending_seconds).toBeGreaterThanOrEqual(120)
})

test('counts outcomes of emails, jobs and pushes, and rethrows errors', async () => {
  const send = (to: string) => (to === 'a@b.test' ? Promise.resolve() : Promise.reject(new Error('away')))
  const mail = metrics.countEmails({ send, close: () => {} } as Mailer)
  const email = { subject: '', text: '', html: '' }
  await mail.send('a@b.test', email)
  await expect(mail.send('c@d.test', email)).rejects.toThrow('away')
  const handlers = metrics.countJobs({ 'revive-jobs': () => mail.send('c@d.test', email) })
  const job = { id: '1', key: null, revision: 0, createdAt: new Date() }
  await expect(handlers['revive-jobs']?.({} as never, job)).rejects.toThrow('away')
  for (const outcome of ['sent', 'gone', 'sent']) metrics.countPush(outcome)
  expect(await scrape()).toMatchObject({
    'na_regua_pushes_total{outcome="sent"}': 2,
    'na_regua_pushes_total{outcome="gone"}': 1,
    'na_regua_emails_total{outcome="done"}': 1,
    'na_regua_emails_total{outcome="failed"}': 2,
    'na_regua_jobs_total{task="revive-jobs",outcome="failed"}': 1,
  })
})

test('serves no other path on its port', async () => {
  for (const path of ['/', '/metrics/x', '/health/ready'])
    expect((await fetch(`http://127.0.0.1:${server.port}${path}`)).status).toBe(404)
})
