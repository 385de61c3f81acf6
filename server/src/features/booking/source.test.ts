import { appointmentsApi } from '@na-regua/contract/appointments'
import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { createStatusScene } from '../../../test/status-scene.ts'

const world = await createHarness()
afterAll(() => world.close())

let scene: Awaited<ReturnType<typeof createStatusScene>>
beforeEach(async () => {
  scene = await createStatusScene(world)
  const staff = [scene.barber.id, scene.owner.id]
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', 'in', staff).execute()
})

const nine = '2026-03-12T12:00:00.000Z'

async function findSource(id: string) {
  const { source } = await world.db
    .selectFrom('appointments')
    .select('source')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return source
}

async function book(fields: object) {
  const { customer, membership, service } = scene
  const { status, body } = await world.call(appointmentsApi.create, {
    token: customer.token,
    body: { barberId: membership.id, serviceId: service.id, startTime: nine, ...fields },
  })
  return { status, body }
}

test('a booking that says nothing came through the product', async () => {
  expect(await findSource((await book({})).body.appointment.id)).toBe('page')
})

test.each(['page', 'link', 'poster'])('a booking by %s says so', async (source) => {
  expect(await findSource((await book({ source })).body.appointment.id)).toBe(source)
})

test.each(['phone', 'queue', 'unknown', null, 1])('a customer cannot claim %j', async (source) => {
  const { status, body } = await book({ source })
  expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
})

test('what staff book for a customer is by phone, and what they add a walk-in', async () => {
  const { barber, membership, service, shop } = scene
  const { body } = await world.call(staffBookingsApi.book, {
    token: barber.token,
    params: { id: shop.id },
    body: {
      barberId: membership.id,
      serviceIds: [service.id],
      startTime: nine,
      newCustomer: { name: 'Rui Lima', phone: '62977776666' },
    },
  })
  expect(await findSource(body.appointment.id)).toBe('phone')
  const walkIn = await world.call(appointmentsApi.walkIn, {
    token: barber.token,
    body: { barberId: membership.id, serviceId: service.id },
  })
  expect(await findSource(walkIn.body.appointment.id)).toBe('walk-in')
})

test('an appointment that is moved keeps how it was made', async () => {
  const { body } = await book({ source: 'poster' })
  const moved = await world.call(appointmentsApi.reschedule, {
    token: scene.customer.token,
    params: { id: body.appointment.id },
    body: { newStartTime: '2026-03-12T13:00:00.000Z' },
  })
  expect([moved.status, await findSource(body.appointment.id)]).toEqual([200, 'poster'])
})
