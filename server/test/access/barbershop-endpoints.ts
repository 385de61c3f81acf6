import { testImage } from '../picture.ts'
import type { AccessCase, AccessCases, Person, Request } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

const point = { latitude: -16.68, longitude: -49.26 }

/** Everybody finds a shop; one that nobody has is not found. */
const openShop: AccessCase = { ask: ({ shopId }) => ({ params: { id: shopId } }), ids: { 'path.id': ['in', 404] } }
const ofShop = (body?: Request['body']) => (house: Tenant) => ({
  params: { id: house.shopId },
  ...(body && { body: { ...body } }),
})
const ownerOnly: readonly Person[] = ["the shop's owner"]
/** Another owner's shop does not exist, and whose plan ended may only look at the own. */
const ownShop: AccessCase = { may: ownerOnly, lapsed: 403, ids: { 'path.id': [404, 404] } }

/** Shops and what their owners do with them. */
const barbershopDoors: AccessCases = {
  'GET /filters': {},
  'GET /barbershops/nearby': { ask: () => ({ query: point }) },
  'GET /barbershops/search': { ask: () => ({ query: { ...point, query: 'casa' } }) },
  'GET /barbershops': {},
  'GET /barbershops/{id}': openShop,
  'GET /barbershops/{id}/barbers': openShop,
  'GET /barbershops/{id}/reviews': openShop,
  'GET /barbershops/free-times': { ask: ({ shopId }) => ({ query: { ids: shopId } }) },
  'GET /owners/me/barbershops': {},
  'POST /barbershops': {
    ask: (_, me) => ({ body: { ...point, name: `Casa de ${me?.id}`, address: 'Rua 1, 1', ownerId: me?.id } }),
    may: ["the shop's owner", 'another owner'],
    others: 403,
    lapsed: 403,
    ids: { 'body.ownerId': [403, 403] },
  },
  'PUT /barbershops/{id}': { ask: ofShop({ description: 'Nova' }), ...ownShop },
  'PUT /barbershops/{id}/features': { ask: ofShop({ featureIds: [1] }), ...ownShop },
  'PUT /barbershops/{id}/services': {
    ask: ({ shopId, serviceIds }) => ({
      params: { id: shopId },
      body: { services: [{ id: serviceIds[0], name: 'Corte', durationMin: 30, priceCents: 5000 }] },
    }),
    ...ownShop,
    ids: { 'path.id': [404, 404], 'body.services[].id': [404, 404] },
  },
  'PUT /barbershops/{id}/operating-hours': {
    ask: ofShop({
      // The rows are replaced as a whole: what their ids say is nobody's.
      operatingHours: [
        { id: crypto.randomUUID(), dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false },
      ],
      keepConflicts: true,
    }),
    ...ownShop,
    ids: { 'path.id': [404, 404], 'body.operatingHours[].id': ['in', 'in'] },
  },
  'PATCH /barbershops/{id}/featured': { ask: ofShop({ isFeatured: true }), ...ownShop },
  'POST /owners/me/barbershops/{id}/activate': { ask: ofShop(), ...ownShop },
  // Who wants to leave must be able to.
  'POST /owners/me/barbershops/{id}/deactivate': { ask: ofShop(), ...ownShop, lapsed: 'in' },
  'POST /uploads': { ask: () => ({ file: { name: 'file', bytes: testImage } }) },
}

const ofChair = (body?: Request['body']) => (house: Tenant) => ({
  params: { id: house.chairId },
  ...(body && { body }),
})
/** For the person in the chair and the shop's owner; chairs stand on the shop's page, so those of others are forbidden. */
const chairTime: AccessCase = {
  may: ["the appointment's barber", "the shop's owner"],
  others: 403,
  ids: { 'path.id': [403, 404] },
}
const ownChair: AccessCase = { may: ownerOnly, ids: { 'path.id': [404, 404] }, lapsed: 403 }
const ownInvite: AccessCase = {
  ask: ({ inviteId }) => ({ params: { id: inviteId } }),
  may: ownerOnly,
  ids: { 'path.id': [404, 404] },
}

/** Barbers, their time, and who works where. */
const staffDoors: AccessCases = {
  'GET /barbers/{id}/schedule': { ask: ofChair(), ...chairTime },
  'PUT /barbers/{id}/schedule': { ask: ofChair({ hours: null, breaks: [], version: 0 }), ...chairTime, answers: 409 },
  'GET /barbers/{id}/time-off': { ask: ofChair(), ...chairTime },
  'POST /barbers/{id}/time-off': { ask: ofChair({ startDate: '2026-03-20', endDate: '2026-03-21' }), ...chairTime },
  'DELETE /barbers/{id}/time-off/{timeOffId}': {
    // The second who may finds it there again.
    ask: async ({ chairId, timeOffId }, _, { db }) => {
      const away = { starts_at: new Date('2026-03-20T03:00:00Z'), ends_at: new Date('2026-03-21T03:00:00Z') }
      const row = { ...away, id: timeOffId, barber_id: chairId }
      await db
        .insertInto('time_off')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { params: { id: chairId, timeOffId } }
    },
    ...chairTime,
    ids: { 'path.id': [403, 404], 'path.timeOffId': [404, 404] },
  },
  'GET /owners/me/barbers': {},
  'POST /owners/me/barbers': {
    ask: ({ shopId }) => ({ body: { barbershopId: shopId, userEmail: `${crypto.randomUUID()}@casa.test` } }),
    ...ownShop,
    ids: { 'body.barbershopId': [404, 404] },
  },
  'DELETE /barbers/{id}': {
    ask: (house) => ({ ...ofChair()(house), query: { cancelAppointments: true } }),
    ...ownChair,
  },
  'GET /barbers/{id}/specialties': { ask: ofChair(), ...ownChair, lapsed: 'in' },
  'PUT /barbers/{id}/specialties': { ask: ofChair({ specialties: ['Barba'] }), ...ownChair },
  'PUT /barbers/{id}/bio': { ask: ofChair({ bio: 'Quinze anos' }), ...ownChair },
  'GET /specialties': {},
  'POST /owners/me/invites/{id}/resend': { ...ownInvite, lapsed: 403 },
  'DELETE /owners/me/invites/{id}': ownInvite,
  // Whoever holds the letter reads it; accepting needs the account that it was sent to.
  'POST /invites/view': {
    ask: ({ inviteToken }) => ({ body: { token: inviteToken } }),
    ids: { 'body.token': ['in', 422] },
  },
  'POST /invites/register': {
    ask: ({ inviteToken }) => ({ body: { token: inviteToken, name: 'Ana', password: 'abc-navalha-77' } }),
    ids: { 'body.token': ['in', 422] },
  },
  'POST /invites/accept': {
    ask: ({ inviteToken }) => ({ body: { token: inviteToken } }),
    may: [],
    others: 403,
    ids: { 'body.token': [403, 422] },
  },
  'GET /barbers/{id}/availability': {
    ask: ({ chairId, serviceIds, appointmentId }) => ({
      params: { id: chairId },
      query: { serviceId: serviceIds[0], reschedule: appointmentId },
    }),
    ids: { 'path.id': [404, 404], 'query.serviceId': ['in', 'in'], 'query.reschedule': [404, 404] },
  },
  'GET /barbershops/{id}/availability': {
    ask: ({ shopId, serviceIds, appointmentId }) => ({
      params: { id: shopId },
      query: { serviceId: serviceIds[0], reschedule: appointmentId },
    }),
    ids: { 'path.id': [404, 404], 'query.serviceId': ['in', 'in'], 'query.reschedule': [404, 404] },
  },
}

export const barbershopEndpoints: AccessCases = { ...barbershopDoors, ...staffDoors }
