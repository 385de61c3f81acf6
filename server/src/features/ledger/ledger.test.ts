import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../test/barbershop-factories.ts'
import { createHarness } from '../../../test/harness.ts'
import { postTransaction, reverseTransactions } from './post-transaction.ts'
import { getBalance } from './queries.ts'
import type { Posting } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())
const shop = await createBarbershopRow(world)
const other = await createBarbershopRow(world)
const now = new Date('2026-03-12T13:00:00Z')

type Fields = { id?: string; barbershopId?: string; sourceId?: string; occurredAt?: Date; postings: Posting[] }

function post({ postings, ...fields }: Fields) {
  const transaction = { id: randomUUID(), barbershopId: shop.id, kind: 'visit', occurredAt: now, ...fields, postings }
  return world.db.transaction().execute((tx) => postTransaction(tx, transaction, now))
}

const reverse = (sourceId: string) =>
  world.db.transaction().execute((tx) => reverseTransactions(tx, { barbershopId: shop.id, sourceId, at: now }))

const balance = (kind: Posting['kind'], ownerId?: string) =>
  getBalance(world.db, { barbershopId: shop.id, kind, ownerId })

const sale = (register: string, cents: number): Posting[] => [
  { kind: 'cash', ownerId: register, cents },
  { kind: 'services', cents: -cents, line: 0 },
]

describe('a transaction', () => {
  test('is written once: repeated it changes nothing, with other postings it is refused', async () => {
    const register = randomUUID()
    const id = randomUUID()
    expect(await post({ id, postings: sale(register, 4500) })).toBe(true)
    expect(await post({ id, postings: sale(register, 4500) })).toBe(false)
    await expect(post({ id, postings: sale(register, 4501) })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    await expect(post({ id, barbershopId: other.id, postings: sale(register, 4500) })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
    expect(await balance('cash', register)).toBe(4500)
  })

  test('that does not balance is refused here and by the database', async () => {
    const register = randomUUID()
    const unbalanced: Posting[] = [
      { kind: 'cash', ownerId: register, cents: 100 },
      { kind: 'services', cents: -99 },
    ]
    await expect(post({ postings: unbalanced })).rejects.toThrow('sum to 1 cents')
    await post({ postings: sale(register, 4500) })
    const entry = sql`
      insert into ledger_entries (transaction_id, position, barbershop_id, account_id, amount, occurred_at)
      select transaction_id, 9, barbershop_id, account_id, 1, occurred_at from ledger_entries limit 1`
    await expect(entry.execute(world.db)).rejects.toMatchObject({ constraint: 'ledger_entries_balanced' })
    const balanced = sql`
      insert into ledger_entries (transaction_id, position, barbershop_id, account_id, amount, occurred_at)
      select transaction_id, position + 20, barbershop_id, account_id, amount, occurred_at from ledger_entries
       where transaction_id = (select transaction_id from ledger_entries limit 1)`
    await expect(balanced.execute(world.db)).rejects.toMatchObject({ constraint: 'ledger_entries_written_once' })
  })

  test('takes no account of another barbershop', async () => {
    await post({ barbershopId: other.id, postings: sale(randomUUID(), 4500) })
    const foreign = sql`
      with posted as (
        insert into ledger_transactions (id, request_hash, barbershop_id, kind, occurred_at, recorded_at)
        values (${randomUUID()}, sha256('x'), ${shop.id}, 'visit', ${now}, ${now}) returning id)
      insert into ledger_entries (transaction_id, position, barbershop_id, account_id, amount, occurred_at)
      select posted.id, position, ${shop.id}, account_id, amount, ${now}
        from ledger_entries, posted where ledger_entries.barbershop_id = ${other.id}`
    await expect(foreign.execute(world.db)).rejects.toMatchObject({ constraint: 'ledger_entries_account' })
  })

  test('is never changed', async () => {
    const changes = [
      sql`update ledger_accounts set kind = 'equity'`,
      sql`delete from ledger_accounts`,
      sql`update ledger_entries set amount = amount + 1`,
      sql`delete from ledger_entries`,
      sql`truncate ledger_entries`,
      sql`update ledger_transactions set kind = 'other'`,
      sql`delete from ledger_transactions`,
      sql`truncate ledger_transactions cascade`,
      sql`delete from ledger_months`,
    ]
    for (const change of changes) await expect(change.execute(world.db)).rejects.toThrow('ledger_')
  })

  test('of a closed month is refused, by the month of the barbershop', async () => {
    await sql`
      insert into ledger_months (barbershop_id, month, transactions, digest, closed_at)
      values (${shop.id}, '2026-01-01', 0, sha256('x'), ${now})`.execute(world.db)
    // 23:30 on 31 January in São Paulo, and half past midnight.
    const closed = { occurredAt: new Date('2026-02-01T02:30:00Z'), postings: sale(randomUUID(), 4500) }
    await expect(post(closed)).rejects.toMatchObject({ code: 'MONTH_CLOSED' })
    expect(await post({ ...closed, occurredAt: new Date('2026-02-01T03:30:00Z') })).toBe(true)
  })

  test('takes no more out of a register than there is', async () => {
    const register = randomUUID()
    await post({ postings: sale(register, 4500) })
    const drop = (cents: number): Posting[] => [
      { kind: 'bank', cents },
      { kind: 'cash', ownerId: register, cents: -cents },
    ]
    await expect(post({ postings: drop(4501) })).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' })
    await post({ postings: drop(4500) })
    expect(await balance('cash', register)).toBe(0)
  })
})

describe('a reversal', () => {
  test('restores every balance to the cent, once, and is not reversed', async () => {
    const register = randomUUID()
    const barber = randomUUID()
    const sourceId = randomUUID()
    const before = [await balance('services'), await balance('commission')]
    await post({ sourceId, postings: sale(register, 4500) })
    await post({
      sourceId,
      postings: [
        { kind: 'commission', cents: 2250, line: 0 },
        { kind: 'commissionPayable', ownerId: barber, cents: -2250, line: 0 },
      ],
    })
    await reverse(sourceId)
    expect([await balance('services'), await balance('commission')]).toEqual(before)
    expect([await balance('cash', register), await balance('commissionPayable', barber)]).toEqual([0, 0])
    expect(await reverse(sourceId)).toBe(false)
  })

  test('is refused where the money is no longer there', async () => {
    const register = randomUUID()
    const sourceId = randomUUID()
    await post({ sourceId, postings: sale(register, 4500) })
    await post({
      postings: [
        { kind: 'bank', cents: 100 },
        { kind: 'cash', ownerId: register, cents: -100 },
      ],
    })
    await expect(reverse(sourceId)).rejects.toMatchObject({ code: 'BALANCE_TOO_LOW' })
    expect(await balance('cash', register)).toBe(4400)
  })
})
