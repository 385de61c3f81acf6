import { randomUUID } from 'node:crypto'
import type { Database } from '../../lib/database.ts'
import type { Events } from '../../lib/events.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { insertReturns, insertSales } from './queries.ts'

/** Reacts to a visit that was closed: what it sold leaves the stock, whatever the stock says, and becomes a cost. */
export async function moveSoldProducts(tx: Database, { visitId, barbershopId, actorId, at }: Events['visits.closed']) {
  const sold = await insertSales(tx, { visitId, actorId, at })
  const [first] = sold
  if (!first) return
  const postings = sold.flatMap(({ line, valueCents }) => [
    { kind: 'productCost' as const, cents: -valueCents, line },
    { kind: 'stock' as const, cents: valueCents, line },
  ])
  const { occurredAt } = first
  const transaction = { id: randomUUID(), barbershopId, kind: 'productCost', sourceId: visitId, occurredAt, actorId }
  await postTransaction(tx, { ...transaction, postings }, at)
}

/** Reacts to a visit that was reversed. Its transactions in the book were reversed with it. */
export async function returnSoldProducts(tx: Database, { visitId, actorId, at }: Events['visits.reversed']) {
  await insertReturns(tx, { visitId, actorId, at })
}
