import { randomUUID } from 'node:crypto'
import type { Database } from '../../lib/database.ts'
import type { Events } from '../../lib/events.ts'
import { addDays } from '../../lib/local-time.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { saveCardCharges } from '../visits/queries.ts'
import { findVisitCards } from './queries.ts'
import { chargeCard } from './rules.ts'

/** Reacts to a visit that was closed: what acquirers keep of its cards is a cost, and the rest is expected on a day. */
export async function postCardFees(tx: Database, { visitId, barbershopId, actorId, at }: Events['visits.closed']) {
  const cards = await findVisitCards(tx, visitId)
  if (!cards) return
  const { fees, payments, closedAt: occurredAt } = cards
  const charges = payments.map((payment) => {
    const { feeCents, days, parts } = chargeCard(fees, payment)
    return { id: payment.id, feeCents, expectedOn: addDays(payment.day, days), expectedParts: parts }
  })
  await saveCardCharges(tx, charges)
  const postings = charges.flatMap(({ feeCents }) => [
    { kind: 'cardFees' as const, cents: feeCents },
    { kind: 'card' as const, cents: -feeCents },
  ])
  const transaction = { id: randomUUID(), barbershopId, kind: 'cardFees', sourceId: visitId, occurredAt, actorId }
  await postTransaction(tx, { ...transaction, postings }, at)
}
