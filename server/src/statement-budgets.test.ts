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
import { createBookableBarbershop, createCustomers, type SceneCustomer } from '../test/booking-scene.ts'
import { createSessionToken, createSubscription } from '../test/factories.ts'
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

const shop = await createBookableBarbershop(world.db, { barberCount: 3, durations: [30, 15] })
const [customer, rival] = (await createCustomers(world.db, 2)) as [SceneCustomer, SceneCustomer]
const [otherCustomer] = (await createCustomers(world.db, 1)) as [SceneCustomer]
const [newcomer] = (await createCustomers(world.db, 1, { isVerified: false })) as [SceneCustomer]
const bookingAt = (startTime: string) => ({ barberId: shop.barbers[0]?.id, serviceId: shop.services[0]?.id, startTime })
const nine = bookingAt('2026-03-12T12:00:00Z')
const noon = { newStartTime: '2026-03-12T17:00:00Z' }
const noonWithOther = { ...noon, barberId: shop.barbers[1]?.id }
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
const ownerToken = await createSessionToken(world, owner_id)
const ownAgenda = `${agendasApi.listOfOwner.url}?barbershopId=${shop.id}&date=2026-03-12&status=pending`
const staffDay = `${agendasApi.dayOfOwner.url}?barbershopId=${shop.id}`
const schedule = staffApi.getSchedule.url.replace(':id', shop.barbers[0]?.id ?? '')
const ownMonth = `${agendasApi.calendarOfOwner.url}?month=2026-03&barbershopId=${shop.id}`

const serviceIds = shop.services.map(({ id }) => id)
const twoServices = { ...bookingAt('2026-03-20T16:00:00Z'), serviceIds }
const anyBarber = { ...bookingAt('2026-03-20T17:00:00Z'), barberId: 'any', barbershopId: shop.id }

const { id: planId } = await world.db
  .selectFrom('plans')
  .select('id')
  .where('tier', '=', 'premium')
  .where('billing_period', '=', 'monthly')
  .executeTakeFirstOrThrow()

await createSubscription(world, owner_id, {})
const ownShop = { url: `/barbershops/${shop.id}`, token: ownerToken }
const services = { services: shop.services.map(({ id }) => ({ id, name: 'Corte', durationMin: 30, priceCents: 5000 })) }

type Input = { url?: string; token?: string; body?: object; status: number }

/** Statements of one request, including authentication, without begin and commit. */
async function count({ method, url }: Pick<Route, 'method' | 'url'>, { token, body, status, ...input }: Input) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return during(async () => {
    const response = await app.inject({ method, url: `/api${input.url ?? url}`, headers, payload: body })
    expect(response.statusCode, response.payload).toBe(status)
  })
}

const availability = availabilityApi.get.url.replace(':id', shop.barbers[0]?.id ?? '')
const appointment = appointmentsApi.get.url.replace(':id', booked.body.id)
const month = `${availability}?date=2026-03-12&days=31&serviceId=${shop.services[0]?.id}`
const monthOfShop = `/barbershops/${shop.id}/availability?date=2026-03-12&days=31&serviceIds=${serviceIds.join()}`

test.each([
  // The barber with shop and service; appointments and time off.
  ['a month of slots', availabilityApi.get, { url: month, status: 200 }, 2],
  ['a month of slots of any barber', availabilityApi.getForBarbershop, { url: monthOfShop, status: 200 }, 2],
  // The schedule is in memory; appointments, time off and whether the schedule has changed.
  ['the slots of today', availabilityApi.get, { url: availability, status: 200 }, 1],
  [
    'the slots of today of a page of barbershops',
    availabilityApi.slotsToday,
    { url: `/barbershops/free-times?ids=${shop.id}`, status: 200 },
    1,
  ],
  // Authentication; the locks of customer and barber; a repetition; the candidates; the row; the event.
  [
    'a booking',
    appointmentsApi.create,
    { token: customer.token, body: bookingAt('2026-03-12T13:00:00Z'), status: 201 },
    7,
  ],
  // One more for the services.
  ['two services at once', appointmentsApi.create, { token: otherCustomer.token, body: twoServices, status: 201 }, 8],
  [
    'a booking with any barber',
    appointmentsApi.create,
    { token: otherCustomer.token, body: anyBarber, status: 201 },
    7,
  ],
  ['a repeated booking', appointmentsApi.create, { token: rival.token, body: nine, status: 200 }, 5],
  // Nothing is written; three list why, and alternatives.
  ['a booking of a taken slot', appointmentsApi.create, { token: customer.token, body: nine, status: 409 }, 8],
  ['a hold', appointmentsApi.hold, { token: newcomer.token, body: bookingAt('2026-03-12T15:00:00Z'), status: 201 }, 5],
  ['a released hold', appointmentsApi.releaseHold, { token: newcomer.token, status: 200 }, 2],
  // Authentication; appointment; what was agreed; who else provides it.
  ['an appointment', appointmentsApi.get, { url: appointment, token: rival.token, status: 200 }, 4],
  ['the favorites of a list', favoritesApi.ids, { token: customer.token, status: 200 }, 2],
  [
    'a toggled favorite',
    favoritesApi.toggle,
    { token: customer.token, body: { barbershopId: shop.id }, status: 200 },
    2,
  ],
  // Authentication; ids, cards.
  ['the favorites page', favoritesApi.list, { token: customer.token, status: 200 }, 3],
  // Authentication; the page with its total.
  ['an agenda', agendasApi.listOfCustomer, { token: rival.token, status: 200 }, 2],
  ['an agenda of shops', agendasApi.listOfOwner, { url: ownAgenda, token: ownerToken, status: 200 }, 2],
  ['the marked days of a month', agendasApi.calendarOfOwner, { url: ownMonth, token: ownerToken, status: 200 }, 2],
  ['the count of a month', agendasApi.countOfMonth, { token: ownerToken, status: 200 }, 2],
  // Authentication; barbers; appointments; time off.
  ['a barber’s day', agendasApi.dayOfBarber, { token: barber.token, status: 200 }, 4],
  ['eight days of a barber', agendasApi.daysOfBarber, { token: barber.token, status: 200 }, 4],
  ['the day of a barbershop', agendasApi.dayOfOwner, { url: staffDay, token: ownerToken, status: 200 }, 4],
  // Authentication; barber; time off; upcoming appointments.
  ['a barber’s schedule', staffApi.getSchedule, { url: schedule, token: ownerToken, status: 200 }, 4],
  ['the dashboard', dashboardApi.get, { token: ownerToken, status: 200 }, 2],
  // Authentication; plan; plan limits in use; barbers; invites; roles: however many there are.
  ['the staff of all shops of an owner', membersApi.list, { token: ownerToken, status: 200 }, 6],
  // Authentication; appointment, locks, appointment as it is now; status, notifications; then the response.
  ['a confirmation', appointmentsApi.confirm, { url: `${appointment}/confirm`, token: barber.token, status: 200 }, 7],
  // As above, plus the slots, the holds in the way and the time that becomes free.
  [
    'a rescheduled appointment',
    appointmentsApi.reschedule,
    { url: `${appointment}/reschedule`, token: rival.token, body: noon, status: 200 },
    12,
  ],
  // What was agreed; what the other barber takes; the services of before.
  [
    'an appointment rescheduled to another barber',
    appointmentsApi.reschedule,
    { url: `${appointment}/reschedule`, token: rival.token, body: noonWithOther, status: 200 },
    15,
  ],
  // Authentication; barber; locks; service; current walk-in; row; notifications; then the response.
  ['a walk-in', appointmentsApi.walkIn, { token: barber.token, body: walkIn, status: 201 }, 9],
  // Authentication; barbershops; plan.
  ['the own barbershops', ownBarbershopsApi.listBarbershops, { token: ownerToken, status: 200 }, 3],
  // In the transaction: barbershop, plan; row, version, stored columns, event; then the response.
  [
    'a new name of a barbershop',
    ownBarbershopsApi.updateBarbershop,
    { ...ownShop, body: { name: 'Outra' }, status: 200 },
    8,
  ],
  // As above, plus the check of the service ids, three writes, and what is active before and after.
  [
    'new services',
    ownBarbershopsApi.setServices,
    { ...ownShop, url: `${ownShop.url}/services`, body: services, status: 200 },
    13,
  ],
  ['the states', placesApi.states, { status: 200 }, 0],
  ['the notifications', notificationsApi.list, { token: customer.token, status: 200 }, 2],
  ['all notifications read', notificationsApi.readAll, { token: customer.token, status: 200 }, 2],
  ['the own account', accountsApi.me, { token: customer.token, status: 200 }, 2],
  ['the own sessions', profileApi.listSessions, { token: customer.token, status: 200 }, 2],
  // Authentication; row; event.
  [
    'a new name',
    profileApi.update,
    { url: `/users/${customer.id}`, token: customer.token, body: { name: 'Ana' }, status: 200 },
    3,
  ],
  ['the own plan', plansApi.own, { token: customer.token, status: 200 }, 2],
  ['the own subscription', paymentsApi.subscription, { token: customer.token, status: 200 }, 2],
  ['the own payments', paymentsApi.list, { token: customer.token, status: 200 }, 2],
  ['the status of a payment', paymentsApi.status, { url: `/payments/status/${'x'.repeat(43)}`, status: 404 }, 1],
  // Authentication; plan; in the transaction: user, open checkouts, plan, closed checkouts, row; the sandbox reads and writes;
  // the result is stored.
  ['a checkout', paymentsApi.createIntent, { token: customer.token, body: { planId }, status: 200 }, 10],
  ['a repeated checkout', paymentsApi.createIntent, { token: customer.token, body: { planId }, status: 200 }, 5],
  ['an unknown token', accountsApi.me, { token: 'x'.repeat(43), status: 401 }, 1],
  ['no token', accountsApi.me, { status: 401 }, 0],
] as const)('%s', async (_, route, input: Input, budget) => {
  expect(await count(route, input)).toBe(budget)
})
