import { appointmentsApi } from '@na-regua/contract/appointments'
import { afterAll, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createHarness } from '../../../test/harness.ts'
import { schedule } from '../../jobs.ts'
import { sweepHolds } from './hold-slot.ts'

const world = await createHarness({ environment: { RATE_LIMIT: 'on' } })
afterAll(() => world.close())

const shop = await createBookableBarbershop(world.db)
const [slow, other] = (await createCustomers(world.db, 2, { isVerified: false })) as [SceneCustomer, SceneCustomer]

/** 09:00 in São Paulo and later, on the day after tomorrow. */
const slot = (index: number) => new Date(Date.parse('2026-03-13T12:00:00Z') + index * 30 * 60_000).toISOString()

const hold = ({ token }: SceneCustomer, index: number) =>
  world.call(appointmentsApi.hold, {
    token,
    body: { barberId: shop.barbers[0]?.id, serviceId: shop.services[0]?.id, startTime: slot(index) },
  })

const listHolds = async () =>
  (await world.db.selectFrom('appointments').select('id').where('status', '=', 'HELD').execute()).map(({ id }) => id)

it('the scheduled job deletes expired holds and no others', async () => {
  const expired = await hold(slow, 0)
  world.clock.advance({ minutes: 10 })
  const active = await hold(other, 1)
  expect(await listHolds()).toEqual(expect.arrayContaining([expired.body.id, active.body.id]))
  await sweepHolds(world)
  expect(await listHolds()).toEqual([active.body.id])
  expect(schedule.map(({ task }) => task)).toContain('sweep-holds')
})

it('a customer cannot block a slot by holding it repeatedly', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) {
    statuses.push((await hold(slow, 3)).status)
    world.clock.advance({ minutes: 11 })
  }
  expect(statuses).toEqual([201, 201, 201, 201, 429])
  const rejected = await hold(slow, 3)
  expect(rejected.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('Aguarde') })
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  expect((await hold(other, 3)).status).toBe(201)
})

it('a customer cannot block a barber by holding slot after slot', async () => {
  const [customer] = (await createCustomers(world.db, 1)) as [SceneCustomer]
  const statuses: number[] = []
  for (let index = 0; index < 13; index++) statuses.push((await hold(customer, index + 4)).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(12)
  expect(statuses.at(-1)).toBe(429)
})

it('more customers than ever share an address are not refused for it', async () => {
  const customers = await createCustomers(world.db, 80, { isVerified: false })
  const statuses: number[] = []
  // A few at once: a pool that is full refuses, too.
  for (let first = 0; first < customers.length; first += 5) {
    const some = await Promise.all(customers.slice(first, first + 5).map((customer) => hold(customer, 2)))
    statuses.push(...some.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(79)
})
