import { randomUUID } from 'node:crypto'
import type { Route } from '@na-regua/contract/route'
import type { Visit } from '@na-regua/contract/visits'
import { visitsApi } from '@na-regua/contract/visits'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type Row = { id: string }
type VisitRows = {
  tenant: { token: string; shop: Row }
  barberRow: Row
  tenantService: Row
  profiles: readonly Row[]
}
const VISITS = 12

const lineOf = ({ barberRow, tenantService }: VisitRows, discountCents: number) => ({
  kind: 'service',
  serviceId: tenantService.id,
  barberId: barberRow.id,
  unitCents: 5000,
  discountCents,
})

/** Closed visits of the tenant with a Pix that is not checked yet: enough, because requests reverse them. */
export async function createFuzzVisits(world: Harness, rows: VisitRows) {
  const fuzzVisits: Visit[] = []
  for (let made = 0; made < VISITS; made++) {
    const body = {
      barbershopId: rows.tenant.shop.id,
      lines: [lineOf(rows, 0)],
      payments: [{ id: randomUUID(), method: 'pix', amountCents: 5000 }],
    }
    const closed = await world.call(visitsApi.close, { token: rows.tenant.token, params: { id: randomUUID() }, body })
    fuzzVisits.push(closed.body.visit)
  }
  const fuzzOpenVisits: string[] = []
  for (let made = 0; made < VISITS; made++) {
    const id = randomUUID()
    const body = { barbershopId: rows.tenant.shop.id, lines: [lineOf(rows, 0)] }
    await world.call(visitsApi.save, { token: rows.tenant.token, params: { id }, body })
    fuzzOpenVisits.push(id)
  }
  const id = String(fuzzVisits[0]?.id)
  const receipt = await world.call(visitsApi.receiptLink, { token: rows.tenant.token, params: { id } })
  return { fuzzVisits, fuzzOpenVisits, receiptToken: String(receipt.body.token) }
}

export type FuzzVisits = Awaited<ReturnType<typeof createFuzzVisits>>

/** Samples of the endpoints of visits; none for others. */
export function visitSamplesOf({ method, url }: Route, rows: FuzzVisits & VisitRows): FuzzSamples {
  if (!url.startsWith('/visits')) return {}
  const { fuzzVisits, fuzzOpenVisits, receiptToken, tenant, barberRow, profiles } = rows
  const ids = fuzzVisits.map(({ id }) => id)
  const payments = fuzzVisits.flatMap((visit) => visit.payments.map(({ id }) => id))
  // Each device makes its own.
  const fresh = Array.from({ length: VISITS }, () => randomUUID())
  const known: Record<string, string[]> = {
    received: payments,
    close: [...fresh, ...ids],
    discard: fuzzOpenVisits,
    // The token is of the first one.
    ':token': ids.slice(0, 1),
  }
  const courtesy = lineOf(rows, 5000)
  return {
    id: known[method === 'PUT' ? 'close' : (url.split('/').at(-1) ?? '')] ?? ids,
    token: [receiptToken],
    version: [1, 1, 1, 2],
    copyId: fresh,
    barbershopId: [tenant.shop.id, tenant.shop.id, randomUUID()],
    barberId: [barberRow.id, barberRow.id, randomUUID()],
    profileId: [...profiles.map(({ id }) => id), randomUUID()],
    lines: [
      [courtesy],
      [courtesy, courtesy],
      [{ kind: 'tip', unitCents: 100 }],
      [{ kind: 'debt', unitCents: 100 }],
      [{ ...courtesy, quantity: 99, unitCents: 10_000_000 }],
      [{}],
      [],
    ],
    payments: [
      [],
      [],
      [],
      [{ id: randomUUID(), method: 'cash', amountCents: 5000, tenderedCents: 1 }],
      [{ id: payments[0], method: 'pix', amountCents: 100_000_000 }],
      [{}],
    ],
  }
}
