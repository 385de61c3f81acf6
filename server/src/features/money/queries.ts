import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

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
