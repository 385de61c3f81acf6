import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCustomers, type SceneCustomer } from '../test/booking-scene.ts'
import { startFaultyProxy } from '../test/faulty-proxy.ts'
import { createHarness } from '../test/harness.ts'
import { startSmtpServer } from '../test/smtp-server.ts'
import { createStatusScene } from '../test/status-scene.ts'
import { createJobHandlers } from './jobs.ts'
import { runJobs, startWorker } from './lib/jobs.ts'
import { createMailer } from './lib/mail.ts'

const world = await createHarness()
afterAll(() => world.close())

const HOUR_MS = 3_600_000
const log = { error() {}, warn() {}, debug() {} }

test('what happened while the mail server was away arrives once when it is back, but for what is no longer so', async () => {
  const office = await startSmtpServer(world, { rejectWith: 'come back later,' })
  const handlers = createJobHandlers({ ...world, mail: office.mail, site: 'https://naregua.test' })
  // Retries are planned ever later: what would run within the hour runs now.
  const work = () => runJobs({ databaseUrl: world.url, handlers, until: new Date(Date.now() + HOUR_MS) })
  const { barber, put } = await createStatusScene(world)
  const customers = await createCustomers(world.db, 12)

  for (const [index, customer] of customers.entries()) {
    const id = await put({ customer, minutes: 1440 + index * 30 })
    const confirmed = await world.call(appointmentsApi.confirm, { params: { id }, token: barber.token })
    expect(confirmed.status).toBe(200)
    // The first three give up meanwhile: nobody shall read that a cancelled hour is confirmed.
    if (index < 3) await world.call(appointmentsApi.cancel, { params: { id }, token: customer.token })
  }
  await work()
  await work()
  expect(office.received).toEqual([])

  office.rejectWith = undefined
  await work()
  await work()
  const confirmations = office.received.filter(({ recipients }) => recipients[0] !== `${barber.id}@cliente.test`)
  expect(confirmations.map(({ recipients }) => recipients[0]).sort()).toEqual(
    customers
      .slice(3)
      .map(({ id }) => `${id}@cliente.test`)
      .sort(),
  )
  const subjects = (await office.read()).map(({ subject = '' }) => subject.split(':')[0])
  expect(subjects.toSorted()).toEqual([...Array(3).fill('Horário cancelado'), ...Array(9).fill('Horário confirmado')])
  const { rows } = await sql`select 1 from graphile_worker.jobs where last_error is not null`.execute(world.db)
  expect(rows).toEqual([])
  await office.close()
}, 30_000)

/** A mail server behind a network of ours. */
async function openFarOffice() {
  const office = await startSmtpServer(world)
  const network = await startFaultyProxy(Number(new URL(office.url).port))
  const config = { smtpUrl: `smtp://127.0.0.1:${network.port}`, mailFrom: 'oi@naregua.test' }
  const mail = createMailer({ ...world, config, probeMs: 100 }, log)
  const handlers = createJobHandlers({ ...world, mail, site: 'https://naregua.test' })
  async function close() {
    mail.close()
    await network.close()
    await office.close()
  }
  return { office, network, handlers, close }
}

test('a mail server that cannot be reached keeps no place in the queue, and what waited leaves soon after it is back', async () => {
  const { office, network, handlers, close } = await openFarOffice()
  const { barber, put } = await createStatusScene(world)
  const customers = await createCustomers(world.db, 6)
  await network.refuse()
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
  // As after an hour: by its own measure the queue would try again in six more.
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '6 hours', attempts = 10`.execute(
    world.db,
  )
  await network.accept()
  await expect.poll(() => office.received.length, { timeout: 15_000 }).toBe(6)
  await worker.stop()
  expect(new Set(office.received.map(({ recipients }) => recipients[0])).size).toBe(6)
  await close()
}, 60_000)

test('a letter that was under way when the line died is only sent again if it is still so', async () => {
  const { office, network, handlers, close } = await openFarOffice()
  const { barber, put } = await createStatusScene(world)
  const worker = startWorker({ databaseUrl: world.url, handlers, schedule: [], log })
  const confirm = async (customer: SceneCustomer, minutes: number) => {
    const id = await put({ customer, minutes })
    await world.call(appointmentsApi.confirm, { params: { id }, token: barber.token })
    return id
  }
  const [calm, hasty] = (await createCustomers(world.db, 2)) as [SceneCustomer, SceneCustomer]
  // The line that this letter opens is kept for the next one.
  await confirm(calm, 1440)
  await expect.poll(() => office.received.length, { timeout: 15_000 }).toBe(1)
  network.faults = { isDead: true }
  const id = await confirm(hasty, 1500)
  await expect.poll(() => network.lost, { timeout: 10_000 }).toBeGreaterThan(0)
  await world.call(appointmentsApi.cancel, { params: { id }, token: hasty.token })
  network.faults = {}
  network.dropConnections()
  await expect.poll(() => office.received.length, { timeout: 15_000 }).toBeGreaterThan(1)
  // Longer than a mail program waits before it tries again by itself.
  await wait(2500)
  const subjects = (await office.read()).map(({ subject = '' }) => subject.split(':')[0])
  expect(subjects).toEqual(['Horário confirmado', 'Horário cancelado'])
  await worker.stop()
  await close()
}, 40_000)
