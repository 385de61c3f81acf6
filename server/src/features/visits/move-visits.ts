import { randomUUID } from 'node:crypto'
import type { Database } from '../../lib/database.ts'
import type { Events } from '../../lib/events.ts'
import { postTransactions } from '../ledger/post-transaction.ts'
import { listDebtsOfVisits, moveVisits } from './queries.ts'

/** Reacts to two profiles that were one customer: the visits, and what each of them left owed, are of the one that stays. */
export async function moveVisitsToProfile(
  tx: Database,
  { mergedId, profileId, at }: Events['profiles.merged'],
): Promise<void> {
  await moveVisits(tx, { mergedId, profileId })
  const debts = await listDebtsOfVisits(tx, mergedId)
  const transactions = debts.map(({ visitId, barbershopId, cents }) => ({
    id: randomUUID(),
    barbershopId,
    kind: 'debt',
    // Of the visit: its reversal takes this back, too.
    sourceId: visitId,
    occurredAt: at,
    postings: [
      { kind: 'debt', ownerId: profileId, cents } as const,
      { kind: 'debt', ownerId: mergedId, cents: -cents } as const,
    ],
  }))
  await postTransactions(tx, transactions, at)
}
