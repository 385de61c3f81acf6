import { appointmentsApi } from '@na-regua/contract/appointments'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40

const harness = await createRaceHarness()
const second = await openSecondApp(harness)

beforeAll(() => second.warmUp())
afterAll(async () => {
  await second.close()
  await harness.close()
})

it(`one account books itself and a guest at one hour with two barbers, each twice at once, ${ROUNDS} rounds on two processes`, async () => {
  const shop = await createBookableBarbershop(harness.db, { barberCount: 2 })
  const [customer] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
  const serviceId = shop.services[0]?.id
  const before = await harness.countDeadlocks()
  let both = 0
  for (let round = 0; round < ROUNDS; round++) {
    const startTime = new Date(Date.parse('2026-03-12T12:00:00Z') + round * 86_400_000).toISOString()
    const requests = shop.barbers.flatMap(({ id: barberId }) =>
      [{}, { guestName: 'Bento' }].map((guest) => ({ barberId, serviceId, startTime, ...guest })),
    )
    const responses = await Promise.all(
      requests.map((body, index) =>
        second.call(index + round, appointmentsApi.create, { token: customer.token, body }),
      ),
    )
    const outcomes = responses.map(({ status, code }) => (status === 201 ? 'booked' : `${status} ${code}`))
    const allowed = ['booked', '409 SLOT_TAKEN', '409 CUSTOMER_BUSY']
    expect(outcomes.filter((outcome) => !allowed.includes(outcome))).toEqual([])
    const booked = outcomes.filter((outcome) => outcome === 'booked').length
    expect([1, 2]).toContain(booked)
    both += booked - 1
    expect(await harness.countOverlaps()).toBe(0)
    await harness.clear()
  }
  console.info(`guests: both booked in ${both} of ${ROUNDS} rounds`)
  expect(both).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
