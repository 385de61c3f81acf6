import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type AccountKind, isMinZero, type PostedTransaction, type Posting } from './rules.ts'

/** Accounts by kind and owner. Missing ones are opened. */
export async function openAccounts(
  tx: Database,
  barbershopId: string,
  postings: readonly Pick<Posting, 'kind' | 'ownerId'>[],
): Promise<(posting: Pick<Posting, 'kind' | 'ownerId'>) => string> {
  const wanted = new Map(postings.map((posting) => [accountKey(posting), posting]))
  const known = await listAccounts(tx, barbershopId, [...wanted.values()])
  const missing = [...wanted].filter(([key]) => !known.has(key)).sort(([a], [b]) => (a < b ? -1 : 1))
  if (missing.length > 0) {
    await insertAccounts(
      tx,
      barbershopId,
      missing.map(([, posting]) => posting),
    )
    // Also those that another transaction has opened meanwhile.
    for (const [key, id] of await listAccounts(tx, barbershopId, [...wanted.values()])) known.set(key, id)
  }
  return (posting) => known.get(accountKey(posting)) as string
}

const accountKey = ({ kind, ownerId }: Pick<Posting, 'kind' | 'ownerId'>) => `${kind} ${ownerId?.toLowerCase() ?? ''}`

async function listAccounts(
  tx: Database,
  barbershopId: string,
  postings: readonly Pick<Posting, 'kind' | 'ownerId'>[],
): Promise<Map<string, string>> {
  const kinds = postings.map(({ kind }) => kind)
  const owners = postings.map(({ ownerId }) => ownerId ?? null)
  const { rows } = await sql<{ id: string; kind: AccountKind; ownerId: string | null }>`/* list ledger accounts */
    select id, ledger_accounts.kind, ledger_accounts.owner_id as "ownerId"
      from unnest(${kinds}::text[], ${owners}::uuid[]) as wanted (kind, owner_id)
      join ledger_accounts on ledger_accounts.kind = wanted.kind and ledger_accounts.owner_id is not distinct from wanted.owner_id
     where barbershop_id = ${barbershopId}::uuid and asset = 'BRL'`.execute(tx)
  return new Map(rows.map(({ id, kind, ownerId }) => [accountKey({ kind, ownerId: ownerId ?? undefined }), id]))
}

async function insertAccounts(
  tx: Database,
  barbershopId: string,
  postings: readonly Pick<Posting, 'kind' | 'ownerId'>[],
): Promise<void> {
  const kinds = postings.map(({ kind }) => kind)
  const owners = postings.map(({ ownerId }) => ownerId ?? null)
  const minZero = postings.map(({ kind }) => isMinZero(kind))
  await sql`/* insert ledger accounts */
    insert into ledger_accounts (barbershop_id, kind, owner_id, is_min_zero)
    select ${barbershopId}::uuid, kind, owner_id, is_min_zero
      from unnest(${kinds}::text[], ${owners}::uuid[], ${minZero}::boolean[]) as wanted (kind, owner_id, is_min_zero)
    on conflict do nothing`.execute(tx)
}

/** Blocks transactions that decrease the same balances until the transaction ends. The order of ids is the same for all. */
export async function lockAccounts(tx: Database, ids: readonly string[]): Promise<void> {
  await sql`/* lock ledger accounts */
    select from ledger_accounts where id = any (${ids}::uuid[]) order by id for no key update`.execute(tx)
}

/** Blocks transactions that read this balance to decide, until the transaction ends. */
export async function lockBalance(
  tx: Database,
  { barbershopId, ...account }: Pick<Posting, 'kind' | 'ownerId'> & { barbershopId: string },
): Promise<void> {
  const accountOf = await openAccounts(tx, barbershopId, [account])
  await lockAccounts(tx, [accountOf(account)])
}

type NewTransaction = Omit<PostedTransaction, 'postings'> & { recordedAt: Date; reverses?: string | undefined }
type NewEntry = { accountId: string; cents: number; line: number | null }

/**
 * Writes a transaction with all its entries. False if its id is known. The database refuses what does not balance, is of a closed month
 * (`ledger_entries_month_open`) or makes a balance negative that must not be (`ledger_accounts_min_zero`).
 */
export async function insertTransaction(
  tx: Database,
  transaction: NewTransaction,
  requestHash: Buffer,
  entries: readonly NewEntry[],
): Promise<boolean> {
  const { id, barbershopId, kind, sourceId, reverses, occurredAt, recordedAt, actorId } = transaction
  const accounts = entries.map(({ accountId }) => accountId)
  const amounts = entries.map(({ cents }) => cents)
  const lines = entries.map(({ line }) => line)
  const { rows } = await sql`/* insert ledger transaction */
    with posted as (
      insert into ledger_transactions (
        id, request_hash, barbershop_id, kind, source_id, reverses, occurred_at, recorded_at, actor_id)
      values (${id}, ${requestHash}, ${barbershopId}, ${kind}, ${sourceId ?? null}, ${reverses ?? null}, ${occurredAt}, ${recordedAt},
              ${actorId ?? null})
      on conflict (id) do nothing returning id, barbershop_id, occurred_at)
    insert into ledger_entries (transaction_id, position, barbershop_id, account_id, amount, occurred_at, line)
    select posted.id, (number - 1)::smallint, barbershop_id, account_id, amount, occurred_at, line
      from posted, unnest(${accounts}::uuid[], ${amounts}::bigint[], ${lines}::smallint[])
           with ordinality as entry (account_id, amount, line, number)
    returning transaction_id`.execute(tx)
  return rows.length > 0
}

/** The hash that the transaction with this id was stored with, if it is of this barbershop. */
export async function findTransactionHash(
  tx: Database,
  { id, barbershopId }: PostedTransaction,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`/* find ledger transaction hash */
    select request_hash as hash from ledger_transactions where id = ${id} and barbershop_id = ${barbershopId}`.execute(
    tx,
  )
  return rows[0]?.hash
}

export type StoredTransaction = { id: string; kind: string; reverses: string | null; isReversed: boolean }

/** The transactions that a source was recorded with, in the order in which they were written. */
export async function listTransactionsOf(
  tx: Database,
  { barbershopId, sourceId }: { barbershopId: string; sourceId: string },
): Promise<StoredTransaction[]> {
  const { rows } = await sql<StoredTransaction>`/* list ledger transactions of source */
    select id, kind, reverses,
           exists (select from ledger_transactions later where later.reverses = ledger_transactions.id) as "isReversed"
      from ledger_transactions
     where source_id = ${sourceId} and barbershop_id = ${barbershopId} order by recorded_at, id`.execute(tx)
  return rows
}

export type PostedEntry = { accountId: string; cents: number; line: number | null; isMinZero: boolean }

export async function listEntries(tx: Database, transactionId: string): Promise<PostedEntry[]> {
  const { rows } = await sql<PostedEntry>`/* list ledger entries */
    select account_id as "accountId", amount as cents, line, is_min_zero as "isMinZero"
      from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
     where transaction_id = ${transactionId} order by position`.execute(tx)
  return rows
}

/** The sum of an account's entries, in cents, debits positive; 0 for one that was never used. `until` is exclusive. */
export async function getBalance(
  db: Database,
  { barbershopId, kind, ownerId, until }: Pick<Posting, 'kind' | 'ownerId'> & { barbershopId: string; until?: Date },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* ledger balance */
    select coalesce(sum(amount), 0)::bigint as cents
      from ledger_entries join ledger_accounts on ledger_accounts.id = account_id
     where ledger_accounts.barbershop_id = ${barbershopId} and kind = ${kind} and owner_id is not distinct from ${ownerId ?? null}::uuid
       and ${until ? sql`occurred_at < ${until}` : sql`true`}`.execute(db)
  return rows[0]?.cents ?? 0
}
