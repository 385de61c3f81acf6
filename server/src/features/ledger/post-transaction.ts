import { randomUUID } from 'node:crypto'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { type Database, refuseByConstraint } from '../../lib/database.ts'
import {
  findTransactionHash,
  insertTransactions,
  listOpenTransactions,
  lockAccounts,
  type NewTransaction,
  openAccounts,
} from './queries.ts'
import { checkPostings, hashTransaction, isMinZero, type PostedTransaction } from './rules.ts'

/** As `postTransactions`, for one: false if it was posted before, or has no entries. */
export async function postTransaction(
  tx: Database,
  transaction: PostedTransaction,
  recordedAt: Date,
): Promise<boolean> {
  return postTransactions(tx, [transaction], recordedAt)
}

/**
 * Writes what happened in a barbershop into its book, once: false if all of it was posted before. Throws IDEMPOTENCY_CONFLICT for the same
 * id with other postings, MONTH_CLOSED, and BALANCE_TOO_LOW where more would be taken than is there; the caller's transaction is undone then.
 */
export async function postTransactions(
  tx: Database,
  given: readonly PostedTransaction[],
  recordedAt: Date,
): Promise<boolean> {
  const transactions = given
    .map((one) => ({ ...one, postings: one.postings.filter(({ cents }) => cents !== 0) }))
    .filter(({ postings }) => postings.length > 0)
  const [first] = transactions
  if (!first) return false
  for (const { postings } of transactions) checkPostings(postings)
  const all = transactions.flatMap(({ postings }) => postings)
  const accountOf = await openAccounts(tx, first.barbershopId, all)
  const decreased = all.filter(({ kind, cents }) => isMinZero(kind) && cents < 0).map(accountOf)
  if (decreased.length > 0) await lockAccounts(tx, decreased)
  const rows = transactions.map(({ postings, ...transaction }) => ({
    ...transaction,
    recordedAt,
    requestHash: hashTransaction({ ...transaction, postings }),
    entries: postings.map((posting) => ({
      accountId: accountOf(posting),
      cents: posting.cents,
      line: posting.line ?? null,
    })),
  }))
  const written = await refuseByConstraint(refusals, () => insertTransactions(tx, rows))
  if (written < rows.length) await checkRepeated(tx, rows)
  return written > 0
}

async function checkRepeated(tx: Database, rows: readonly NewTransaction[]): Promise<void> {
  for (const { requestHash, ...transaction } of rows) {
    const stored = await findTransactionHash(tx, transaction)
    if (!stored?.equals(requestHash)) throw new ApiError('IDEMPOTENCY_CONFLICT')
  }
}

type Reversal = {
  barbershopId: string
  /** All transactions of this source, such as a visit with its commission, are reversed. */
  sourceId: string
  /** When it happens: the month of the reversed transactions may be closed. */
  at: Date
  actorId?: string | undefined
}

/**
 * Mirrors every entry of a source that was not reversed, so that all balances are as if it had not been: false if nothing is left to
 * reverse. Throws ALREADY_REVERSED if another request does so at the same time, and as `postTransactions`.
 */
export async function reverseTransactions(
  tx: Database,
  { barbershopId, sourceId, at, actorId }: Reversal,
): Promise<boolean> {
  const open = await listOpenTransactions(tx, { barbershopId, sourceId })
  const decreased = open.flatMap(({ entries }) => entries.filter((entry) => entry.isMinZero && entry.cents > 0))
  if (decreased.length > 0)
    await lockAccounts(
      tx,
      decreased.map(({ accountId }) => accountId),
    )
  const rows = open.map(({ id: reverses, kind, entries }) => {
    const reversal = { id: randomUUID(), barbershopId, kind, sourceId, occurredAt: at, actorId }
    return {
      ...reversal,
      reverses,
      recordedAt: at,
      requestHash: hashTransaction({ ...reversal, postings: [] }),
      entries: entries.map(({ accountId, cents, line }) => ({ accountId, cents: -cents, line })),
    }
  })
  return rows.length > 0 && (await refuseByConstraint(refusals, () => insertTransactions(tx, rows))) > 0
}

/** What the database refuses, by the constraint that it names. */
const refusals: Record<string, ErrorCode> = {
  ledger_entries_month_open: 'MONTH_CLOSED',
  ledger_accounts_min_zero: 'BALANCE_TOO_LOW',
  ledger_transactions_reversed_once: 'ALREADY_REVERSED',
}
