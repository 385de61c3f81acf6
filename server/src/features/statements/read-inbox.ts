import type { StatementInbox } from '@na-regua/contract/statements'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { getBookZone } from '../ledger/queries.ts'
import { listStatements, listUndecidedEntries, listUnlinkedPayments } from './queries.ts'
import { suggestPayments } from './rules.ts'

/** Older payments are left as they are. */
const MAX_DAYS = 90
const DAY_MS = 86_400_000

/** What a person decides about, with suggestions. */
export async function readInbox(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { barbershopId, userId }: { barbershopId: string; userId: string },
): Promise<StatementInbox> {
  await getBookZone(db, barbershopId, userId)
  const statements = await listStatements(db, barbershopId)
  const stored = await listUndecidedEntries(db, barbershopId)
  const unknown = stored.filter(({ payment }) => !payment)
  const since = new Date(clock.now().getTime() - MAX_DAYS * DAY_MS)
  const cents = [...new Set(unknown.map((entry) => entry.cents))]
  const payments = await listUnlinkedPayments(db, { barbershopId, cents, since })
  const suggested = suggestPayments(unknown, payments)
  return {
    statements,
    entries: stored.map((entry) => ({
      ...entry,
      state: entry.payment ? 'amount_differs' : 'unknown_here',
      suggestions: suggested.get(entry.id)?.suggestions ?? [],
      isClear: suggested.get(entry.id)?.isClear ?? false,
    })),
    missing: payments.filter(({ isMissing }) => isMissing),
  }
}
