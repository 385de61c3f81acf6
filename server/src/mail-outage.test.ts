import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../test/booking-scene.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { createHarness } from '../test/harness.ts'
import { startSmtpServer } from '../test/smtp-server.ts'
import { createStatusScene } from '../test/status-scene.ts'
import { createJobHandlers } from './jobs.ts'
import { createMailer } from './lib/mail.ts'
import { startRelay } from './lib/worker/relay-events.ts'
import { runJobs } from './lib/worker/run-jobs.ts'
import { startWorker } from './lib/worker/start-worker.ts'

const world = await createHarness()
afterAll(() => world.close())

const HOUR_MS = 3_600_000
const log = { error() {}, warn() {}, debug() {} }

test('after an outage of the mail server every email is sent once, except those whose reason is gone', async () => {
  const smtp = await startSmtpServer(world, { rejectWith: '451 4.3.0 come back later,' })
  const handlers = createJobHandlers({ ...world, mail: smtp.mail, site: 'https://naregua.test' })
  // Runs retries of the next hour at once.
  const work = () => runJobs({ databaseUrl: world.url, handlers, until: new Date(Date.now() + HOUR_MS) })
  const { barber, put } = await createStatusScene(world)
  const customers = await createCustomers(world.db, 12)

  for (const [index, customer] of customers.entries()) {
    const id = await put({ customer, minutes: 1440 + index * 30 })
    const confirmed = await world.call(appointmentsApi.confirm, { params: { id }, token: barber.token })
    expect(confirmed.status).toBe(200)
    // The first three cancel during the outage and must not get a confirmation.
    if (index < 3) await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token })
  }
  await work()
  await work()
  expect(smtp.received).toEqual([])

  smtp.rejectWith = undefined
  await work()
  await work()
  const emails = (await smtp.read()).map(({ subject = '', to = [] }) => `${subject.split(':')[0]}: ${to[0]?.address}`)
  const address = ({ id }: SceneCustomer) => `${id}@cliente.test`
  expect(emails.toSorted()).toEqual(
    [
      ...customers.slice(0, 3).map((customer) => `Cancelado por você: ${address(customer)}`),
      ...customers.slice(3).map((customer) => `Horário confirmado: ${address(customer)}`),
      ...Array(3).fill(`Horário cancelado: ${address(barber)}`),
    ].toSorted(),
  )
  const { rows } = await sql`select 1 from graphile_worker.jobs where last_error is not null`.execute(world.db)
  expect(rows).toEqual([])
  await smtp.close()
})

/** A mail server behind a faulty proxy. */
async function startProxiedSmtpServer() {
  const smtp = await startSmtpServer(world)
  const network = await startFaultyProxy(Number(new URL(smtp.url).port))
  const config = { smtpUrl: `smtp://127.0.0.1:${network.port}`, mailFrom: 'oi@naregua.test' }
  const mail = createMailer({ ...world, config, probeMs: 100 }, log)
  const handlers = createJobHandlers({ ...world, mail, site: 'https://naregua.test' })
  async function close() {
    mail.close()
    await network.close()
    await smtp.close()
  }
  return { smtp, network, handlers, close }
}

test('jobs for an unreachable mail server do not block the queue, and run soon after it is back', async () => {
  const { smtp, network, handlers, close } = await startProxiedSmtpServer()
  const { barber, put } = await createStatusScene(world)
  const customers = await createCustomers(world.db, 6)
  await network.refuse()
  const relay = startRelay({ db: world.db, log })
  const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log })
  for (const [index, customer] of customers.entries()) {
    const id = await put({ customer, minutes: 1440 + index * 30 })
    await world.call(appointmentsApi.confirm, { params: { id }, token: barber.token })
  }
  const failed = sql<{
    error: string
  }>`select last_error as error from graphile_worker.jobs where last_error is not null`
  const listErrors = async () => (await failed.execute(world.db)).rows.map(({ error }) => error.split('\n')[0])
  await expect.poll(listErrors, { timeout: 15_000 }).toHaveLength(6)
  expect(
    (await listErrors()).filter((error) => /mail server is unavailable/.test(String(error))).length,
  ).toBeGreaterThan(0)
  // As after an hour of failures: the queue would retry in six hours.
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '6 hours', attempts = 10`.execute(
    world.db,
  )
  await network.accept()
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(6)
  await relay.stop()
  await worker.stop()
  expect(new Set(smtp.received.map(({ recipients }) => recipients[0])).size).toBe(6)
  await close()
})

async function listDueJobs() {
  const due = sql`select task_identifier from graphile_worker.jobs where run_at < now() + interval '1 minute'`
  return (await due.execute(world.db)).rows
}

test('an email whose connection broke is only sent again if its reason still holds', async () => {
  const { smtp, network, handlers, close } = await startProxiedSmtpServer()
  const { barber, put } = await createStatusScene(world)
  const relay = startRelay({ db: world.db, log })
  const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log })
  const confirm = async (customer: SceneCustomer, minutes: number) => {
    const id = await put({ customer, minutes })
    await world.call(appointmentsApi.confirm, { params: { id }, token: barber.token })
    return id
  }
  const [confirmed, cancelling] = (await createCustomers(world.db, 2)) as [SceneCustomer, SceneCustomer]
  // The pool reuses the connection of this email for the next one.
  await confirm(confirmed, 1440)
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(1)
  // Its response has arrived, too: otherwise it would be sent again.
  await expect.poll(listDueJobs, { timeout: 15_000 }).toEqual([])
  network.faults = { isDead: true }
  const id = await confirm(cancelling, 1500)
  await expect.poll(() => network.lost, { timeout: 60_000 }).toBeGreaterThan(0)
  await world.call(appointmentsApi.cancel, { params: { id }, token: cancelling.token })
  network.faults = {}
  network.dropConnections()
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBeGreaterThan(2)
  // The job of the broken connection is retried and finds that its reason is gone.
  await expect.poll(listDueJobs, { timeout: 15_000 }).toEqual([])
  const subjects = (await smtp.read()).map(({ subject = '' }) => subject.split(':')[0])
  expect(subjects.toSorted()).toEqual(['Cancelado por você', 'Horário cancelado', 'Horário confirmado'])
  await relay.stop()
  await worker.stop()
  await close()
}, 40_000)
