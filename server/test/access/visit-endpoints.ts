import { randomUUID } from 'node:crypto'
import { closeVisit } from '../../src/features/visits/close-visit.ts'
import { getReceiptToken } from '../../src/features/visits/receipt/queries.ts'
import { saveVisit } from '../../src/features/visits/save-visit.ts'
import type { Harness } from '../harness.ts'
import type { AccessCases, Actor } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

const staff: readonly Actor[] = ['the owner', 'the barber', 'the receptionist', 'the manager']

/** A sale of the barber without an appointment. */
function closingOf({ barbershopId, barberId, serviceIds }: Tenant, method: 'cash' | 'pix' = 'cash') {
  return {
    barbershopId,
    barberId,
    lines: [{ kind: 'service', serviceId: serviceIds[0], barberId, unitCents: 5000 } as const],
    payments: [{ id: randomUUID(), method, amountCents: 5000 }],
  }
}

async function closeOne(tenant: Tenant, { db, clock }: Harness) {
  const closing = closingOf(tenant, 'pix')
  return closeVisit(db, { id: randomUUID(), userId: tenant.owner.id, closing, now: clock.now() })
}

/** Visits (comandas): the barber's own, and those of everyone for who cares for the appointments. */
export const visitEndpoints: AccessCases = {
  'GET /barbershops/{id}/checkout': {
    request: ({ barbershopId, startedId, profileId }) => ({
      params: { id: barbershopId },
      query: { appointmentId: startedId, profileId },
    }),
    allowed: [...staff, 'another barber of the barbershop'],
    // What is of another barbershop is as nothing.
    ids: {
      'path.id': [404, 404],
      'query.appointmentId': ['allowed', 'allowed'],
      'query.profileId': ['allowed', 'allowed'],
    },
  },
  'GET /barbershops/{id}/visits': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId } }),
    allowed: [...staff, 'another barber of the barbershop'],
    ids: { 'path.id': [404, 404] },
  },
  'PATCH /barbershops/{id}/checkout': {
    request: ({ barbershopId }) => ({ params: { id: barbershopId }, body: { usesVisits: true } }),
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
  'PUT /customers/{id}/debt-limit': {
    request: ({ profileId }) => ({ params: { id: profileId }, body: { limitCents: 5000 } }),
    allowed: ['the owner', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
  'PUT /visits/{id}': {
    request: (tenant) => {
      const { payments: _, ...draft } = closingOf(tenant)
      return { params: { id: randomUUID() }, body: draft }
    },
    allowed: staff,
    except: { 'another barber of the barbershop': 403 },
    ids: {
      'path.id': ['allowed', 'allowed'],
      'body.barbershopId': [404, 404],
      'body.appointmentId': [404, 404],
      'body.barberId': [404, 404],
      'body.profileId': [404, 404],
      'body.lines[].serviceId': [404, 404],
      'body.lines[].productId': [422, 422],
      'body.lines[].barberId': [404, 404],
      'body.lines[].assistantBarberId': [404, 404],
    },
  },
  'POST /visits/{id}/discard': {
    request: async (tenant, _, { db, clock }) => {
      const { payments: _none, ...draft } = closingOf(tenant)
      const { id } = await saveVisit(db, { id: randomUUID(), userId: tenant.owner.id, draft, now: clock.now() })
      return { params: { id }, body: { version: 1 } }
    },
    allowed: staff,
    ids: { 'path.id': [404, 404] },
  },
  'GET /visits/{id}': {
    request: async (tenant, _, world) => ({ params: { id: (await closeOne(tenant, world)).id } }),
    allowed: staff,
    ids: { 'path.id': [404, 404] },
  },
  'GET /visits/{id}/receipt': {
    request: async (tenant, _, world) => ({ params: { id: (await closeOne(tenant, world)).id } }),
    allowed: staff,
    ids: { 'path.id': [404, 404] },
  },
  'GET /visits/{id}/receipt/{token}': {
    request: async (tenant, _, world) => {
      const { id } = await closeOne(tenant, world)
      return { params: { id, token: await getReceiptToken(world.db, id) } }
    },
    // A token is of one visit.
    ids: { 'path.id': [422, 422], 'path.token': [422, 422] },
  },
  'POST /visits/{id}/close': {
    request: (tenant) => ({ params: { id: randomUUID() }, body: closingOf(tenant) }),
    allowed: staff,
    except: { 'another barber of the barbershop': 403 },
    ids: {
      // The payment is that of the first visit.
      'path.id': ['allowed', 422],
      'body.barbershopId': [404, 404],
      'body.appointmentId': [404, 404],
      'body.barberId': [404, 404],
      'body.profileId': [404, 404],
      'body.lines[].serviceId': [404, 404],
      // Of a line that is no product.
      'body.lines[].productId': [422, 422],
      'body.lines[].barberId': [404, 404],
      'body.lines[].assistantBarberId': [404, 404],
      // The second request finds it closed.
      'body.payments[].id': ['allowed', 409],
      'body.payments[].registerId': [404, 404],
    },
  },
  'POST /visits/{id}/reverse': {
    request: async (tenant, _, world) => ({
      params: { id: (await closeOne(tenant, world)).id },
      body: { reason: 'Valor errado' },
    }),
    allowed: ['the owner', 'the manager'],
    except: { 'the barber': 403, 'the receptionist': 403 },
    // The second request finds it reversed.
    ids: { 'path.id': [404, 404], 'body.copyId': ['allowed', 409] },
  },
  'POST /visits/payments/{id}/received': {
    request: async (tenant, _, world) => {
      const { payments } = await closeOne(tenant, world)
      return { params: { id: payments[0]?.id } }
    },
    allowed: staff,
    ids: { 'path.id': [404, 404] },
  },
}
