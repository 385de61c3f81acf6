import type { AccountKind } from '@na-regua/contract/ledger'
import type { EntryFilters, MoneyReport } from '@na-regua/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type AccountSum, accountsOfGroup } from './rules.ts'

/** A book with transactions after its last closed month, which begin with `since`. */
type OpenBook = { barbershopId: string; since: Date }

/** The first book of a barbershop whose id is greater. */
export async function findNextBook(db: Database, after: string): Promise<OpenBook | undefined> {
  const { rows } = await sql<OpenBook>`/* find next book */
    select next.barbershop_id as "barbershopId",
           coalesce((select (max(month) + interval '1 month') at time zone time_zone from ledger_months
                      where barbershop_id = next.barbershop_id), 'epoch') as since
      from (select barbershop_id from ledger_accounts where barbershop_id > ${after} order by barbershop_id limit 1) next
      join barbershops on barbershops.id = next.barbershop_id`.execute(db)
  return rows[0]
}

export async function listUnbalancedTransactions(
  db: Database,
  { barbershopId, since }: OpenBook,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`/* list unbalanced transactions */
    select transactions.id from ledger_transactions transactions left join ledger_entries on transaction_id = transactions.id
     where transactions.barbershop_id = ${barbershopId} and transactions.occurred_at >= ${since}
     group by transactions.id, asset having coalesce(sum(amount), 1) <> 0`.execute(db)
  return rows
}

export type BookDifference = { visitId: string; account: string; bookCents: number; visitCents: number }

/** Visits whose payments and lines are not what the book has of them; one that was reversed has left nothing in it. */
export async function listBookDifferences(db: Database, { barbershopId, since }: OpenBook): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`/* list book differences */
    with checked as (
      select id, status from visits where barbershop_id = ${barbershopId} and closed_at >= ${since}
    ), given as (
      select visit_id, amount_cents - fee_cents as cents,
             case method when 'pix' then case when confirmed_at is null then 'pixPending' else 'pix' end
                         when 'debit' then 'card' when 'credit' then 'card' when 'account' then 'debt' else method end as kind
        from visit_payments join checked on checked.id = visit_id where status = 'CLOSED'
      union all
      -- A Pix of another amount that a person accepted.
      select visit_id, cents - amount_cents, 'pix'
        from bank_entries join visit_payments on visit_payments.id = payment_id join checked on checked.id = visit_id
       where status = 'CLOSED' and decided_at is not null
      union all
      select visit_id, discount_cents - unit_cents * quantity,
             case visit_lines.kind when 'service' then 'services' when 'product' then 'products' when 'tip' then 'tips' else 'debt' end
        from visit_lines join checked on checked.id = visit_id where status = 'CLOSED'
    ), expected as (
      select visit_id, kind, sum(cents) as cents from given group by visit_id, kind
    ), booked as (
      select checked.id as visit_id, ledger_accounts.kind, sum(amount) as cents
        from checked join ledger_transactions on source_id = checked.id join ledger_entries on transaction_id = ledger_transactions.id
        join ledger_accounts on ledger_accounts.id = account_id
       where ledger_accounts.kind in ('cash', 'pix', 'pixPending', 'card', 'voucher', 'debt', 'services', 'products', 'tips')
       group by checked.id, ledger_accounts.kind
    )
    select visit_id as "visitId", kind as account, coalesce(booked.cents, 0)::bigint as "bookCents",
           coalesce(expected.cents, 0)::bigint as "visitCents"
      from expected full join booked using (visit_id, kind)
     where coalesce(booked.cents, 0) <> coalesce(expected.cents, 0) order by visit_id, kind`.execute(db)
  return rows
}

export type EarningDifference = { barberId: string; account: string; bookCents: number; lineCents: number }

/**
 * Barbers whom the barbershop owes another commission or other tips by the book than by lines and settlements: what every line gave, less
 * what settlements deducted and what was paid. A settlement pays the tips of its lines from their own account.
 */
export async function listEarningDifferences(db: Database, barbershopId: string): Promise<EarningDifference[]> {
  const { rows } = await sql<EarningDifference>`/* list earning differences */
    with lines as (
      select commission_lines.barber_id, kind = 'tip' as is_tip, paid_at is not null as is_paid, cents
        from commission_lines left join settlements on settlements.id = settlement_id
       where commission_lines.barbershop_id = ${barbershopId}
    ), given as (
      select barber_id, 'commissionPayable' as kind, cents from lines where not is_tip or is_paid
      union all
      select barber_id, 'commissionPayable', -rent_cents - advances_cents - case when paid_at is null then 0 else total_cents end
        from settlements where barbershop_id = ${barbershopId}
      union all
      select barber_id, 'tips', cents from lines where is_tip and not is_paid
    ), expected as (
      select barber_id, kind, sum(cents) as cents from given group by barber_id, kind
    ), booked as (
      select owner_id as barber_id, kind, -sum(amount) as cents from ledger_accounts join ledger_entries on account_id = ledger_accounts.id
       where ledger_accounts.barbershop_id = ${barbershopId} and kind in ('commissionPayable', 'tips') and owner_id is not null
       group by owner_id, kind
    )
    select barber_id as "barberId", kind as account, coalesce(booked.cents, 0)::bigint as "bookCents",
           coalesce(expected.cents, 0)::bigint as "lineCents"
      from expected full join booked using (barber_id, kind)
     where coalesce(booked.cents, 0) <> coalesce(expected.cents, 0) order by barber_id, kind`.execute(db)
  return rows
}

/** What the stock is worth: by the book, and by the movements of all products. */
export async function compareStock(
  db: Database,
  barbershopId: string,
): Promise<{ bookCents: number; movementCents: number }> {
  const { rows } = await sql<{ bookCents: number; movementCents: number }>`/* compare stock */
    select (select coalesce(sum(amount), 0)::bigint from ledger_accounts join ledger_entries on account_id = ledger_accounts.id
             where ledger_accounts.barbershop_id = ${barbershopId} and kind = 'stock') as "bookCents",
           (select coalesce(sum(value_cents), 0)::bigint from products join product_movements on product_id = products.id
             where products.barbershop_id = ${barbershopId}) as "movementCents"`.execute(db)
  return rows[0] as { bookCents: number; movementCents: number }
}

/** Local days of one barbershop, both included. */
export type MoneyPeriod = { barbershopId: string; timeZone: string; from: string; to: string }

/** Of the entries, and of their transactions: with both a period is read from one range of each. */
function inPeriod({ barbershopId, timeZone, from, to }: MoneyPeriod) {
  const isIn = (table: 'entries' | 'transactions') => sql`
    ${sql.ref(table)}.barbershop_id = ${barbershopId}::uuid
    and ${sql.ref(table)}.occurred_at >= ${from}::date::timestamp at time zone ${timeZone}
    and ${sql.ref(table)}.occurred_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`
  return sql`${isIn('entries')} and ${isIn('transactions')}`
}

/** What a visit is paid with. */
const paidWith = sql`'cash', 'pix', 'pixPending', 'card', 'voucher', 'debt'`
/** The closing of a visit, and a Pix of it that was confirmed; also reversed. */
const isPaid = sql`transactions.kind in ('visit', 'pix')`

export type ReportRows = {
  accounts: AccountSum[]
  days: MoneyReport['days']
  paid: AccountSum[]
  barbers: MoneyReport['barbers']
  items: MoneyReport['items']
}

/** The book of a period, added up in each way. Sums of accounts are as they are booked. */
export async function readReport(db: Database, period: MoneyPeriod): Promise<ReportRows> {
  const list = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`
  const { rows } = await sql<ReportRows>`/* read money report */
    with found as materialized (
      select accounts.kind as account, accounts.owner_id, entries.amount, entries.line, entries.occurred_at, transactions.source_id,
             ${isPaid} as is_paid
        from ledger_entries entries join ledger_accounts accounts on accounts.id = entries.account_id
        join ledger_transactions transactions on transactions.id = entries.transaction_id
       where ${inPeriod(period)}
    ), sold as materialized (
      select account, -amount as cents, barber_id, visit_lines.name, case when amount < 0 then quantity else -quantity end as quantity
        from found left join visit_lines on visit_id = source_id and position = line where account in ('services', 'products')
    ), earned as (
      select barber_id, sum(cents) filter (where account = 'services') as services, sum(cents) filter (where account = 'products') as products
        from sold group by barber_id
    ), tipped as (
      select owner_id as barber_id, -sum(amount) as tips from found where account = 'tips' and is_paid group by owner_id
    )
    select
      ${list(sql`select account, sum(amount) as cents from found group by account`)} as accounts,
      ${list(sql`select (occurred_at at time zone ${period.timeZone})::date as date, -sum(amount) as cents
        from found where account in ('services', 'products') group by 1 having sum(amount) <> 0 order by 1`)} as days,
      ${list(sql`select account, sum(amount) as cents from found where is_paid and account in (${paidWith})
        group by account having sum(amount) <> 0 order by 2 desc`)} as paid,
      ${list(sql`select barber_id as id, users.name, coalesce(services, 0) as "servicesCents", coalesce(products, 0) as "productsCents",
          coalesce(tips, 0) as "tipsCents"
        from (select coalesce(earned.barber_id, tipped.barber_id) as barber_id, services, products, tips
                from earned full join tipped on tipped.barber_id = earned.barber_id) figures
        left join barbers on barbers.id = barber_id left join users on users.id = user_id
       order by coalesce(services, 0) + coalesce(products, 0) desc, barber_id`)} as barbers,
      ${list(sql`select account, coalesce(name, 'Sem comanda') as name, coalesce(sum(quantity), 0) as quantity, sum(cents) as cents
        from sold group by account, name having sum(cents) <> 0 order by 4 desc, 2`)} as items`.execute(db)
  return rows[0] as ReportRows
}

export type MoneyEntryRow = {
  transactionId: string
  position: number
  occurredAt: Date
  account: AccountKind
  amount: number
  isReversal: boolean
  itemName: string | null
  ownerName: string | null
  visitId: string | null
  visitDay: string | null
  visitNumber: number | null
  recordedAt: Date
  kind: string
}

type EntryRequest = MoneyPeriod & { filters: EntryFilters; limit: number; offset: number }

const isSold = sql`accounts.kind in ('services', 'products')`

const fromEntries = sql`
  from ledger_entries entries join ledger_accounts accounts on accounts.id = entries.account_id
  join ledger_transactions transactions on transactions.id = entries.transaction_id
  left join visits on visits.id = transactions.source_id
  left join visit_lines lines on lines.visit_id = visits.id and lines.position = entries.line`

function matches({ filters, ...period }: MoneyPeriod & { filters: EntryFilters }): RawBuilder<unknown> {
  const { account, group, barberId, item, ownerId } = filters
  const conditions = [
    inPeriod(period),
    account && sql`accounts.kind = ${account}`,
    group && sql`accounts.kind = any (${accountsOfGroup(group)}::text[])`,
    filters.isSold && isSold,
    filters.isPaid && sql`${isPaid} and accounts.kind in (${account === 'tips' ? sql`'tips'` : paidWith})`,
    barberId &&
      sql`((${isSold} and lines.barber_id = ${barberId}) or (accounts.kind = 'tips' and accounts.owner_id = ${barberId}))`,
    filters.isWithoutBarber && sql`${isSold} and lines.barber_id is null`,
    item && sql`${isSold} and lines.name = ${item}`,
    ownerId && sql`accounts.owner_id = ${ownerId}`,
  ]
  return sql.join(
    conditions.filter((condition) => typeof condition === 'object'),
    sql` and `,
  )
}

/** The newest first. */
export async function listMoneyEntries(
  db: Database,
  { limit, offset, ...request }: EntryRequest,
): Promise<MoneyEntryRow[]> {
  const { rows } = await sql<MoneyEntryRow>`/* list money entries */
    select entries.transaction_id as "transactionId", entries.position, entries.occurred_at as "occurredAt", accounts.kind as account, amount,
           reverses is not null as "isReversal", lines.name as "itemName", visits.id as "visitId",
           to_char(visits.day, 'YYYY-MM-DD') as "visitDay", visits.number as "visitNumber", recorded_at as "recordedAt", transactions.kind,
           coalesce(
             (select users.name from barbers join users on users.id = user_id where barbers.id = coalesce(accounts.owner_id, lines.barber_id)),
             (select coalesce(users.name, profile.name) from customer_profiles profile left join users on users.id = profile.user_id
               where profile.id = accounts.owner_id),
             (select name from cash_registers where cash_registers.id = accounts.owner_id)) as "ownerName"
      ${fromEntries} where ${matches(request)}
     order by entries.occurred_at desc, entries.transaction_id, entries.position limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** How many there are, and their sums by account. */
export async function sumEntries(
  db: Database,
  request: Omit<EntryRequest, 'limit' | 'offset'>,
): Promise<(AccountSum & { count: number })[]> {
  const { rows } = await sql<AccountSum & { count: number }>`/* sum money entries */
    select accounts.kind as account, sum(amount)::bigint as cents, count(*)::int as count
      ${fromEntries} where ${matches(request)} group by accounts.kind`.execute(db)
  return rows
}
