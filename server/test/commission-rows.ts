import { randomUUID } from 'node:crypto'
import type { CommissionTerms } from '@na-regua/contract/commissions'
import type { Harness } from './harness.ts'

/** Half of services, a tenth of products. */
export const halfTerms: CommissionTerms = {
  service: { kind: 'percent', basisPoints: 5000 },
  services: [],
  product: { kind: 'percent', basisPoints: 1000 },
  products: [],
  deductsProductCost: false,
  cardFee: 'barbershop',
  courtesy: 'list',
  assistantBasisPoints: 0,
  rentCents: 0,
}

type Earner = { barbershopId: string; barberId: string }

/** A line of R$ 25,00 that the barber earned a minute ago, with its visit, beside the book. */
export async function insertCommissionLine({ db, clock }: Harness, { barbershopId, barberId }: Earner) {
  const at = new Date(clock.now().getTime() - 60_000)
  const visit = await db
    .insertInto('visits')
    .values({
      id: randomUUID(),
      barbershop_id: barbershopId,
      barber_id: barberId,
      day: '2000-01-01',
      number: 1 + Math.floor(Math.random() * 1e9),
      status: 'CLOSED',
      opened_at: at,
      closed_at: at,
      total_cents: 5000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('commission_lines')
    .values({
      barbershop_id: barbershopId,
      barber_id: barberId,
      kind: 'service',
      name: 'Corte',
      earned_at: at,
      visit_id: visit.id,
      position: 0,
      cents: 2500,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function insertDisputedLine(world: Harness, earner: Earner) {
  const line = await insertCommissionLine(world, earner)
  const dispute = { line_id: line.id, reason: 'Faltou a barba', opened_at: world.clock.now() }
  await world.db.insertInto('commission_disputes').values(dispute).execute()
  return line
}

/** A closed settlement over nothing. */
export function insertSettlementRow({ db, clock }: Harness, { barbershopId, barberId }: Earner) {
  return db
    .insertInto('settlements')
    .values({
      id: randomUUID(),
      barbershop_id: barbershopId,
      barber_id: barberId,
      until: '2026-03-11',
      services_cents: 0,
      products_cents: 0,
      tips_cents: 0,
      corrections_cents: 0,
      rent_cents: 0,
      advances_cents: 0,
      total_cents: 0,
      closed_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A partner's contract, with a PDF if there are bytes. */
export function insertContractRow(
  { db, clock }: Harness,
  { barbershopId, barberId }: Earner,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
  file?: Buffer,
) {
  const now = clock.now()
  return db
    .insertInto('barber_contracts')
    .values({
      barbershop_id: barbershopId,
      barber_id: barberId,
      regime: 'partner',
      starts_on: startsOn,
      ends_on: endsOn,
      created_at: now,
      updated_at: now,
      ...(file && { file, file_type: 'application/pdf', file_added_at: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
