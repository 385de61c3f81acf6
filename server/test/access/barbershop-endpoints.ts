import { TERMS_VERSION } from '@na-regua/contract/accounts'
import { presetPermissions } from '@na-regua/contract/permissions'
import { createBarberWithoutAccount } from '../barbershop-factories.ts'
import type { Harness } from '../harness.ts'
import { testImage } from '../test-image.ts'
import type { AccessCase, AccessCases, Actor, RequestInput } from './endpoints.ts'
import { slugOf, type Tenant } from './tenants.ts'

const point = { latitude: -16.68, longitude: -49.26 }

/** Public barbershops; 404 for an unknown id. */
const publicBarbershop: AccessCase = {
  request: ({ barbershopId }) => ({ params: { id: barbershopId } }),
  ids: { 'path.id': ['allowed', 404] },
}
const ofBarbershop = (body?: RequestInput['body']) => (tenant: Tenant) => ({
  params: { id: tenant.barbershopId },
  ...(body && { body: { ...body } }),
})
const ownerOnly: readonly Actor[] = ['the owner']
const ownerAndManager: readonly Actor[] = ['the owner', 'the manager']
/** Another owner's barbershop is not found; with a lapsed plan the own one is read-only. */
const ownBarbershop: AccessCase = { allowed: ownerAndManager, lapsed: 403, ids: { 'path.id': [404, 404] } }

/** One import for each request: most can be changed once. */
async function createImport(
  { barbershopId, owner }: Tenant,
  world: Harness,
  status: 'DRAFT' | 'DONE',
): Promise<string> {
  const now = world.clock.now()
  const row = {
    barbershop_id: barbershopId,
    user_id: owner.id,
    kind: 'customers',
    file_name: 'a.csv',
    row_count: 1,
    mapping: '{}',
  }
  const content = status === 'DRAFT' ? 'Nome;Celular\nAna;62988887777' : null
  const committed_at = status === 'DRAFT' ? null : now
  const inserted = world.db.insertInto('imports').values({ ...row, content, status, created_at: now, committed_at })
  return (await inserted.returning('id').executeTakeFirstOrThrow()).id
}
const ofImport =
  (status: 'DRAFT' | 'DONE', body?: RequestInput['body']): NonNullable<AccessCase['request']> =>
  async (tenant, _, world) => ({ params: { id: await createImport(tenant, world, status) }, body })
const ownImport: AccessCase = { allowed: ownerAndManager, ids: { 'path.id': [404, 404] } }

/** Files of other programs. */
const importEndpoints: AccessCases = {
  'GET /barbershops/{id}/imports': { request: ofBarbershop(), ...ownImport },
  'POST /barbershops/{id}/imports': {
    request: ({ barbershopId }) => ({
      params: { id: barbershopId },
      query: { kind: 'customers' },
      file: { name: 'file', bytes: Buffer.from('Nome;Celular\nAna;62988887777') },
    }),
    ...ownImport,
  },
  'GET /imports/{id}': { request: ofImport('DONE'), ...ownImport },
  // What another barbershop has is no barber and no service of this one.
  'POST /imports/{id}/check': {
    request: async (tenant, _, world) => ({
      params: { id: await createImport(tenant, world, 'DRAFT') },
      body: {
        columns: ['name', 'phone'],
        barbers: [{ name: 'Ana', id: tenant.barberId }],
        services: [{ name: 'Corte', id: tenant.serviceIds[0] }],
        barberId: tenant.barberId,
        serviceId: tenant.serviceIds[0],
        areaCode: null,
      },
    }),
    allowed: ownerAndManager,
    ids: {
      'path.id': [404, 404],
      'body.barbers[].id': ['allowed', 'allowed'],
      'body.services[].id': ['allowed', 'allowed'],
      'body.barberId': ['allowed', 'allowed'],
      'body.serviceId': ['allowed', 'allowed'],
    },
  },
  'POST /imports/{id}/commit': { request: ofImport('DRAFT', { version: 1 }), ...ownImport, lapsed: 403 },
  'POST /imports/{id}/undo': { request: ofImport('DONE'), ...ownImport },
}

/** The Pix key, which everyone shows who takes payments, and the owner alone changes. */
const pixEndpoints: AccessCases = {
  'GET /barbershops/{id}/pix': {
    request: ofBarbershop(),
    allowed: ['the barber', 'another barber of the barbershop', 'the receptionist', 'the manager', 'the owner'],
    ids: { 'path.id': [404, 404] },
  },
  'PUT /barbershops/{id}/pix': {
    request: async ({ barbershopId }, _, { db }) => {
      await db.deleteFrom('pix_settings').where('barbershop_id', '=', barbershopId).execute()
      return { params: { id: barbershopId }, body: { receiver: null, version: 1 } }
    },
    allowed: ownerOnly,
    lapsed: 403,
    ids: { 'path.id': [404, 404] },
  },
}

/** Barbershops and their management by owners. */
const profileEndpoints: AccessCases = {
  'GET /filters': {},
  'GET /barbershops/nearby': { request: () => ({ query: point }) },
  'POST /barbershops/counts': { request: () => ({ body: { ...point, filters: [{ radiusInKm: 5, openNow: true }] } }) },
  'GET /barbershops/nearest': { request: () => ({ query: point }) },
  'GET /barbershops/map': { request: () => ({ query: { north: -16, south: -17, east: -49, west: -50, zoom: 12 } }) },
  'GET /barbershops/search': { request: () => ({ query: { ...point, query: 'casa' } }) },
  'GET /places': { request: () => ({ query: { ...point, query: 'centro' } }) },
  'GET /barbershops/suggestions': { request: () => ({ query: { ...point, query: 'barba hoje' } }) },
  'GET /barbershops': {},
  'GET /barbershops/{id}': publicBarbershop,
  'GET /barbershops/{id}/barbers': publicBarbershop,
  'GET /barbershops/{id}/queue/stream': publicBarbershop,
  // A review of another barbershop only opens the first page.
  'GET /barbershops/{id}/reviews': {
    request: ({ barbershopId, barberId, reviewId }) => ({
      params: { id: barbershopId },
      query: { review: reviewId, barberId },
    }),
    ids: {
      'path.id': ['allowed', 404],
      'query.review': ['allowed', 'allowed'],
      'query.barberId': ['allowed', 'allowed'],
    },
  },
  'GET /barbershops/free-times': { request: ({ barbershopId }) => ({ query: { ids: barbershopId } }) },
  'GET /owners/me/barbershops': {},
  'GET /owners/me/first-steps': {},
  'POST /barbershops/{id}/first-steps/dismiss': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId } }),
    ...ownBarbershop,
    allowed: ownerOnly,
    lapsed: 'allowed',
  },
  'POST /barbershops': {
    request: (_, me) => ({ body: { ...point, name: `Casa de ${me?.id}`, address: 'Rua 1, 1', ownerId: me?.id } }),
    allowed: ['the owner', 'another owner'],
    otherwise: 403,
    lapsed: 403,
    ids: { 'body.ownerId': [403, 403] },
  },
  'PUT /barbershops/{id}': { request: ofBarbershop({ description: 'Nova' }), ...ownBarbershop },
  'PUT /barbershops/{id}/features': { request: ofBarbershop({ featureIds: [1] }), ...ownBarbershop },
  'PUT /barbershops/{id}/services': {
    request: ({ barbershopId, barberId, serviceIds: [cut, beard] }) => ({
      params: { id: barbershopId },
      body: {
        services: [
          { id: beard, name: 'Barba', durationMin: 30, priceCents: 4000 },
          { name: 'Máquina', durationMin: 20, priceCents: 3000 },
          {
            id: cut,
            name: 'Combo',
            durationMin: 50,
            priceCents: 8000,
            includes: [1, beard],
            barbers: [{ barberId, isProvided: true, priceCents: 7000 }],
          },
        ],
      },
    }),
    ...ownBarbershop,
    ids: {
      'path.id': [404, 404],
      'body.services[].id': [404, 404],
      'body.services[].barbers[].barberId': [404, 404],
      // Only services of the same list can be part of a combo.
      'body.services[].includes[]': [400, 400],
    },
  },
  'PUT /barbershops/{id}/operating-hours': {
    request: ofBarbershop({
      // All rows are replaced, so the ids in the body are ignored.
      operatingHours: [
        { id: crypto.randomUUID(), dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false },
      ],
      keepConflicts: true,
    }),
    ...ownBarbershop,
    ids: { 'path.id': [404, 404], 'body.operatingHours[].id': ['allowed', 'allowed'] },
  },
  'GET /slugs/{slug}': { request: ({ barbershopId }) => ({ params: { slug: slugOf(barbershopId) } }) },
  'PUT /barbershops/{id}/slug': {
    request: ({ barbershopId }) => ({
      params: { id: barbershopId },
      body: { slug: `nova-${slugOf(barbershopId)}` },
    }),
    ...ownBarbershop,
  },
  // What the plan allows is the owner's.
  'PATCH /barbershops/{id}/featured': {
    request: ofBarbershop({ isFeatured: true }),
    ...ownBarbershop,
    allowed: ownerOnly,
  },
  'POST /owners/me/barbershops/{id}/activate': { request: ofBarbershop(), ...ownBarbershop, allowed: ownerOnly },
  // Deactivating must be possible with a lapsed plan.
  'POST /owners/me/barbershops/{id}/deactivate': {
    request: ofBarbershop(),
    ...ownBarbershop,
    allowed: ownerOnly,
    lapsed: 'allowed',
  },
  'POST /uploads': { request: () => ({ file: { name: 'file', bytes: testImage } }) },
}

const ofBarber = (body?: RequestInput['body']) => (tenant: Tenant) => ({
  params: { id: tenant.barberId },
  ...(body && { body }),
})
/** For the barber, the owner and the manager. Barbers are public, so those of other barbershops are forbidden, not hidden. */
const barberSchedule: AccessCase = {
  allowed: ['the barber', 'the owner', 'the manager'],
  otherwise: 403,
  ids: { 'path.id': [403, 404] },
}
const ownBarber: AccessCase = { allowed: ownerAndManager, ids: { 'path.id': [404, 404] }, lapsed: 403 }
const ownInvite: AccessCase = {
  request: ({ inviteId }) => ({ params: { id: inviteId } }),
  allowed: ownerAndManager,
  ids: { 'path.id': [404, 404] },
}

async function readPermissions(db: Harness['db'], table: 'barbers' | 'barbershop_roles', id: string) {
  const row = await db.selectFrom(table).select('permissions').where('id', '=', id).executeTakeFirst()
  return row?.permissions ?? []
}

/** The same one for each actor. */
async function findBarberWithoutAccount(world: Harness, { barbershopId }: Tenant): Promise<string> {
  const found = await world.db
    .selectFrom('barbers')
    .innerJoin('users', 'users.id', 'user_id')
    .where('barbershop_id', '=', barbershopId)
    .where('email', 'is', null)
    .select('barbers.id')
    .executeTakeFirst()
  return (found ?? (await createBarberWithoutAccount(world, barbershopId))).id
}

/** Barbers, schedules, members and invites. */
const staffEndpoints: AccessCases = {
  'GET /barbers/{id}/schedule': { request: ofBarber(), ...barberSchedule },
  'PUT /barbers/{id}/schedule': {
    request: ofBarber({ hours: null, breaks: [], version: 0 }),
    ...barberSchedule,
    status: 409,
  },
  'GET /barbers/{id}/time-off': { request: ofBarber(), ...barberSchedule },
  'POST /barbers/{id}/time-off': {
    request: ofBarber({ startDate: '2026-03-20', endDate: '2026-03-21' }),
    ...barberSchedule,
  },
  'POST /barbershops/{id}/displacements': {
    request: ({ barbershopId, barberId, appointmentId }) => ({
      params: { id: barbershopId },
      body: {
        change: { type: 'time-off', barberId, startDate: '2026-03-22', endDate: '2026-03-22' },
        decisions: [{ appointmentId, action: 'retain' }],
      },
    }),
    ...barberSchedule,
    // Ids of what is not displaced are ignored.
    ids: {
      'path.id': [404, 404],
      'body.change.barberId': [403, 404],
      'body.decisions[].appointmentId': ['allowed', 'allowed'],
      'body.reassignTo': ['allowed', 'allowed'],
      // Parts of other changes.
      'body.change.operatingHours[].id': [400, 400],
      'body.change.services[].id': [400, 400],
      'body.change.services[].barbers[].barberId': [400, 400],
      'body.change.services[].includes[]': [400, 400],
    },
  },
  'DELETE /barbers/{id}/time-off/{timeOffId}': {
    // Recreated for the second actor who may delete it.
    request: async ({ barberId, timeOffId }, _, { db }) => {
      const period = { starts_at: new Date('2026-03-20T03:00:00Z'), ends_at: new Date('2026-03-21T03:00:00Z') }
      const row = { ...period, id: timeOffId, barber_id: barberId }
      await db
        .insertInto('time_off')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { params: { id: barberId, timeOffId } }
    },
    ...barberSchedule,
    ids: { 'path.id': [403, 404], 'path.timeOffId': [404, 404] },
  },
  'GET /owners/me/barbers': {},
  'POST /owners/me/barbers': {
    request: ({ barbershopId }) => ({ body: { barbershopId, userEmail: `${crypto.randomUUID()}@casa.test` } }),
    ...ownBarbershop,
    ids: { 'body.barbershopId': [404, 404], 'body.barberId': [404, 404] },
  },
  'POST /barbershops/{id}/barbers': {
    request: async (tenant, _, world) => ({
      params: { id: tenant.barbershopId },
      body: { id: await findBarberWithoutAccount(world, tenant), name: 'Beto sem conta' },
    }),
    ...ownBarbershop,
    ids: { 'path.id': [404, 404], 'body.id': [400, 'allowed'] },
  },
  'PUT /barbers/{id}/name': {
    request: async (tenant, _, world) => ({
      params: { id: await findBarberWithoutAccount(world, tenant) },
      body: { name: 'Beto Lima' },
    }),
    ...ownBarber,
  },
  'POST /barbers/{id}/avatar': {
    request: async (tenant, _, world) => ({
      params: { id: await findBarberWithoutAccount(world, tenant) },
      file: { name: 'avatar', bytes: testImage },
    }),
    ...ownBarber,
  },
  'DELETE /barbers/{id}': {
    // Back again for the second actor who may remove them.
    request: async (tenant, _, { db }) => {
      await db.updateTable('barbers').set({ removed_at: null }).where('id', '=', tenant.barberId).execute()
      return { ...ofBarber()(tenant), query: { cancelAppointments: true } }
    },
    ...ownBarber,
  },
  'GET /barbers/{id}/specialties': { request: ofBarber(), ...ownBarber, lapsed: 'allowed' },
  'PUT /barbers/{id}/specialties': { request: ofBarber({ specialties: ['Barba'] }), ...ownBarber },
  'PUT /barbers/{id}/bio': { request: ofBarber({ bio: 'Quinze anos' }), ...ownBarber },
  'GET /barbers/{id}/portfolio': { request: ofBarber(), ids: { 'path.id': ['allowed', 404] } },
  'GET /barbers/{id}/portfolio/editing': { request: ofBarber(), ...barberSchedule },
  'PUT /barbers/{id}/portfolio': {
    // Each actor who may edit it saves the current version, with an image that the portfolio already has.
    request: async ({ barberId, barber, serviceIds }, _, { db, clock }) => {
      const image = {
        barber_id: barberId,
        barber_user_id: barber.id,
        url: '/a.webp',
        position: 1,
        created_at: clock.now(),
      }
      const rows = db.insertInto('portfolio_images').values(image)
      await rows.onConflict((conflict) => conflict.doNothing()).execute()
      const found = db.selectFrom('barbers').select('portfolio_version').where('id', '=', barberId)
      const { portfolio_version: version } = await found.executeTakeFirstOrThrow()
      return { params: { id: barberId }, body: { version, images: [{ url: '/a.webp', serviceId: serviceIds[0] }] } }
    },
    ...barberSchedule,
    lapsed: 403,
    ids: { 'path.id': [403, 404], 'body.images[].serviceId': [404, 404] },
  },
  'GET /specialties': {},
  'POST /owners/me/invites': {
    request: ({ barbershopId }) => ({ body: { barbershopId, role: 'RECEPTIONIST' } }),
    ...ownBarbershop,
    ids: { 'body.barbershopId': [404, 404], 'body.barberId': [404, 404] },
  },
  // Only the owner names managers; a manager sees the other roles.
  'PUT /barbershop-roles/{id}': {
    request: ({ receptionistRoleId: id }) => ({ params: { id }, body: { role: 'MANAGER' } }),
    allowed: ownerOnly,
    except: { 'the manager': 403 },
    ids: { 'path.id': [404, 404] },
  },
  'PUT /barbershop-roles/{id}/permissions': {
    request: async ({ receptionistRoleId: id }, _, { db }) => ({
      params: { id },
      body: { permissions: ['agenda'], seen: await readPermissions(db, 'barbershop_roles', id) },
    }),
    allowed: ownerOnly,
    ids: { 'path.id': [404, 404] },
  },
  'PUT /barbers/{id}/permissions': {
    request: async ({ barberId: id }, _, { db }) => ({
      params: { id },
      body: { permissions: ['customers'], seen: await readPermissions(db, 'barbers', id) },
    }),
    allowed: ownerOnly,
    ids: { 'path.id': [404, 404] },
  },
  // Everyone may leave. Recreated for the next actor who may delete it.
  'DELETE /barbershop-roles/{id}': {
    request: async ({ receptionistRoleId: id, barbershopId, receptionist }, _, { db, clock }) => {
      const rows = db.insertInto('barbershop_roles').values({
        id,
        barbershop_id: barbershopId,
        user_id: receptionist.id,
        role: 'RECEPTIONIST',
        permissions: [...presetPermissions.RECEPTIONIST],
        created_at: clock.now(),
      })
      await rows.onConflict((conflict) => conflict.doNothing()).execute()
      return { params: { id } }
    },
    allowed: ['the owner', 'the manager', 'the receptionist'],
    ids: { 'path.id': [404, 404] },
  },
  'POST /owners/me/invites/{id}/resend': { ...ownInvite, lapsed: 403 },
  'DELETE /owners/me/invites/{id}': {
    ...ownInvite,
    // Open again for the second actor who may revoke it.
    request: async ({ inviteId: id }, _, { db }) => {
      await db.updateTable('invites').set({ outcome: null, closed_at: null }).where('id', '=', id).execute()
      return { params: { id } }
    },
  },
  // The token in the email is enough to view an invite; accepting requires the invited account.
  'POST /invites/view': {
    request: ({ inviteToken }) => ({ body: { token: inviteToken } }),
    ids: { 'body.token': ['allowed', 422] },
  },
  'POST /invites/register': {
    request: ({ inviteToken }) => ({
      body: { token: inviteToken, name: 'Ana', password: 'abc-navalha-77', acceptedTerms: TERMS_VERSION },
    }),
    ids: { 'body.token': ['allowed', 422] },
  },
  'POST /invites/accept': {
    request: ({ inviteToken }) => ({ body: { token: inviteToken } }),
    allowed: [],
    otherwise: 403,
    ids: { 'body.token': [403, 422] },
  },
  'GET /barbers/{id}/availability': {
    request: ({ barberId, serviceIds }) => ({
      params: { id: barberId },
      query: { serviceId: serviceIds[0] },
    }),
    ids: { 'path.id': [404, 404], 'query.serviceId': [404, 404], 'query.reschedule': [404, 404] },
  },
  'GET /barbershops/{id}/availability': {
    request: ({ barbershopId, serviceIds }) => ({
      params: { id: barbershopId },
      query: { serviceId: serviceIds[0] },
    }),
    ids: { 'path.id': [404, 404], 'query.serviceId': [404, 404], 'query.reschedule': [404, 404] },
  },
}

export const barbershopEndpoints: AccessCases = {
  ...profileEndpoints,
  ...importEndpoints,
  ...pixEndpoints,
  ...staffEndpoints,
}
