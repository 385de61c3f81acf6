import { randomUUID } from 'node:crypto'
import { type CashMethod, type CashRegister, cashApi } from '@na-regua/contract/cash'
import { sql } from 'kysely'
import { getUsualRegister } from '../src/features/cash/queries.ts'
import { postTransaction } from '../src/features/ledger/post-transaction.ts'
import { getBalance } from '../src/features/ledger/queries.ts'
import type { AccountKind } from '../src/features/ledger/rules.ts'
import type { Harness } from './harness.ts'
import { createOwner } from './owner-scene.ts'

/** Where a payment goes in the book. */
const accounts: Record<CashMethod, AccountKind> = {
  cash: 'cash',
  pix: 'pix',
  debit: 'card',
  credit: 'card',
  account: 'bank',
  voucher: 'voucher',
}

/** A barbershop with its register, and the requests of its owner. */
export async function createCashScene(world: Harness, { timeZone }: { timeZone?: string } = {}) {
  const owner = await createOwner(world)
  const { shop, token } = owner
  if (timeZone)
    await world.db.updateTable('barbershops').set({ time_zone: timeZone }).where('id', '=', shop.id).execute()
  const register = await getUsualRegister(world.db, shop.id)
  const ofShop = { token, params: { id: shop.id } }

  /** A visit that was paid just now. */
  async function pay(method: CashMethod, cents: number, registerId = register) {
    const now = world.clock.now()
    const id = randomUUID()
    await sql`
      insert into visits (id, barbershop_id, day, number, status, opened_at, closed_at, total_cents)
      select ${id}, ${shop.id}, ${now}::timestamptz::date, count(*) + 1, 'CLOSED', ${now}, ${now}, ${cents}::int from visits
       where barbershop_id = ${shop.id}`.execute(world.db)
    await world.db
      .insertInto('visit_payments')
      .values({
        id: randomUUID(),
        visit_id: id,
        barbershop_id: shop.id,
        position: 0,
        method,
        amount_cents: cents,
        register_id: method === 'cash' ? registerId : null,
      })
      .execute()
    const kind = accounts[method]
    const postings = [
      { kind, cents, ...(kind === 'cash' && { ownerId: registerId }) },
      { kind: 'services' as const, cents: -cents },
    ]
    const transaction = { id, sourceId: id, barbershopId: shop.id, kind: 'visit', occurredAt: now, postings }
    await world.db.transaction().execute((tx) => postTransaction(tx, transaction, now))
    return id
  }

  return {
    ...owner,
    register,
    pay,
    /** With what there is of the usual register. */
    async current() {
      const { body } = await world.call(cashApi.current, ofShop)
      const { session, lastCountedCents } = body.registers.find(({ isUsual }: CashRegister) => isUsual)
      return { ...body, session, lastCountedCents }
    },
    addRegister: async (name: string, id: string = randomUUID()) =>
      (await world.call(cashApi.addRegister, { ...ofShop, body: { id, name } })).body.register as CashRegister,
    changeRegister: (id: string, change: object) =>
      world.call(cashApi.changeRegister, { token, params: { id }, body: change }),
    open: (floatCents: number, id: string = randomUUID(), registerId?: string) =>
      world.call(cashApi.open, { ...ofShop, body: { id, floatCents, registerId } }),
    move: (id: string, movement: object) =>
      world.call(cashApi.move, { token, params: { id }, body: { id: randomUUID(), ...movement } }),
    reverse: (id: string, reason = 'Valor errado') =>
      world.call(cashApi.reverse, { token, params: { id }, body: { reason } }),
    close: (id: string, counted: object, note?: string) =>
      world.call(cashApi.close, { token, params: { id }, body: { counted, note } }),
    day: async (date: string) => (await world.call(cashApi.day, { ...ofShop, query: { date } })).body,
    balance: (kind: AccountKind, ownerId?: string) =>
      getBalance(world.db, { barbershopId: shop.id, kind, ...(ownerId && { ownerId }) }),
  }
}
