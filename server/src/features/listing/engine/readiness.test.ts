import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'

const world = await createHarness()
afterAll(() => world.close())

const list = '/api/barbershops/nearby?latitude=-16.6869&longitude=-49.2648'

test('until barbershops are loaded a process is not ready and has no lists; then it has all of them', async () => {
  await createBarbershopRow(world)
  const lock = await world.db.startTransaction().execute()
  await sql`lock table barbershops in access exclusive mode`.execute(lock)
  const early = await Promise.all(['/health/ready', list].map((url) => world.app.inject(url)))
  for (const { statusCode, headers, payload } of early)
    expect([statusCode, headers['retry-after'], JSON.parse(payload).code]).toEqual([503, '2', 'UNAVAILABLE'])
  expect((await world.app.inject('/health/live')).statusCode).toBe(200)
  await lock.rollback().execute()
  await world.app.listing.catchUp()
  expect((await world.app.inject('/health/ready')).statusCode).toBe(200)
  expect((await world.app.inject(list)).json().pagination.total).toBe(1)
})

test('what the connection missed while it was lost is found, and shown meanwhile as it was', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'na-regua-live' and datname = current_database()`.execute(world.db)
  await createBarbershopRow(world)
  expect((await world.app.inject(`${list}&page=2`)).statusCode).toBe(200)
  await world.app.listing.catchUp()
  expect((await world.app.inject(list)).json().pagination.total).toBe(2)
})
