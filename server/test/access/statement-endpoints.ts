import { randomUUID } from 'node:crypto'
import { closeVisit } from '../../src/features/visits/close-visit.ts'
import type { Harness } from '../harness.ts'
import { writeOfx } from '../statement-scene.ts'
import type { AccessCase, AccessCases } from './endpoints.ts'
import type { Tenant } from './tenants.ts'

const ofShop: AccessCase['request'] = ({ barbershopId }) => ({ params: { id: barbershopId } })
const ofBook: AccessCase = { allowed: ['the owner', 'the manager'], ids: { 'path.id': [404, 404] } }

/** A payment by Pix that waits. */
async function sell({ barbershopId, barberId, serviceIds, owner }: Tenant, { db, clock }: Harness): Promise<string> {
  const paymentId = randomUUID()
  const closing = {
    barbershopId,
    barberId,
    lines: [{ kind: 'service', serviceId: serviceIds[0], barberId, unitCents: 5000 } as const],
    payments: [{ id: paymentId, method: 'pix', amountCents: 5000 } as const],
  }
  await closeVisit(db, { id: randomUUID(), userId: owner.id, closing, now: clock.now() })
  return paymentId
}

/** A Pix of a statement about which no one has decided. */
async function receive({ barbershopId }: Tenant, { db, clock }: Harness): Promise<string> {
  const statement = {
    barbershop_id: barbershopId,
    file_name: 'extrato.ofx',
    first_day: '2026-03-01',
    last_day: '2026-03-01',
    imported_at: clock.now(),
  }
  const { id: statement_id } = await db
    .insertInto('bank_statements')
    .values(statement)
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { barbershop_id: barbershopId, statement_id, bank_key: randomUUID(), day: '2026-03-01', cents: 5000 }
  return (await db.insertInto('bank_entries').values(entry).returning('id').executeTakeFirstOrThrow()).id
}

/** Statements of the bank, and what waits for them. */
export const statementEndpoints: AccessCases = {
  'GET /barbershops/{id}/pix/waiting': {
    request: ofShop,
    allowed: ['the owner', 'the barber', 'another barber of the barbershop', 'the receptionist', 'the manager'],
    ids: { 'path.id': [404, 404] },
  },
  'GET /barbershops/{id}/statements': { request: ofShop, ...ofBook },
  'POST /barbershops/{id}/statements': {
    request: ({ barbershopId }) => ({
      params: { id: barbershopId },
      file: { name: 'file', bytes: Buffer.from(writeOfx([{ cents: 5000 }])) },
    }),
    ...ofBook,
  },
  'POST /statements/entries/{id}/match': {
    request: async (tenant, _, world) => ({
      params: { id: await receive(tenant, world) },
      body: { paymentId: await sell(tenant, world) },
    }),
    ...ofBook,
    ids: { 'path.id': [404, 404], 'body.paymentId': [404, 404] },
  },
  'POST /statements/entries/{id}/set-aside': {
    request: async (tenant, _, world) => ({
      params: { id: await receive(tenant, world) },
      body: { isSetAside: true },
    }),
    ...ofBook,
  },
  'POST /statements/payments/{id}/accept': {
    request: async (tenant, _, world) => ({ params: { id: await sell(tenant, world) } }),
    ...ofBook,
  },
}
