import { signLink } from '../../src/features/appointments/reminder-reply/queries.ts'
import type { Harness } from '../harness.ts'
import type { AccessCase, AccessCases, Person, Request } from './endpoints.ts'
import type { Member, Tenant } from './tenants.ts'

const customerOnly = ['the customer'] as const
const shopSide: readonly Person[] = ["the shop's owner", "the appointment's barber"]
const tomorrow = '2026-03-13T12:00:00Z'

const wish = ({ chairId, shopId, serviceIds }: Tenant) => ({
  barberId: chairId,
  barbershopId: shopId,
  serviceId: serviceIds[0],
  serviceIds: [...serviceIds],
  startTime: tomorrow,
})
const wishIds = {
  'body.barberId': [404, 404],
  'body.barbershopId': [404, 404],
  'body.serviceId': [400, 400],
  'body.serviceIds[]': [404, 404],
} as const

const about =
  (name: 'appointmentId' | 'startedId', body?: Request['body']) =>
  (house: Tenant): Request => ({ params: { id: house[name] }, body })

/** The customer has a part in it, so it is there for him; but only the shop may say so. */
const shopDecides: AccessCase = { may: shopSide, but: { 'the customer': 403 }, ids: { 'path.id': [404, 404] } }

async function reminder({ appointmentId, customer }: Tenant, _: Member | undefined, { db }: Harness) {
  return { params: { token: await signLink(db, { id: appointmentId, version: 1, customerId: customer.id }) } }
}

const month = () => ({ query: { month: '2026-03' } })
const ofShop = (query: Request['query']) => (house: Tenant) => ({ query: { ...query, barbershopId: house.shopId } })
const ownerOfShop: AccessCase = { may: ["the shop's owner"], ids: { 'query.barbershopId': [404, 404] } }

/** Booking, the life of an appointment, and the agendas. */
export const appointmentEndpoints: AccessCases = {
  'POST /appointments': {
    ask: (house, me) => ({ body: { ...wish(house), customerId: me?.id } }),
    ids: { ...wishIds, 'body.customerId': [403, 403] },
  },
  'POST /appointments/hold': { ask: (house) => ({ body: wish(house) }), ids: wishIds },
  'DELETE /appointments/hold': {},
  'GET /appointments/{id}': { ask: about('appointmentId'), may: customerOnly, ids: { 'path.id': [404, 404] } },
  'GET /appointments/{id}/calendar.ics': {
    ask: about('appointmentId'),
    may: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /appointments/{id}/confirm': { ask: about('appointmentId'), ...shopDecides },
  'PATCH /appointments/{id}/complete': { ask: about('startedId'), ...shopDecides },
  'PATCH /appointments/{id}/no-show': { ask: about('startedId'), ...shopDecides },
  'PATCH /appointments/{id}/cancel': {
    ask: about('appointmentId', { reason: 'Chuva' }),
    may: ['the customer', ...shopSide],
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /appointments/{id}/reschedule': {
    ask: about('appointmentId', { newStartTime: tomorrow }),
    may: customerOnly,
    but: { "the shop's owner": 403, "the appointment's barber": 403 },
    ids: { 'path.id': [404, 404] },
  },
  // Chairs stand on the shop's page: one that is somebody else's is there, and forbidden.
  'POST /appointments/walk-in': {
    ask: ({ chairId, serviceIds }) => ({
      body: { barberId: chairId, serviceId: serviceIds[0], startTime: '2026-03-11T17:00:00Z' },
    }),
    may: shopSide,
    others: 403,
    ids: { 'body.barberId': [403, 404], 'body.serviceId': [404, 404] },
  },
  // Whoever holds the letter may answer it; the token is signed for one appointment and one version of it.
  'GET /reminders/{token}': { ask: reminder },
  'POST /reminders/{token}/presence': { ask: reminder },
  'POST /reminders/{token}/cancel': { ask: reminder },
  'GET /users/me/calendar-feed': {},
  'POST /users/me/calendar-feed': {},
  'DELETE /users/me/calendar-feed': {},
  'GET /calendar/{token}.ics': {
    ask: ({ feedToken }) => ({ params: { token: feedToken } }),
    ids: { 'path.token': ['in', 404] },
  },
  'GET /appointments/customer/me': {},
  'GET /appointments/customer/me/calendar': { ask: month },
  'GET /appointments/barber/me': {},
  'GET /appointments/barber/me/calendar': { ask: month },
  'GET /appointments/barber/me/day': {},
  'GET /owners/me/appointments': { ask: ofShop({}), ...ownerOfShop },
  'GET /owners/me/appointments/calendar': { ask: ofShop({ month: '2026-03' }), ...ownerOfShop },
  'GET /owners/me/appointments/day': { ask: ofShop({ date: '2026-03-12' }), ...ownerOfShop },
  'GET /owners/me/appointments/barbershops': {},
  'GET /owners/me/appointments/count': {},
  'GET /owners/me/appointments/count/current-month': {},
  'GET /owners/me/appointments.csv': {},
  'GET /owners/me/customers.csv': {},
  'GET /owners/me/dashboard': {},
  'POST /reviews': {
    ask: ({ visitId, shopId }) => ({ body: { appointmentId: visitId, barbershopId: shopId, rating: 5 } }),
    may: customerOnly,
    ids: { 'body.appointmentId': [404, 404], 'body.barbershopId': [404, 404] },
  },
  'POST /reviews/{id}/reply': {
    ask: ({ reviewId }) => ({ params: { id: reviewId }, body: { reply: 'Obrigado' } }),
    may: ["the shop's owner"],
    ids: { 'path.id': [404, 404] },
  },
}
