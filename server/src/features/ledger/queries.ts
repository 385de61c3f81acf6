import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import { type AccountKind, type BookTransaction, isMinZero, type PostedTransaction, type Posting } from './rules.ts'

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

export type NewTransaction = Omit<PostedTransaction, 'postings'> & {
  recordedAt: Date
  reverses?: string | undefined
  requestHash: Buffer
  entries: readonly { accountId: string; cents: number; line: number | null }[]
}

/**
 * Writes transactions with all their entries, and returns how many: those whose id is known are not written. The database refuses what does
 * not balance, is of a closed month (`ledger_entries_month_open`) or makes a balance negative that must not be (`ledger_accounts_min_zero`).
 */
export async function insertTransactions(tx: Database, transactions: readonly NewTransaction[]): Promise<number> {
  const given = transactions.map(({ entries, requestHash, ...transaction }) => ({
    ...transaction,
    hash: requestHash.toString('hex'),
  }))
  const entries = transactions.flatMap(({ id, entries }) =>
    entries.map((entry, position) => ({ ...entry, transactionId: id, position })),
  )
  const { rows } = await sql`/* insert ledger transactions */
    with posted as (
      insert into ledger_transactions (
        id, request_hash, barbershop_id, kind, source_id, reverses, occurred_at, recorded_at, actor_id)
      select id, decode(hash, 'hex'), "barbershopId", kind, "sourceId", reverses, "occurredAt", "recordedAt", "actorId"
        from json_to_recordset(${JSON.stringify(given)}::json) as given (
          id uuid, hash text, "barbershopId" uuid, kind text, "sourceId" uuid, reverses uuid, "occurredAt" timestamptz, "recordedAt" timestamptz,
          "actorId" uuid)
      on conflict (id) do nothing returning id, barbershop_id, occurred_at
    ), inserted_entries as (
      insert into ledger_entries (transaction_id, position, barbershop_id, account_id, amount, occurred_at, line)
      select posted.id, position, barbershop_id, "accountId", cents, occurred_at, line
        from posted join json_to_recordset(${JSON.stringify(entries)}::json) as entry (
          "transactionId" uuid, position smallint, "accountId" uuid, cents bigint, line smallint) on "transactionId" = posted.id
    )
    select id from posted`.execute(tx)
  return rows.length
}

/** The hash that the transaction with this id was stored with, if it is of this barbershop. */
export async function findTransactionHash(
  tx: Database,
  { id, barbershopId }: Pick<PostedTransaction, 'id' | 'barbershopId'>,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`/* find ledger transaction hash */
    select request_hash as hash from ledger_transactions where id = ${id} and barbershop_id = ${barbershopId}`.execute(
    tx,
  )
  return rows[0]?.hash
}

type OpenTransaction = {
  id: string
  kind: string
  entries: { accountId: string; cents: number; line: number | null; isMinZero: boolean }[]
}

/** The transactions that a source was recorded with and that were not reversed, with their entries. */
export async function listOpenTransactions(
  tx: Database,
  { barbershopId, sourceId }: { barbershopId: string; sourceId: string },
): Promise<OpenTransaction[]> {
  const { rows } = await sql<OpenTransaction>`/* list open ledger transactions of source */
    select transactions.id, transactions.kind,
           json_agg(json_build_object('accountId', account_id, 'cents', amount, 'line', line, 'isMinZero', is_min_zero) order by position)
             as entries
      from ledger_transactions transactions join ledger_entries on transaction_id = transactions.id
      join ledger_accounts on ledger_accounts.id = account_id
     where source_id = ${sourceId} and transactions.barbershop_id = ${barbershopId} and transactions.reverses is null
       and not exists (select from ledger_transactions later where later.reverses = transactions.id)
     group by transactions.id`.execute(tx)
  return rows
}

/** The time zone of a barbershop whose money the user may see: for everyone else it does not exist. */
export async function getBookZone(db: Database, barbershopId: string, userId: string): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`/* get book zone */
    select time_zone as "timeZone" from barbershops where id = ${barbershopId} and ${isPermittedSql('money', userId)}`.execute(
    db,
  )
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0].timeZone
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

/** `month` and `previousMonth` are the first days of months, local to the barbershop. */
export type BookMonth = { barbershopId: string; month: string; timeZone: string }
export type MonthToClose = BookMonth & { previousMonth: string }

/** The first open month of each barbershop that has a book, if it ended fifteen days ago. */
export async function listMonthsToClose(db: Database, now: Date, limit: number): Promise<MonthToClose[]> {
  const { rows } = await sql<MonthToClose>`/* list ledger months to close */
    select barbershops.id as "barbershopId", time_zone as "timeZone", to_char(month, 'YYYY-MM-DD') as month,
           to_char(month - interval '1 month', 'YYYY-MM-DD') as "previousMonth"
      from barbershops cross join lateral (
        select coalesce(
          (select max(month) + interval '1 month' from ledger_months where barbershop_id = barbershops.id),
          (select date_trunc('month', min(occurred_at) at time zone time_zone) from ledger_transactions
            where barbershop_id = barbershops.id)) as month) due
     where month + interval '1 month 15 days' <= ${now}::timestamptz at time zone time_zone
     order by barbershops.id limit ${limit}`.execute(db)
  return rows
}

/** Waits for transactions that are being written, and makes later ones wait: each takes the same lock, by a trigger, for itself. */
export async function lockBook(tx: Database, barbershopId: string): Promise<void> {
  await sql`/* lock book */
    select pg_advisory_xact_lock(hashtextextended('book ' || ${barbershopId}, 0))`.execute(tx)
}

/** In the order of the digest. */
export async function listMonthTransactions(
  db: Database,
  { barbershopId, month, timeZone }: BookMonth,
): Promise<BookTransaction[]> {
  const { rows } = await sql<BookTransaction>`/* list ledger transactions of month */
    select transactions.id, transactions.kind, source_id as "sourceId", reverses, transactions.occurred_at as "occurredAt",
           recorded_at as "recordedAt", actor_id as "actorId", entries
      from ledger_transactions transactions
      left join lateral (
        select json_agg(json_build_object('account', ledger_accounts.kind, 'owner', owner_id, 'asset', ledger_entries.asset,
                 'cents', amount, 'line', line) order by position) as entries
          from ledger_entries join ledger_accounts on ledger_accounts.id = account_id where transaction_id = transactions.id) written on true
     where transactions.barbershop_id = ${barbershopId}
       and transactions.occurred_at >= ${month}::date::timestamp at time zone ${timeZone}
       and transactions.occurred_at < (${month}::date + interval '1 month') at time zone ${timeZone}
     order by transactions.occurred_at, transactions.id`.execute(db)
  return rows
}

export type ClosedMonth = {
  month: string
  transactions: number
  digest: Buffer
  previousDigest: Buffer | null
}

export async function findMonth(
  db: Database,
  { barbershopId, month }: Pick<BookMonth, 'barbershopId' | 'month'>,
): Promise<ClosedMonth | undefined> {
  const { rows } = await sql<ClosedMonth>`/* find ledger month */
    select to_char(month, 'YYYY-MM-DD') as month, transactions, digest, previous_digest as "previousDigest"
      from ledger_months where barbershop_id = ${barbershopId} and month = ${month}::date`.execute(db)
  return rows[0]
}

export async function listClosedMonths(
  db: Database,
  { barbershopId, year }: { barbershopId: string; year: number },
): Promise<ClosedMonth[]> {
  const { rows } = await sql<ClosedMonth>`/* list ledger months */
    select to_char(month, 'YYYY-MM-DD') as month, transactions, digest, previous_digest as "previousDigest"
      from ledger_months where barbershop_id = ${barbershopId} and extract(year from month) = ${year} order by month`.execute(
    db,
  )
  return rows
}

type NewMonth = Omit<ClosedMonth, 'previousDigest'> & {
  barbershopId: string
  previousDigest: Buffer | undefined
  closedAt: Date
}

/** Another process may have closed it. */
export async function insertMonth(tx: Database, month: NewMonth): Promise<void> {
  await sql`/* insert ledger month */
    insert into ledger_months (barbershop_id, month, transactions, digest, previous_digest, closed_at)
    values (${month.barbershopId}, ${month.month}::date, ${month.transactions}, ${month.digest}, ${month.previousDigest ?? null},
            ${month.closedAt})
    on conflict on constraint ledger_months_key do nothing`.execute(tx)
}
