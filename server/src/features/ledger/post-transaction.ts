import { randomUUID } from 'node:crypto'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import { type Database, refuseByConstraint } from '../../lib/database.ts'
import {
  findTransactionHash,
  insertTransaction,
  listEntries,
  listTransactionsOf,
  lockAccounts,
  openAccounts,
} from './queries.ts'
import { checkPostings, hashTransaction, isMinZero, type PostedTransaction } from './rules.ts'

/**
 * Writes what happened into the book, once: false if it was posted before. Throws IDEMPOTENCY_CONFLICT for the same id with other postings,
 * MONTH_CLOSED, and BALANCE_TOO_LOW where more would be taken than is there; the caller's transaction is undone then.
 */
export async function postTransaction(
  tx: Database,
  transaction: PostedTransaction,
  recordedAt: Date,
): Promise<boolean> {
  const { barbershopId } = transaction
  const postings = transaction.postings.filter(({ cents }) => cents !== 0)
  checkPostings(postings)
  if (postings.length === 0) return false
  const accountOf = await openAccounts(tx, barbershopId, postings)
  const decreased = postings.filter(({ kind, cents }) => isMinZero(kind) && cents < 0).map(accountOf)
  if (decreased.length > 0) await lockAccounts(tx, decreased)
  const entries = postings.map((posting) => ({
    accountId: accountOf(posting),
    cents: posting.cents,
    line: posting.line ?? null,
  }))
  const requestHash = hashTransaction(transaction)
  const insert = () => insertTransaction(tx, { ...transaction, recordedAt }, requestHash, entries)
  if (await refuseByConstraint(refusals, insert)) return true
  const stored = await findTransactionHash(tx, transaction)
  if (!stored?.equals(requestHash)) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return false
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
 * Mirrors every entry of a source that was not reversed, so that all balances are as if it had not been. Throws ALREADY_REVERSED if nothing
 * is left to reverse, and as `postTransaction`.
 */
export async function reverseTransactions(tx: Database, { barbershopId, sourceId, at, actorId }: Reversal) {
  const stored = await listTransactionsOf(tx, { barbershopId, sourceId })
  const open = stored.filter(({ reverses, isReversed }) => reverses === null && !isReversed)
  if (open.length === 0) throw new ApiError('ALREADY_REVERSED')
  const transactions = []
  for (const { id, kind } of open) transactions.push({ id, kind, entries: await listEntries(tx, id) })
  const decreased = transactions.flatMap(({ entries }) => entries.filter((entry) => entry.isMinZero && entry.cents > 0))
  if (decreased.length > 0)
    await lockAccounts(
      tx,
      decreased.map(({ accountId }) => accountId),
    )
  // The last one first: what it took out is back before that is taken out which the first had put in.
  for (const { id: reverses, kind, entries } of transactions.toReversed()) {
    const mirrored = entries.map(({ accountId, cents, line }) => ({ accountId, cents: -cents, line }))
    const reversal = { id: randomUUID(), barbershopId, kind, sourceId, occurredAt: at, actorId, postings: [] }
    const requestHash = hashTransaction(reversal)
    const insert = () => insertTransaction(tx, { ...reversal, reverses, recordedAt: at }, requestHash, mirrored)
    await refuseByConstraint(refusals, insert)
  }
}

/** What the database refuses, by the constraint that it names. */
const refusals: Record<string, ErrorCode> = {
  ledger_entries_month_open: 'MONTH_CLOSED',
  ledger_accounts_min_zero: 'BALANCE_TOO_LOW',
  ledger_transactions_reversed_once: 'ALREADY_REVERSED',
}
