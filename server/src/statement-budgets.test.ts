import { accountsApi } from '@na-regua/contract/accounts'
import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { dashboardApi } from '@na-regua/contract/dashboard'
import { favoritesApi } from '@na-regua/contract/favorites'
import { membersApi } from '@na-regua/contract/members'
import { notificationsApi } from '@na-regua/contract/notifications'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { paymentsApi } from '@na-regua/contract/payments'
import { placesApi } from '@na-regua/contract/places'
import { plansApi } from '@na-regua/contract/plans'
import { profileApi } from '@na-regua/contract/profile'
import type { Route } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { afterAll, expect, test } from 'vitest'
import { createCustomers, createShop, type SceneCustomer } from '../test/booking-scene.ts'
import { createSession, subscribe } from '../test/factories.ts'
import { createHarness } from '../test/harness.ts'
import { countStatements } from '../test/statement-counter.ts'
import { createApp } from './app.ts'

const world = await createHarness()
const { db, during } = countStatements(world.db)
const app = await createApp({ ...world, db })
afterAll(async () => {
  await app.close()
  await world.close()
})

const shop = await createShop(world.db, { chairs: 3, durations: [30, 15] })
const [person, rival] = (await createCustomers(world.db, 2)) as [SceneCustomer, SceneCustomer]
const [visitor] = (await createCustomers(world.db, 1)) as [SceneCustomer]
const [newcomer] = (await createCustomers(world.db, 1, { isVerified: false })) as [SceneCustomer]
const wish = (startTime: string) => ({ barberId: shop.barbers[0]?.id, serviceId: shop.services[0]?.id, startTime })
const nine = wish('2026-03-12T12:00:00Z')
const noon = { newStartTime: '2026-03-12T17:00:00Z' }
const { startTime: _, ...walkIn } = nine
const [barber] = shop.staff as [SceneCustomer]
const booked = await world.call(appointmentsApi.create, { token: rival.token, body: nine })

const { owner_id } = await world.db
  .selectFrom('barbershops')
  .select('owner_id')
  .where('id', '=', shop.id)
  .executeTakeFirstOrThrow()
await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner_id).execute()
await world.db
  .updateTable('users')
  .set({ role: 'BARBER' })
  .where('id', '=', shop.barbers[0]?.userId ?? '')
  .execute()
const ownerToken = await createSession(world, owner_id)
const ownAgenda = `${agendasApi.listOfOwner.url}?barbershopId=${shop.id}&date=2026-03-12&status=pending`
const board = `${agendasApi.dayOfOwner.url}?barbershopId=${shop.id}`
const schedule = staffApi.getSchedule.url.replace(':id', shop.barbers[0]?.id ?? '')
const ownMonth = `${agendasApi.calendarOfOwner.url}?month=2026-03&barbershopId=${shop.id}`

const serviceIds = shop.services.map(({ id }) => id)
const two = { ...wish('2026-03-20T16:00:00Z'), serviceIds }
const anyone = { ...wish('2026-03-20T17:00:00Z'), barberId: 'any', barbershopId: shop.id }

const { id: planId } = await world.db
  .selectFrom('plans')
  .select('id')
  .where('tier', '=', 'premium')
  .where('billing_period', '=', 'monthly')
  .executeTakeFirstOrThrow()

await subscribe(world, owner_id, {})
const ownShop = { url: `/barbershops/${shop.id}`, token: ownerToken }
const menu = { services: shop.services.map(({ id }) => ({ id, name: 'Corte', durationMin: 30, priceCents: 5000 })) }

type Input = { url?: string; token?: string; body?: object; status: number }

/** Statements of one call, the one that asks for the caller included; opening and ending a transaction are none here. */
async function count({ method, url }: Pick<Route, 'method' | 'url'>, { token, body, status, ...input }: Input) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return during(async () => {
    const answer = await app.inject({ method, url: `/api${input.url ?? url}`, headers, payload: body })
    expect(answer.statusCode, answer.payload).toBe(status)
  })
}

const availability = availabilityApi.get.url.replace(':id', shop.barbers[0]?.id ?? '')
const appointment = appointmentsApi.get.url.replace(':id', booked.body.id)
const month = `${availability}?date=2026-03-12&days=31&serviceId=${shop.services[0]?.id}`
const monthOfShop = `/barbershops/${shop.id}/availability?date=2026-03-12&days=31&serviceIds=${serviceIds.join()}`

test.each([
  // The chair and its shop with the service, what takes time.
  ['a month of free times', availabilityApi.get, { url: month, status: 200 }, 2],
  ['a month of any barber', availabilityApi.ofShop, { url: monthOfShop, status: 200 }, 2],
  ['the free times of today', availabilityApi.get, { url: availability, status: 200 }, 2],
  [
    'the rulers of a page',
    availabilityApi.freeTimes,
    { url: `/barbershops/free-times?ids=${shop.id}`, status: 200 },
    2,
  ],
  // Who asks; what is offered and what the customer already has; the row and who is told of it, which is the whole transaction.
  ['a booking', appointmentsApi.create, { token: person.token, body: wish('2026-03-12T13:00:00Z'), status: 201 }, 3],
  ['two services at once', appointmentsApi.create, { token: visitor.token, body: two, status: 201 }, 3],
  ['a booking with any barber', appointmentsApi.create, { token: visitor.token, body: anyone, status: 201 }, 3],
  ['a repeated booking', appointmentsApi.create, { token: rival.token, body: nine, status: 200 }, 3],
  // Three more tell what else is free.
  ['a lost booking', appointmentsApi.create, { token: person.token, body: nine, status: 409 }, 5],
  ['a hold', appointmentsApi.hold, { token: newcomer.token, body: wish('2026-03-12T15:00:00Z'), status: 201 }, 3],
  ['letting go', appointmentsApi.release, { token: newcomer.token, status: 200 }, 2],
  ['an appointment', appointmentsApi.get, { url: appointment, token: rival.token, status: 200 }, 2],
  ['the hearts of a list', favoritesApi.ids, { token: person.token, status: 200 }, 2],
  ['a press of a heart', favoritesApi.toggle, { token: person.token, body: { barbershopId: shop.id }, status: 200 }, 2],
  // Who asks; which shops, their cards.
  ['the favourites', favoritesApi.list, { token: person.token, status: 200 }, 3],
  // Who asks, and the page with its total.
  ['an agenda', agendasApi.listOfCustomer, { token: rival.token, status: 200 }, 2],
  ['an agenda of shops', agendasApi.listOfOwner, { url: ownAgenda, token: ownerToken, status: 200 }, 2],
  ['the marked days of a month', agendasApi.calendarOfOwner, { url: ownMonth, token: ownerToken, status: 200 }, 2],
  ['the count of a month', agendasApi.countOfMonth, { token: ownerToken, status: 200 }, 2],
  // Who asks, the chairs; what stands in their books, what takes their time.
  ['a barber’s day', agendasApi.dayOfBarber, { token: barber.token, status: 200 }, 4],
  ['the board of a shop', agendasApi.dayOfOwner, { url: board, token: ownerToken, status: 200 }, 4],
  // Who asks, the chair; its time off, and what it has ahead.
  ['a barber’s week', staffApi.getSchedule, { url: schedule, token: ownerToken, status: 200 }, 4],
  ['the shops in numbers', dashboardApi.get, { token: ownerToken, status: 200 }, 2],
  // Who asks, the plan, the seats, the barbers, the invites: however many there are.
  ['everybody of an owner’s shops', membersApi.list, { token: ownerToken, status: 200 }, 5],
  // Who asks, the appointment with its people; in the transaction: the step, who is told; then as the barber reads it.
  ['an answer', appointmentsApi.confirm, { url: `${appointment}/confirm`, token: barber.token, status: 200 }, 5],
  // Besides: what the chair offers, and the locks.
  [
    'a move',
    appointmentsApi.reschedule,
    { url: `${appointment}/reschedule`, token: rival.token, body: noon, status: 200 },
    7,
  ],
  // Who asks, chair, service; the lock, whether he sits there already, the row, who is told; then as the barber reads it.
  ['a walk-in', appointmentsApi.walkIn, { token: barber.token, body: walkIn, status: 201 }, 8],
  // Who asks; the shops, the plan.
  ['the own shops', ownBarbershopsApi.listBarbershops, { token: ownerToken, status: 200 }, 3],
  // In the transaction: the shop, the plan; the row, the version, what lists know, the word to other pages; the shop anew.
  ['a new name of a shop', ownBarbershopsApi.updateBarbershop, { ...ownShop, body: { name: 'Outra' }, status: 200 }, 8],
  // One count more of whose services they are; then three that write them.
  [
    'a menu',
    ownBarbershopsApi.setServices,
    { ...ownShop, url: `${ownShop.url}/services`, body: menu, status: 200 },
    11,
  ],
  ['the states', placesApi.states, { status: 200 }, 0],
  ['the bell', notificationsApi.list, { token: person.token, status: 200 }, 2],
  ['reading all', notificationsApi.readAll, { token: person.token, status: 200 }, 2],
  ['the own account', accountsApi.me, { token: person.token, status: 200 }, 2],
  ['the own sessions', profileApi.listSessions, { token: person.token, status: 200 }, 2],
  // Who asks; the row, and the word to other open pages.
  [
    'a new name',
    profileApi.update,
    { url: `/users/${person.id}`, token: person.token, body: { name: 'Ana' }, status: 200 },
    3,
  ],
  ['the own plan', plansApi.own, { token: person.token, status: 200 }, 2],
  ['the own bill', paymentsApi.subscription, { token: person.token, status: 200 }, 2],
  ['the own payments', paymentsApi.list, { token: person.token, status: 200 }, 2],
  ['how a payment stands', paymentsApi.status, { url: `/payments/status/${'x'.repeat(43)}`, status: 404 }, 1],
  // Who asks, the plan; in the transaction: the person, what is open, what can be paid, older ones closed, the row; the
  // sandbox looks, writes, and its answer is kept.
  ['a checkout', paymentsApi.createIntent, { token: person.token, body: { planId }, status: 200 }, 10],
  ['the same checkout once more', paymentsApi.createIntent, { token: person.token, body: { planId }, status: 200 }, 5],
  ['a stranger', accountsApi.me, { token: 'x'.repeat(43), status: 401 }, 1],
  ['nobody', accountsApi.me, { status: 401 }, 0],
] as const)('%s', async (_, call, input: Input, budget) => {
  expect(await count(call, input)).toBe(budget)
})
