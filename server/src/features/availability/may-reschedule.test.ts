import { availabilityApi } from '@na-regua/contract/availability'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createStatusScene } from '../../../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
const scene = await createStatusScene(world, { barberCount: 2 })
const { shop, customer, barber, owner, stranger, membership } = scene
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', [owner.id, barber.id]).execute()

const date = '2026-03-12'

/** Both lists of slots: those of the barber and those of the barbershop. */
async function listFor(reschedule: string, { token, link }: { token?: string; link?: string }) {
  const query = { date, reschedule, link }
  const responses = [
    await world.call(availabilityApi.get, { params: { id: membership.id }, query, token }),
    await world.call(availabilityApi.getForBarbershop, { params: { id: shop.id }, query, token }),
  ]
  return responses.map(({ status, body }) => (status === 200 ? body.slots.includes('12:00') : body.code))
}

const booked = await scene.put({ minutes: 1440, status: 'CONFIRMED' })

test.each([
  ['its customer', { token: customer.token }, true],
  ['its barber', { token: barber.token }, true],
  ['the owner', { token: owner.token }, true],
  ['another customer', { token: stranger.token }, 'APPOINTMENT_NOT_FOUND'],
  ['a user without a session', {}, 'APPOINTMENT_NOT_FOUND'],
  ['a link that we did not sign', { link: 'x'.repeat(48) }, 'APPOINTMENT_NOT_FOUND'],
  ['a session that has ended', { token: 'x'.repeat(43) }, 'APPOINTMENT_NOT_FOUND'],
])('what is free without an appointment is shown to %s: %o %s', async (_, credentials, expected) => {
  expect(await listFor(booked, credentials)).toEqual([expected, expected])
})

test('with the link of an appointment for that appointment only', async () => {
  const { status, body } = await world.call(staffBookingsApi.book, {
    token: barber.token,
    params: { id: shop.id },
    body: {
      barberId: membership.id,
      serviceIds: [scene.service.id],
      startTime: `${date}T16:00:00.000Z`,
      newCustomer: { name: 'Rui', phone: '62977776666' },
    },
  })
  expect(status).toBe(201)
  const link = body.link.url.split('/').at(-1)
  const query = { date, reschedule: body.appointment.id, link }
  const shown = await world.call(availabilityApi.get, { params: { id: membership.id }, query })
  expect([shown.status, shown.body.slots.includes('13:00')]).toEqual([200, true])
  expect(await listFor(booked, { link })).toEqual(['APPOINTMENT_NOT_FOUND', 'APPOINTMENT_NOT_FOUND'])
})
