import { randomUUID } from 'node:crypto'
import type { Route } from '@na-regua/contract/route'
import {
  halfTerms,
  insertCommissionLine,
  insertContractRow,
  insertDisputedLine,
  insertSettlementRow,
} from './commission-rows.ts'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type Row = { id: string }
type Rows = { tenant: { shop: Row }; barberRow: Row; shop: Row; barber: Row; tenantService: Row }
const ROWS = 30

/** Enough of each, because requests settle, pay and dispute them. Barbers dispute in their own barbershop. */
export async function createFuzzCommissions(world: Harness, { tenant, barberRow, shop, barber }: Rows) {
  const ofTenant = { barbershopId: tenant.shop.id, barberId: barberRow.id }
  const ofBarber = { barbershopId: shop.id, barberId: barber.id }
  const commissions = {
    ownLines: [] as string[],
    disputed: [] as string[],
    settlements: [] as string[],
    contracts: [] as string[],
  }
  for (let made = 0; made < ROWS; made++) {
    commissions.ownLines.push((await insertCommissionLine(world, ofBarber)).id)
    commissions.disputed.push((await insertDisputedLine(world, ofTenant)).id)
    const days = { startsOn: `${2060 + made}-01-01`, endsOn: `${2060 + made}-01-31` }
    commissions.contracts.push((await insertContractRow(world, ofTenant, days, Buffer.from('%PDF-1.7 %%EOF'))).id)
    commissions.settlements.push((await insertSettlementRow(world, ofTenant)).id)
  }
  return { commissions }
}

export type FuzzCommissions = Awaited<ReturnType<typeof createFuzzCommissions>>

const isAbout = /commission|earnings|settlements|advances|contracts|partner-shares/

/** Samples of the endpoints of commissions; none for others. */
export function commissionSamplesOf({ url }: Route, rows: FuzzCommissions & Rows): FuzzSamples {
  if (!isAbout.test(url)) return {}
  const { commissions, tenant, barberRow, tenantService } = rows
  const ids = [tenant.shop.id, tenant.shop.id, tenant.shop.id, rows.shop.id]
  const isContract = url.startsWith('/contracts')
  const fixed = { kind: 'fixed', cents: 1800 }
  return {
    id: url.startsWith('/barbershops/:id') ? ids : listIds(url, commissions),
    barberId: [barberRow.id, barberRow.id, barberRow.id, undefined, randomUUID(), null],
    seenVersion: [0, 0, 1, 2, 3, 4, -1],
    // Of a contract that is corrected: no other one has these days.
    startsOn: isContract
      ? ['2040-05-01', '2040-05-01', '2026-02-30']
      : ['2026-04-01', '2027-01-01', '2000-01-01', '2026-02-30'],
    terms: [
      halfTerms,
      { ...halfTerms, services: [{ serviceId: tenantService.id, share: fixed, costCents: 100 }] },
      { ...halfTerms, service: { kind: 'tiers', counts: 'whole', tiers: [{ fromCents: 0, basisPoints: 4000 }] } },
      { ...halfTerms, service: { kind: 'tiers', counts: 'marginal', tiers: [{ fromCents: 1, basisPoints: 4000 }] } },
      { ...halfTerms, service: { kind: 'tiers', counts: 'marginal', tiers: [] } },
      null,
      {},
    ],
    from: ['2026-03-01', '2026-03-01', '2026-03-40'],
    until: ['2026-03-01', '2026-03-01', '2026-03-01', '2026-03-11', '2099-12-31'],
    reason: ['Faltou a barba', 'Faltou a barba', 'Faltou a barba', ' ', 'x'.repeat(121)],
    response: ['Conferi', ' ', 'x'.repeat(121)],
    adjustmentCents: [0, 500, -500, 10_000_001],
    rentCents: [100, 100, 100, -1],
    totalCents: [-100, -100, -100, 0],
    // The id of an advance is that of its barbershop here, so that most say the same again.
    cents: [5000, 5000, 5000, 0],
    regime: ['partner', 'partner', 'rent', 'employee', 'nada'],
    cnpj: [null, null, null, '11222333000181', '11222333000182'],
    endsOn: isContract ? ['2040-05-31', '2040-05-31', '2001-12-31'] : ['2027-12-31', '2027-12-31', '2001-12-31', null],
    version: [1, 1, 2],
    month: ['2026-03', '2026-03', '2026-13'],
    paidFrom: ['bank', 'bank', 'bank', 'card'],
  }
}

function listIds(url: string, { ownLines, disputed, contracts, settlements }: FuzzCommissions['commissions']) {
  if (url.startsWith('/contracts')) return contracts
  if (url.startsWith('/settlements')) return settlements
  return url.endsWith('dispute') ? ownLines : disputed
}
