import { createReminderToken } from '../../src/features/appointments/reminder-reply/queries.ts'
import { getBookingLinkSecret } from '../../src/features/booking/link/queries.ts'
import { signLinkToken } from '../../src/features/booking/link/rules.ts'
import { getModerationToken } from '../../src/features/reviews/photos/queries.ts'
import type { Harness } from '../harness.ts'
import { createPushToken, insertDevice } from '../push-scene.ts'
import { testImage } from '../test-image.ts'
import { type AccessCase, type AccessCases, type Actor, actors, type RequestInput } from './endpoints.ts'
import type { Member, Tenant } from './tenants.ts'

const customerOnly = ['the customer'] as const
const barbershopSide: readonly Actor[] = ['the owner', 'the barber', 'the receptionist', 'the manager']
const tomorrow = '2026-03-13T12:00:00Z'

const bookingBody = ({ barberId, barbershopId, serviceIds }: Tenant) => ({
  barberId,
  barbershopId,
  serviceId: serviceIds[0],
  serviceIds: [...serviceIds],
  startTime: tomorrow,
})
const bookingIds = {
  'body.barberId': [404, 404],
  'body.barbershopId': [404, 404],
  'body.serviceId': [400, 400],
  'body.serviceIds[]': [404, 404],
} as const

const withIdOf =
  (name: 'appointmentId' | 'startedId' | 'completedId' | 'movedId', body?: RequestInput['body']) =>
  (tenant: Tenant): RequestInput => ({ params: { id: tenant[name] }, body })

/** The customer was notified of a delay. */
const delayed =
  (body?: RequestInput['body']) =>
  async ({ appointmentId: id }: Tenant, _: Member | undefined, { db, clock }: Harness): Promise<RequestInput> => {
    const notified = { told_delay_min: 15, told_delay_at: clock.now(), version: 1 }
    await db.updateTable('appointments').set(notified).where('id', '=', id).execute()
    return { params: { id }, body }
  }

/** The customer may see the appointment (so 403, not 404), but only the barbershop may do this. */
const barbershopOnly: AccessCase = {
  allowed: barbershopSide,
  except: { 'the customer': 403 },
  ids: { 'path.id': [404, 404] },
}

async function reminderLink({ appointmentId, customer }: Tenant, _: Member | undefined, { db }: Harness) {
  return {
    params: { token: await createReminderToken(db, { id: appointmentId, version: 1, customerId: customer.id }) },
  }
}

/** Of the tenant's customer. It is there again for each request. */
async function photoOf({ photoId: id, reviewId, customer }: Tenant, { db, clock }: Harness) {
  const now = clock.now()
  const photo = { id, review_id: reviewId, author_id: customer.id, consented_at: now, created_at: now }
  const row = { ...photo, url: `/uploads/shops/${id}-1b6b45-960.webp` }
  await db
    .insertInto('review_photos')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { id }
}

/** A token opens its own photo only. */
const moderationIds: AccessCase['ids'] = { 'path.id': [422, 422], 'path.token': [422, 422] }

async function moderationLink(tenant: Tenant, _: Member | undefined, world: Harness) {
  const { id } = await photoOf(tenant, world)
  return { params: { id, token: await getModerationToken(world.db, id) } }
}

async function bookingLink({ phoneBookingId }: Tenant, _: Member | undefined, { db }: Harness) {
  return { params: { token: signLinkToken(await getBookingLinkSecret(db), phoneBookingId) } }
}

/** In the customer's last session, which no other request ends. */
async function pushAction({ appointmentId, customer }: Tenant, _: Member | undefined, { db }: Harness) {
  const deviceId = await insertDevice(db, { id: customer.id, token: String(customer.tokens.at(-1)) })
  return {
    body: { token: await createPushToken(db, { deviceId, userId: customer.id, appointmentId, act: 'confirm' }) },
  }
}

const month = () => ({ query: { month: '2026-03' } })
const ofBarbershop = (query: RequestInput['query']) => (tenant: Tenant) => ({
  query: { ...query, barbershopId: tenant.barbershopId },
})
const ownerOfBarbershop: AccessCase = {
  allowed: ['the owner', 'the receptionist', 'the manager'],
  ids: { 'query.barbershopId': [404, 404] },
}

const figuresOfBarbershop: AccessCase = {
  allowed: ['the owner', 'the manager'],
  ids: { 'query.barbershopId': [404, 404] },
}

/** Everyone who works in the barbershop; its customers do not exist for anyone else. */
const staffOnly: AccessCase = {
  allowed: ['the barber', 'the owner', 'another barber of the barbershop', 'the receptionist', 'the manager'],
  ids: { 'path.id': [404, 404] },
  exposesOthers: true,
}
const ofShop = (query: RequestInput['query']) => (tenant: Tenant) => ({ params: { id: tenant.barbershopId }, query })
const ofProfile = (body?: RequestInput['body']) => (tenant: Tenant) => ({ params: { id: tenant.profileId }, body })

/** The customer has a birthday on the day of the scene. */
async function birthdayOf({ barbershopId, profileId }: Tenant, _: Member | undefined, { db }: Harness) {
  await db.updateTable('customer_profiles').set({ birthday: '03-12' }).where('id', '=', profileId).execute()
  return { params: { id: barbershopId }, body: { purpose: 'birthday', profileId, isSent: true } }
}

/** Booking, appointment status, agendas, reviews. */
export const appointmentEndpoints: AccessCases = {
  'POST /appointments': {
    request: (tenant, me) => ({ body: { ...bookingBody(tenant), customerId: me?.id } }),
    ids: { ...bookingIds, 'body.customerId': [403, 403], 'body.lastMinuteId': [422, 422] },
  },
  'POST /appointments/hold': {
    request: (tenant) => ({ body: bookingBody(tenant) }),
    ids: { ...bookingIds, 'body.lastMinuteId': [422, 422] },
  },
  'DELETE /appointments/hold': {},
  'GET /appointments/guests': {},
  'GET /barbershops/{id}/groups/options': {
    request: ({ barbershopId, appointmentId, serviceIds }) => ({
      params: { id: barbershopId },
      query: { services: serviceIds[0], joins: appointmentId },
    }),
    allowed: customerOnly,
    // The barber of the appointment counts.
    ids: { 'path.id': [404, 404], 'query.joins': [404, 404], 'query.barberId': ['allowed', 'allowed'] },
  },
  'POST /barbershops/{id}/groups': {
    request: ({ barbershopId, appointmentId, colleagueBarberId, serviceIds }) => {
      const member = { guestName: 'Bento', barberId: colleagueBarberId, serviceIds: [...serviceIds] }
      return {
        params: { id: barbershopId },
        // On the day of the appointment.
        body: { members: [{ ...member, startTime: '2026-03-12T17:00:00Z' }], joins: appointmentId },
      }
    },
    allowed: customerOnly,
    ids: {
      'path.id': [404, 404],
      'body.joins': [404, 404],
      'body.members[].barberId': [404, 404],
      'body.members[].serviceIds[]': [404, 404],
    },
  },
  'PATCH /groups/{id}/cancel': {
    // Its id is that of its only appointment.
    request: async ({ appointmentId: id }, _, { db }) => {
      await db.updateTable('appointments').set({ group_id: id }).where('id', '=', id).execute()
      return { params: { id }, body: { appointmentIds: [id] } }
    },
    allowed: customerOnly,
    ids: { 'path.id': [404, 404], 'body.appointmentIds[]': [404, 404] },
  },
  'GET /appointments/{id}': {
    request: withIdOf('appointmentId'),
    allowed: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'GET /appointments/{id}/calendar.ics': {
    request: withIdOf('appointmentId'),
    allowed: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /appointments/{id}/confirm': { request: withIdOf('appointmentId'), ...barbershopOnly },
  'PATCH /appointments/{id}/complete': { request: withIdOf('startedId'), ...barbershopOnly },
  'PATCH /appointments/{id}/no-show': { request: withIdOf('startedId'), ...barbershopOnly },
  'PATCH /appointments/{id}/arrive': {
    request: withIdOf('startedId', { version: 1, isArrived: true }),
    ...barbershopOnly,
  },
  'PATCH /appointments/{id}/serve': {
    request: withIdOf('startedId', { version: 1, isServing: true }),
    ...barbershopOnly,
  },
  'PATCH /appointments/{id}/correct': {
    request: withIdOf('completedId', { status: 'NO_SHOW' }),
    ...barbershopOnly,
  },
  'PATCH /appointments/{id}/cancel': {
    request: withIdOf('appointmentId', { reason: 'Chuva' }),
    allowed: ['the customer', ...barbershopSide],
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /appointments/{id}/reschedule': {
    request: withIdOf('appointmentId', { newStartTime: tomorrow }),
    allowed: customerOnly,
    except: { 'the owner': 403, 'the barber': 403, 'the receptionist': 403, 'the manager': 403 },
    ids: { 'path.id': [404, 404], 'body.barberId': [404, 404] },
  },
  'GET /appointments/{id}/delay': { request: delayed(), allowed: customerOnly, ids: { 'path.id': [404, 404] } },
  'POST /appointments/{id}/delay/reply': {
    // With the first barber and confirmed, for each request.
    request: async (tenant, me, world) => {
      const { appointmentId, barberId: barber_id, barber, colleagueBarberId } = tenant
      const before = { barber_id, barber_user_id: barber.id, status: 'CONFIRMED', delay_reply: null }
      await world.db.updateTable('appointments').set(before).where('id', '=', appointmentId).execute()
      return delayed({ version: 1, reply: 'other-barber', barberId: colleagueBarberId })(tenant, me, world)
    },
    allowed: customerOnly,
    ids: { 'path.id': [404, 404], 'body.barberId': [404, 404] },
  },
  'PATCH /appointments/{id}/move': {
    // Back with the barber for the next actor who may move it.
    request: async ({ appointmentId: id, barberId: barber_id, barber, colleagueBarberId }, _, { db }) => {
      const before = { barber_id, barber_user_id: barber.id, version: 1 }
      await db.updateTable('appointments').set(before).where('id', '=', id).execute()
      return { params: { id }, body: { startTime: tomorrow, barberId: colleagueBarberId, version: 1 } }
    },
    ...barbershopOnly,
    ids: { 'path.id': [404, 404], 'body.barberId': [404, 404] },
  },
  // For the one who moved it.
  'POST /appointments/{id}/undo-move': {
    request: withIdOf('movedId', { version: 2 }),
    allowed: ['the barber'],
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /appointments/{id}/edit': {
    // Back with the barber for the next actor who may edit it.
    request: async ({ appointmentId: id, barberId: barber_id, barber, colleagueBarberId, serviceIds }, _, { db }) => {
      const before = { barber_id, barber_user_id: barber.id, version: 1 }
      await db.updateTable('appointments').set(before).where('id', '=', id).execute()
      await db.deleteFrom('appointment_edits').where('appointment_id', '=', id).execute()
      const edit = { barberId: colleagueBarberId, serviceIds: [...serviceIds], durationMin: 20 }
      return { params: { id }, body: { ...edit, version: 1 } }
    },
    ...barbershopOnly,
    ids: { 'path.id': [404, 404], 'body.barberId': [404, 404], 'body.serviceIds[]': [404, 404] },
  },
  // For the one who edited it.
  'POST /appointments/{id}/undo-edit': {
    request: async ({ phoneBookingId: id, barberId, barber }, _, { db, clock }) => {
      const before = { barber_id: barberId, barber_user_id: barber.id, version: 2 }
      await db.updateTable('appointments').set(before).where('id', '=', id).execute()
      await db.deleteFrom('appointment_edits').where('appointment_id', '=', id).execute()
      const row = {
        appointment_id: id,
        version: 2,
        from_barber_id: barberId,
        from_services: JSON.stringify([{ id: null, name: 'Corte', durationMin: 30, priceCents: 4000 }]),
        from_duration_min: 30,
        from_buffer_min: 0,
        from_price_cents: 4000,
        price_cents: 5000,
        edited_by: barber.id,
        edited_at: clock.now(),
      }
      await db.insertInto('appointment_edits').values(row).execute()
      return { params: { id }, body: { version: 2 } }
    },
    allowed: ['the barber'],
    ids: { 'path.id': [404, 404] },
  },
  'PUT /appointments/{id}/staff-note': {
    request: async ({ appointmentId: id }, _, { db }) => {
      await db.updateTable('appointments').set({ staff_note: null }).where('id', '=', id).execute()
      return { params: { id }, body: { before: '', staffNote: 'Prefere café' } }
    },
    ...barbershopOnly,
    ids: { 'path.id': [404, 404] },
  },
  // Barbers are public: the barber of another barbershop is forbidden, not hidden.
  'POST /appointments/walk-in': {
    request: ({ barberId, serviceIds }) => ({
      body: { barberId, serviceId: serviceIds[0], serviceIds: [...serviceIds], startTime: '2026-03-11T17:00:00Z' },
    }),
    allowed: barbershopSide,
    otherwise: 403,
    ids: { 'body.barberId': [403, 404], 'body.serviceId': [400, 400], 'body.serviceIds[]': [404, 404] },
  },
  'GET /barbershops/{id}/bookings/services': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId } }),
    allowed: [...barbershopSide, 'another barber of the barbershop'],
    ids: { 'path.id': [404, 404] },
  },
  // The barbershop does not exist for those who do not work in it.
  'POST /barbershops/{id}/bookings': {
    request: ({ barbershopId, barberId, serviceIds, profileId }) => ({
      params: { id: barbershopId },
      body: { barberId, serviceIds: [...serviceIds], customerId: profileId, startTime: tomorrow },
    }),
    allowed: [...barbershopSide, 'another barber of the barbershop'],
    ids: {
      'path.id': [404, 404],
      'body.barberId': [404, 404],
      'body.customerId': [404, 404],
      'body.serviceIds[]': [404, 404],
    },
  },
  // Each command obeys its endpoint, in its own result; a field of another command is invalid.
  'POST /commands': {
    request: ({ barbershopId, barberId, serviceIds, profileId }) => ({
      body: {
        deviceId: crypto.randomUUID(),
        commands: [
          {
            type: 'book',
            id: crypto.randomUUID(),
            issuedAt: '2026-03-11T14:00:00Z',
            barbershopId,
            input: { barberId, serviceIds: [...serviceIds], customerId: profileId, startTime: tomorrow },
          },
        ],
      },
    }),
    allowed: ['the barber', 'the owner', 'another barber of the barbershop', 'the receptionist', 'the manager'],
    except: {
      'the customer': 'allowed',
      'another customer': 'allowed',
      'a barber of another barbershop': 'allowed',
      'a receptionist of another barbershop': 'allowed',
      'a manager of another barbershop': 'allowed',
      'another owner': 'allowed',
      'an owner with a lapsed plan': 'allowed',
    },
    ids: {
      'body.deviceId': ['allowed', 'allowed'],
      'body.commands[].id': ['allowed', 'allowed'],
      'body.commands[].after': ['allowed', 'allowed'],
      'body.commands[].barbershopId': ['allowed', 'allowed'],
      'body.commands[].input.barberId': ['allowed', 'allowed'],
      'body.commands[].input.serviceIds[]': ['allowed', 'allowed'],
      'body.commands[].input.customerId': ['allowed', 'allowed'],
      'body.commands[].barberId': [400, 400],
      'body.commands[].customerId': [400, 400],
      'body.commands[].input.serviceId': [400, 400],
      'body.commands[].target.appointmentId': [400, 400],
      'body.commands[].target.commandId': [400, 400],
      'body.commands[].entryId': [400, 400],
      'body.commands[].input.entryId': [400, 400],
      // Of a visit.
      'body.commands[].visitId': [400, 400],
      'body.commands[].input.appointmentId': [400, 400],
      'body.commands[].input.barbershopId': [400, 400],
      'body.commands[].input.profileId': [400, 400],
      'body.commands[].input.lines[].assistantBarberId': [400, 400],
      'body.commands[].input.lines[].barberId': [400, 400],
      'body.commands[].input.lines[].productId': [400, 400],
      'body.commands[].input.lines[].serviceId': [400, 400],
      'body.commands[].input.payments[].id': [400, 400],
      'body.commands[].input.payments[].registerId': [400, 400],
    },
  },
  // The token in the email authorizes the reply; it is signed for one version of one appointment.
  'GET /reminders/{token}': { request: reminderLink },
  'POST /reminders/{token}/presence': { request: reminderLink },
  'POST /reminders/{token}/cancel': { request: reminderLink },
  'POST /push/actions': { request: pushAction },
  // The token authorizes, of any sender.
  'GET /booking-links/{token}': { request: bookingLink },
  'POST /booking-links/{token}/presence': { request: bookingLink },
  'POST /booking-links/{token}/cancel': { request: bookingLink },
  'POST /booking-links/{token}/reschedule': {
    request: async (...args) => ({ ...(await bookingLink(...args)), body: { newStartTime: '2026-03-16T12:00:00Z' } }),
    ids: { 'body.barberId': [404, 404] },
  },
  'GET /booking-links/{token}/delay': { request: bookingLink },
  'POST /booking-links/{token}/delay/reply': {
    // With the first barber, for each request.
    request: async (tenant, me, world) => {
      const { phoneBookingId, barberId: barber_id, barber, colleagueBarberId: barberId } = tenant
      const notified = { told_delay_min: 15, told_delay_at: world.clock.now(), delay_reply: null, version: 1 }
      const before = { barber_id, barber_user_id: barber.id, status: 'CONFIRMED', ...notified }
      await world.db.updateTable('appointments').set(before).where('id', '=', phoneBookingId).execute()
      return { ...(await bookingLink(tenant, me, world)), body: { version: 1, reply: 'other-barber', barberId } }
    },
    ids: { 'body.barberId': [404, 404] },
  },
  'POST /booking-links/{token}/claim': { request: bookingLink },
  'GET /users/me/calendar-feed': {},
  'POST /users/me/calendar-feed': {},
  'DELETE /users/me/calendar-feed': {},
  'GET /calendar/{token}.ics': {
    request: ({ feedToken }) => ({ params: { token: feedToken } }),
    ids: { 'path.token': ['allowed', 404] },
  },
  'GET /appointments/customer/me': {},
  'GET /appointments/customer/me/calendar': { request: month },
  'GET /appointments/barber/me': {
    request: ({ serviceIds }) => ({ query: { serviceId: serviceIds[0] as string, q: 'ana' } }),
    ids: { 'query.serviceId': ['allowed', 'allowed'] },
  },
  'GET /appointments/barber/me/choices': {},
  'GET /appointments/barber/me/calendar': { request: month },
  'GET /appointments/barber/me/day': {},
  'GET /appointments/barber/me/days': {},
  'GET /appointments/barber/me/week': {},
  'GET /appointments/{id}/day': {
    request: withIdOf('appointmentId'),
    allowed: barbershopSide,
    ids: { 'path.id': [404, 404] },
  },
  'GET /owners/me/appointments': {
    ...ownerOfBarbershop,
    request: ({ barbershopId, barberId, serviceIds }) => ({
      query: {
        barbershopId,
        barberId,
        serviceId: serviceIds[0] as string,
        q: 'ana',
        customer: 'returning',
        source: 'page',
      },
    }),
    // What belongs to another barbershop matches nothing.
    ids: {
      ...ownerOfBarbershop.ids,
      'query.barberId': ['allowed', 'allowed'],
      'query.serviceId': ['allowed', 'allowed'],
    },
  },
  'GET /owners/me/appointments/choices': {},
  'GET /staff/search': {
    ...staffOnly,
    request: (tenant) => ({ query: { q: 'rui', barbershopId: tenant.barbershopId } }),
    ids: { 'query.barbershopId': [404, 404] },
  },
  'GET /owners/me/appointments/calendar': { request: ofBarbershop({ month: '2026-03' }), ...ownerOfBarbershop },
  'GET /owners/me/appointments/day': { request: ofBarbershop({ date: '2026-03-12' }), ...ownerOfBarbershop },
  'GET /owners/me/appointments/week': {
    request: ({ barbershopId, barberId }) => ({ query: { date: '2026-03-12', barbershopId, barberId } }),
    ...ownerOfBarbershop,
    // A barber of another barbershop has no day here.
    ids: { 'query.barbershopId': [404, 404], 'query.barberId': ['allowed', 'allowed'] },
  },
  'GET /owners/me/appointments/week/counts': { request: ofBarbershop({ date: '2026-03-12' }), ...ownerOfBarbershop },
  'GET /appointments/barber/me/forgotten': {},
  'GET /owners/me/appointments/forgotten': { request: ofBarbershop({}), ...ownerOfBarbershop },
  'GET /owners/me/appointments/barbershops': {},
  'GET /owners/me/appointments/count': {},
  'GET /owners/me/appointments/count/current-month': {},
  'GET /owners/me/appointments.csv': {
    request: ofBarbershop({ from: '2026-03-01', to: '2026-03-31' }),
    ...figuresOfBarbershop,
  },
  'GET /owners/me/customers.csv': {},
  'GET /owners/me/dashboard': {},
  'GET /owners/me/dashboard/today': { request: ofBarbershop({}), ...figuresOfBarbershop },
  'GET /owners/me/dashboard/trend': {
    ...figuresOfBarbershop,
    request: ({ barbershopId, barberId }) => ({ query: { barbershopId, barberId, period: '7d' } }),
    // Appointments of another barbershop's barber match nothing.
    ids: { ...figuresOfBarbershop.ids, 'query.barberId': ['allowed', 'allowed'] },
  },
  'GET /owners/me/dashboard/figures': {
    request: ofBarbershop({ from: '2026-03-01', to: '2026-03-31' }),
    ...figuresOfBarbershop,
  },
  'GET /owners/me/dashboard/revenue': {
    ...figuresOfBarbershop,
    request: ({ barbershopId, barberId }) => ({
      query: { barbershopId, barberId, from: '2026-03-01', to: '2026-03-31' },
    }),
    // What another barbershop's barber earned matches nothing.
    ids: { ...figuresOfBarbershop.ids, 'query.barberId': ['allowed', 'allowed'] },
  },
  'GET /owners/me/dashboard/barbers.csv': {
    request: ofBarbershop({ from: '2026-03-01', to: '2026-03-31' }),
    ...figuresOfBarbershop,
  },
  'GET /reviews/received': {
    request: (tenant) => ({ query: { barbershopId: tenant.barbershopId, barberId: tenant.barberId } }),
    // Those of other barbershops match nothing.
    ids: { 'query.barbershopId': ['allowed', 'allowed'], 'query.barberId': ['allowed', 'allowed'] },
  },
  'GET /barbershops/{id}/customers': { ...staffOnly, request: ofShop({ q: 'rui' }) },
  // The list of customers leaves the barbershop with it.
  'GET /barbershops/{id}/customers.csv': {
    ...staffOnly,
    request: ofShop({}),
    allowed: ['the owner', 'the manager'],
  },
  'POST /barbershops/{id}/customers': {
    ...staffOnly,
    request: ({ barbershopId }) => ({ params: { id: barbershopId }, body: { name: 'Rui Novo', phone: '62955550000' } }),
  },
  'GET /customers/barbershops': {},
  'GET /customers/{id}': { ...staffOnly, request: ofProfile() },
  'PUT /customers/{id}': { ...staffOnly, request: ofProfile({ version: 1, notes: 'Máquina 2' }) },
  'PUT /customers/{id}/block': { ...staffOnly, request: ofProfile({ isBlocked: true }) },
  // Refused while there is an upcoming appointment.
  'DELETE /customers/{id}': { ...staffOnly, request: ofProfile(), status: 409 },
  'GET /barbershops/{id}/outreach': { ...staffOnly, request: ofShop({ purpose: 'tomorrow' }) },
  'PUT /barbershops/{id}/outreach': {
    ...staffOnly,
    request: birthdayOf,
    ids: { 'path.id': [404, 404], 'body.profileId': [404, 404], 'body.appointmentId': [404, 404] },
  },
  'PUT /barbershops/{id}/outreach/text': {
    request: ({ barbershopId }) => ({
      params: { id: barbershopId },
      body: { purpose: 'absent', text: 'Olá, {nome}. Sentimos a sua falta: {link}' },
    }),
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
  'PUT /barbershops/{id}/outreach/automation': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId }, body: { purpose: 'absent', hour: 10 } }),
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
  'GET /barbershops/{id}/customer-standing': { request: ofShop({}), ids: { 'path.id': ['allowed', 'allowed'] } },
  'POST /reviews': {
    request: ({ completedId, barbershopId }) => ({ body: { appointmentId: completedId, barbershopId, rating: 5 } }),
    allowed: customerOnly,
    ids: { 'body.appointmentId': [404, 404], 'body.barbershopId': [404, 404] },
  },
  'GET /appointments/{id}/review-photos': {
    request: ({ reviewedId: id }) => ({ params: { id } }),
    allowed: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'POST /reviews/{id}/photos': {
    request: ({ reviewId: id }) => ({
      params: { id },
      query: { consent: true },
      file: { name: 'photo', bytes: testImage },
    }),
    allowed: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'DELETE /review-photos/{id}': {
    request: async (tenant, _, world) => ({ params: await photoOf(tenant, world) }),
    allowed: customerOnly,
    ids: { 'path.id': [404, 404] },
  },
  // Everyone with an account but the author, who removes it.
  'POST /review-photos/{id}/reports': {
    request: async (tenant, _, world) => ({ params: await photoOf(tenant, world), body: { reason: 'Não é daqui' } }),
    allowed: ['another customer', ...actors.filter((actor) => !['an anonymous user', 'the customer'].includes(actor))],
    ids: { 'path.id': [404, 404] },
  },
  // The token in the email to the moderators authorizes, for one photo.
  'GET /review-photos/{id}/moderation/{token}': { request: moderationLink, ids: moderationIds },
  'POST /review-photos/{id}/moderation/{token}': {
    request: async (...args) => ({ ...(await moderationLink(...args)), body: { decision: 'remove' } }),
    ids: moderationIds,
  },
  'POST /reviews/{id}/reply': {
    request: ({ reviewId }) => ({ params: { id: reviewId }, body: { reply: 'Obrigado' } }),
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
}
