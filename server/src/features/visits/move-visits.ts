import { randomUUID } from 'node:crypto'
import type { Database } from '../../lib/database.ts'
import type { Events } from '../../lib/events.ts'
import { postTransaction } from '../ledger/post-transaction.ts'
import { listDebtsOfVisits, moveVisits } from './queries.ts'

/** Reacts to two profiles that were one customer: the visits, and what each of them left owed, are of the one that stays. */
export async function moveVisitsToProfile(
  tx: Database,
  { mergedId, profileId, at }: Events['profiles.merged'],
): Promise<void> {
  await moveVisits(tx, { mergedId, profileId })
  for (const { visitId, barbershopId, cents } of await listDebtsOfVisits(tx, mergedId)) {
    const postings = [
      { kind: 'debt', ownerId: profileId, cents } as const,
      { kind: 'debt', ownerId: mergedId, cents: -cents } as const,
    ]
    // Of the visit: its reversal takes this back, too.
    const transaction = { id: randomUUID(), barbershopId, kind: 'debt', sourceId: visitId, occurredAt: at, postings }
    await postTransaction(tx, transaction, at)
  }
}
