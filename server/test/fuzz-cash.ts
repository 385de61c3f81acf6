import { randomUUID } from 'node:crypto'
import { cashApi } from '@na-regua/contract/cash'
import type { Route } from '@na-regua/contract/route'
import type { FuzzSamples } from './fuzz-requests.ts'
import type { Harness } from './harness.ts'

type CashShops = { tenant: { shop: { id: string }; token: string }; barberRow: { id: string } }

/** Open sessions of the tenant, each in a register of its own: the first has movements, the others are closed. The usual register is free. */
export async function createFuzzCash(world: Harness, { tenant: { shop, token } }: CashShops) {
  const { db, clock, call } = world
  const registers = await db
    .insertInto('cash_registers')
    .values(Array.from({ length: 12 }, (_, index) => ({ barbershop_id: shop.id, name: `Balcão ${index}` })))
    .returning('id')
    .execute()
  const sessions = registers.map(({ id }) => ({
    id: randomUUID(),
    barbershop_id: shop.id,
    register_id: id,
    day: '2026-03-11',
    opened_at: clock.now(),
    float_cents: 0,
    float_difference_cents: 0,
  }))
  await db.insertInto('cash_sessions').values(sessions).execute()
  const [cashSessionId = '', ...closableIds] = sessions.map(({ id }) => id)
  const cashMovementIds = Array.from({ length: 12 }, () => randomUUID())
  for (const id of cashMovementIds) {
    const body = { id, kind: 'supply', amountCents: 100_000, account: 'bank' }
    await call(cashApi.move, { token, params: { id: cashSessionId }, body })
  }
  return { cashSessionId, cashMovementIds, closableIds, registerIds: registers.map(({ id }) => id) }
}

export type FuzzCash = Awaited<ReturnType<typeof createFuzzCash>>

/** Samples of the endpoints of the register; none for others. */
export function cashSamplesOf(
  { url }: Route,
  { tenant, barberRow, cashSessionId, cashMovementIds, closableIds, registerIds }: FuzzCash & CashShops,
): FuzzSamples {
  if (!url.includes('cash')) return {}
  const { shop } = tenant
  if (url === '/cash/registers/:id')
    return { id: [...registerIds, randomUUID()], name: ['Bar', '', 'x'.repeat(41)], isActive: [undefined, true, false] }
  const idsByEnd: [string, string[]][] = [
    ['movements', [cashSessionId, cashSessionId, cashSessionId, randomUUID()]],
    ['reversal', [...cashMovementIds, randomUUID()]],
    ['close', [...closableIds, randomUUID()]],
  ]
  const [, ids] = idsByEnd.find(([end]) => url.endsWith(end)) ?? []
  return {
    id: ids ?? [shop.id, shop.id, shop.id, randomUUID()],
    name: ['Bar', 'Loja', '', 'x'.repeat(41)],
    registerId: [undefined, undefined, ...registerIds.slice(0, 2), randomUUID()],
    floatCents: [10_000, 0, -1],
    kind: ['expense', 'expense', 'drop', 'supply', 'advance', 'nada'],
    account: ['supplies', 'rent', 'bank', 'advance', 'nada'],
    amountCents: [100, 1, 0, 1e9],
    barberId: [undefined, undefined, undefined, barberRow.id, randomUUID()],
    reason: ['Café', 'Aluguel', ' ', 'x'.repeat(121)],
    counted: [{ cash: 0 }, { cash: 5000, pix: 100 }, {}, { cash: -1 }],
    note: [undefined, 'Faltou troco', 'x'.repeat(201)],
    date: ['2026-03-11', '2026-03-12', '2026-02-30'],
  }
}
