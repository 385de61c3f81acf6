import { appointmentsApi } from '@na-regua/contract/appointments'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCustomers } from '../test/booking-scene.ts'
import { createHarness } from '../test/harness.ts'
import { createLifeScene } from '../test/life-scene.ts'
import { openPostOffice } from '../test/post-office.ts'
import { runJobs } from './lib/jobs.ts'
import { createTasks } from './tasks.ts'

const world = await createHarness()
afterAll(() => world.close())

const HOUR_MS = 3_600_000

test('what happened while the mail server was away arrives once when it is back, but for what is no longer so', async () => {
  const office = await openPostOffice(world, { refuse: 'come back later,' })
  const tasks = createTasks({ ...world, mail: office.mail, site: 'https://naregua.test' })
  // Retries are planned ever later: what would run within the hour runs now.
  const work = () => runJobs({ databaseUrl: world.url, tasks, until: new Date(Date.now() + HOUR_MS) })
  const { barber, put } = await createLifeScene(world)
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

  office.refuse = undefined
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
