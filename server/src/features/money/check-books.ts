import type { DatabasePool } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { runAll } from '../../lib/worker/run-sweeps.ts'
import {
  compareStock,
  findNextBook,
  listBookDifferences,
  listEarningDifferences,
  listUnbalancedTransactions,
} from './queries.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Every night: each transaction of an open month sums to zero, and what the book says of each visit, of what barbers are to get and
 * of the stock is what payments, lines and movements say. What differs fails the job with its ids, and nothing is repaired: a person has to see it.
 */
export async function checkBooks({ db }: { db: DatabasePool }): Promise<void> {
  const checks: [string, () => Promise<void>][] = []
  for (let book = await findNextBook(db, FIRST_ID); book; book = await findNextBook(db, book.barbershopId)) {
    const open = book
    checks.push([open.barbershopId, () => checkBook(db, open)])
  }
  await runAll(checks)
}

async function checkBook(
  db: DatabasePool,
  { barbershopId, since }: { barbershopId: string; since: Date },
): Promise<void> {
  const unbalanced = await listUnbalancedTransactions(db, { barbershopId, since })
  const differences = await listBookDifferences(db, { barbershopId, since })
  const earnings = await listEarningDifferences(db, barbershopId)
  const stock = await compareStock(db, barbershopId)
  const found = [
    ...(stock.bookCents === stock.movementCents
      ? []
      : [`stock is worth ${stock.movementCents} cents, its book says ${stock.bookCents}`]),
    ...unbalanced.map(({ id }) => `transaction ${id} does not sum to zero`),
    ...differences.map(
      ({ visitId, account, bookCents, visitCents }) =>
        `visit ${visitId} has ${visitCents} cents of ${account}, its book ${bookCents}`,
    ),
    ...earnings.map(
      ({ barberId, account, bookCents, lineCents }) =>
        `barber ${barberId} is owed ${lineCents} cents of ${account}, the book says ${bookCents}`,
    ),
  ]
  if (found.length > 0) throw new Error(`book of ${barbershopId}: ${found.slice(0, 10).join('; ')}`)
}

/** At night in Brazil, after months were closed. */
export const checkBooksJob = defineJob('check-books', { schedule: '50 6 * * *', run: checkBooks })
