import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { runAll } from '../../lib/worker/run-sweeps.ts'
import {
  findMonth,
  insertMonth,
  listMonthsToClose,
  listMonthTransactions,
  lockBook,
  type MonthToClose,
} from './queries.ts'
import { digestMonth, toBookLine } from './rules.ts'

/** Months per round, each of another barbershop. */
const BATCH = 100

/** Closes the months that ended fifteen days ago, in their order: the digest of each contains that of the one before it. */
export async function closeMonths({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  for (;;) {
    const due = await listMonthsToClose(db, now, BATCH)
    if (due.length === 0) return
    await runAll(
      due.map((month) => [month.barbershopId, () => db.transaction().execute((tx) => closeMonth(tx, month, now))]),
    )
  }
}

/** No transaction of the barbershop is being written meanwhile: each is in the digest, or finds the month closed. */
export async function closeMonth(tx: Database, month: MonthToClose, now: Date): Promise<void> {
  await lockBook(tx, month.barbershopId)
  const previous = await findMonth(tx, { ...month, month: month.previousMonth })
  const transactions = await listMonthTransactions(tx, month)
  const digest = digestMonth(previous?.digest, transactions.map(toBookLine))
  await insertMonth(tx, {
    barbershopId: month.barbershopId,
    month: month.month,
    transactions: transactions.length,
    digest,
    previousDigest: previous?.digest,
    closedAt: now,
  })
}

/** At night in Brazil. */
export const closeMonthsJob = defineJob('close-ledger-months', { schedule: '20 6 * * *', run: closeMonths })
