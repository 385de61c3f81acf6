import { setTimeout as wait } from 'node:timers/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { afterAll, expect, test } from 'vitest'
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../../../test/booking-scene.ts'
import { createSubscription } from '../../../test/factories.ts'
import { createRaceHarness, openSecondApp } from '../../../test/race-harness.ts'

const ROUNDS = 40
const BARBERS = 4

const harness = await createRaceHarness()
const second = await openSecondApp(harness)
afterAll(async () => {
  await second.close()
  await harness.close()
})

/** In turns the barbers take R$ 60 for 30 minutes and R$ 70 for 45. */
const termsOf = (round: number) =>
  round % 2 === 0 ? { priceCents: 6000, durationMin: 30 } : { priceCents: 7000, durationMin: 45 }

async function openShop() {
  const shop = await createBookableBarbershop(harness.db, { barberCount: BARBERS })
  const [{ id: ownerId, token }] = (await createCustomers(harness.db, 1)) as [SceneCustomer]
  await harness.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', ownerId).execute()
  await harness.db.updateTable('barbershops').set({ owner_id: ownerId }).where('id', '=', shop.id).execute()
  await createSubscription(harness, ownerId)
  return {
    ...shop,
    serviceId: shop.services[0]?.id as string,
    token,
    customers: await createCustomers(harness.db, BARBERS),
  }
}

type Shop = Awaited<ReturnType<typeof openShop>>

function changeTerms({ id, barbers: all, serviceId, token }: Shop, round: number) {
  const barbers = all.map(({ id: barberId }) => ({ barberId, isProvided: true, ...termsOf(round) }))
  const service = { id: serviceId, name: 'Corte', durationMin: 30, priceCents: 5000, barbers }
  return second.call(1, ownBarbershopsApi.setServices, { token, params: { id }, body: { services: [service] } })
}

/** A customer of each barber books at the terms that were shown before the change. */
function book({ barbers, serviceId, customers }: Shop, round: number) {
  const { priceCents, durationMin } = termsOf(round)
  const start = Date.parse('2026-03-12T12:00:00Z') + (round % 50) * 86_400_000
  return Promise.all(
    barbers.map(({ id: barberId }, index) =>
      second.call(index, appointmentsApi.create, {
        token: (customers[index] as SceneCustomer).token,
        body: {
          barberId,
          serviceId,
          priceCents,
          startTime: new Date(start).toISOString(),
          // Without an end only the price is compared.
          ...(index % 2 === 0 && { endTime: new Date(start + durationMin * 60_000).toISOString() }),
        },
      }),
    ),
  )
}

test(`no customer is charged another price than the one that was shown, ${ROUNDS} rounds on two processes`, async () => {
  const shop = await openShop()
  await second.warmUp()
  expect((await changeTerms(shop, 0)).status).toBe(200)
  const before = await harness.countDeadlocks()
  let booked = 0
  let refused = 0
  // Of the change before the bookings. It follows the outcomes: each side wins about every second round, on any machine.
  let headStartMs = 0
  for (let round = 0; round < ROUNDS; round++) {
    const change = wait(Math.max(0, -headStartMs)).then(() => changeTerms(shop, round + 1))
    await wait(Math.max(0, headStartMs))
    const outcomes = await book(shop, round)
    expect((await change).status).toBe(200)
    const rows = await harness.db.selectFrom('appointments').select(['price_cents', 'duration_min']).execute()
    const { priceCents, durationMin } = termsOf(round)
    expect(rows).toEqual(rows.map(() => ({ price_cents: priceCents, duration_min: durationMin })))
    const codes = outcomes.map(({ status, code }) => (status === 201 ? 'booked' : code))
    expect(codes.filter((code) => !['booked', 'PRICE_CHANGED', 'END_TIME_MISMATCH'].includes(code ?? ''))).toEqual([])
    expect(rows).toHaveLength(codes.filter((code) => code === 'booked').length)
    booked += rows.length
    refused += BARBERS - rows.length
    headStartMs += rows.length < BARBERS / 2 ? -2 : 2
    await harness.clear()
  }
  console.info(`terms: ${booked} booked, ${refused} refused`)
  // Both sides must win sometimes, or this is no race.
  expect(Math.min(booked, refused)).toBeGreaterThan(0)
  expect(await harness.countDeadlocks()).toBe(before)
})
