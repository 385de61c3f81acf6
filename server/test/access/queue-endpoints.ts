import { randomUUID } from 'node:crypto'
import { signLinkToken } from '../../src/features/booking/link/rules.ts'
import { getQueueLinkSecret } from '../../src/features/queue/queries.ts'
import type { Harness } from '../harness.ts'
import { openSettings } from '../queue-scene.ts'
import type { AccessCase, AccessCases, Actor, RequestInput } from './endpoints.ts'
import type { Member, Tenant } from './tenants.ts'

type Request = NonNullable<AccessCase['request']>
type Status = 'WAITING' | 'CALLED' | 'SERVED' | 'REMOVED'

const staff: readonly Actor[] = [
  'the barber',
  'the owner',
  'another barber of the barbershop',
  'the receptionist',
  'the manager',
]
const ofShop =
  (body?: (tenant: Tenant) => RequestInput['body']): Request =>
  (tenant) => ({ params: { id: tenant.barbershopId }, ...(body && { body: body(tenant) }) })

/** The tenant's entry in a status; of a start also its appointment, which the barber serves. */
async function resetEntry(tenant: Tenant, { db, clock }: Harness, status: Status): Promise<void> {
  const { queueEntryId: id, barberId, barber, barbershopId } = tenant
  const now = clock.now()
  await db
    .updateTable('appointments')
    .set({ status: 'CANCELLED' })
    .where('is_walk_in', '=', true)
    .where('barbershop_id', '=', barbershopId)
    .execute()
  const isCalled = status === 'CALLED'
  const appointment = status === 'SERVED' ? randomUUID() : null
  const served = {
    id: appointment ?? '',
    barbershop_id: barbershopId,
    barber_id: barberId,
    barber_user_id: barber.id,
    service_name: 'Corte',
    duration_min: 30,
    price_cents: 0,
    is_walk_in: true,
    status: 'CONFIRMED',
    serving_from: now,
    starts_at: now,
    ends_at: new Date(now.getTime() + 30 * 60_000),
  }
  // The appointment that has just started does not block it.
  await db.updateTable('appointments').set({ status: 'COMPLETED' }).where('id', '=', tenant.startedId).execute()
  if (appointment) await db.insertInto('appointments').values(served).execute()
  const call = {
    called_by: isCalled ? barberId : null,
    called_at: isCalled ? now : null,
    come_by: isCalled ? now : null,
  }
  const state = { status, version: 1, changed_at: now, changed_by: null, appointment_id: appointment, ...call }
  await db.updateTable('queue_entries').set(state).where('id', '=', id).execute()
}

/** A change by staff, with the entry as it must be for it. */
const change =
  (status: Status, body: (tenant: Tenant) => object = () => ({})): Request =>
  async (tenant, _, world) => {
    await resetEntry(tenant, world, status)
    return { params: { id: tenant.queueEntryId }, body: { version: 1, ...body(tenant) } }
  }
const ofEntry: AccessCase = { allowed: staff, ids: { 'path.id': [404, 404] } }
const asBarber = ({ barberId }: Tenant) => ({ barberId })
/** Barbers act for themselves. */
const notForOthers = { 'another barber of the barbershop': 403 } as const

const settingsCase: AccessCase = { allowed: ['the owner', 'the manager'], ids: { 'path.id': [404, 404] } }
/** A request by the link of the tenant's entry. */
const linked =
  (body?: object): Request =>
  async (tenant, _, world) => {
    await resetEntry(tenant, world, 'WAITING')
    const token = signLinkToken(await getQueueLinkSecret(world.db), tenant.queueEntryId)
    return { params: { token }, ...(body && { body: { ...body } }) }
  }

const choice = ({ barberId, serviceIds }: Tenant) => ({ barberId, serviceId: serviceIds[0] })
const choiceIds = { 'body.barberId': [404, 404], 'body.serviceId': [404, 404] } as const

async function joining(tenant: Tenant, me: Member | undefined, { db }: Harness): Promise<RequestInput> {
  if (me) await db.deleteFrom('queue_entries').where('customer_id', '=', me.id).execute()
  return { params: { id: tenant.barbershopId }, body: choice(tenant) }
}

const settingsBody: Request = async ({ barbershopId }, _, { db }) => {
  const { version } = await db
    .selectFrom('barbershop_queues')
    .select('version')
    .where('barbershop_id', '=', barbershopId)
    .executeTakeFirstOrThrow()
  return { params: { id: barbershopId }, body: { ...openSettings, version } }
}

/** The walk-in queue. Keys of doors and screens, and tokens of entries, authorize any sender. */
export const queueEndpoints: AccessCases = {
  'GET /barbershops/{id}/queue': { request: ofShop(), ids: { 'path.id': ['allowed', 404] } },
  'POST /barbershops/{id}/queue/entries': { request: joining, ids: { 'path.id': [404, 404], ...choiceIds } },
  'GET /queue/entries/me': {},
  'GET /queue/doors/{key}': { request: ({ doorKey }) => ({ params: { key: doorKey } }) },
  'POST /queue/doors/{key}/entries': {
    request: (tenant) => ({
      params: { key: tenant.doorKey },
      body: { entryId: randomUUID(), name: 'Zé', ...choice(tenant) },
    }),
    ids: { 'body.entryId': ['allowed', 'allowed'], ...choiceIds },
  },
  'GET /queue/screens/{key}': { request: ({ screenKey }) => ({ params: { key: screenKey } }) },
  'GET /queue/entries/{token}': { request: linked() },
  'POST /queue/entries/{token}/leave': { request: linked() },
  'POST /queue/entries/{token}/fall-back': { request: linked({ positions: 1, version: 1 }) },
  'GET /barbershops/{id}/queue/today': { request: ofShop(), ...ofEntry },
  'POST /barbershops/{id}/queue/today/entries': {
    request: ofShop((tenant) => ({ entryId: randomUUID(), ...choice(tenant) })),
    allowed: staff,
    ids: {
      'path.id': [404, 404],
      'body.entryId': ['allowed', 'allowed'],
      'body.customerId': [404, 404],
      ...choiceIds,
    },
  },
  'POST /queue/today/entries/{id}/call': {
    request: change('WAITING', asBarber),
    allowed: staff,
    except: notForOthers,
    ids: { 'path.id': [404, 404], 'body.barberId': [404, 404] },
  },
  'POST /queue/today/entries/{id}/undo-call': { request: change('CALLED'), ...ofEntry },
  'POST /queue/today/entries/{id}/start': {
    request: change('WAITING', choice),
    allowed: staff,
    except: notForOthers,
    ids: { 'path.id': [404, 404], ...choiceIds },
  },
  'POST /queue/today/entries/{id}/undo-start': {
    request: change('SERVED'),
    allowed: staff,
    except: notForOthers,
    ids: { 'path.id': [404, 404] },
  },
  'POST /queue/today/entries/{id}/fall-back': { request: change('WAITING', () => ({ positions: 1 })), ...ofEntry },
  'POST /queue/today/entries/{id}/remove': { request: change('WAITING'), ...ofEntry },
  'POST /queue/today/entries/{id}/undo-remove': { request: change('REMOVED'), ...ofEntry },
  'GET /barbershops/{id}/queue/settings': { request: ofShop(), ...settingsCase },
  'PUT /barbershops/{id}/queue/settings': { request: settingsBody, ...settingsCase, lapsed: 403 },
  'POST /barbershops/{id}/queue/settings/renew-key': { request: ofShop(() => ({ key: 'screen' })), ...settingsCase },
  'GET /barbershops/{id}/queue/statistics': {
    request: ({ barbershopId }) => ({
      params: { id: barbershopId },
      query: { dateFrom: '2026-03-01', dateTo: '2026-03-31' },
    }),
    ...settingsCase,
  },
}
