import {
  type CardFee,
  type CardFees,
  type Debtor,
  type ExpectedDay,
  type ExpectedInstallment,
  INSTALLMENT_DAYS,
} from '@na-regua/contract/receivables'
import { MAX_INSTALLMENTS } from '@na-regua/contract/visits'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { profileName } from '../customers/queries.ts'

/** Between the first part of a payment and its last. */
const LAST_PART_DAYS = (MAX_INSTALLMENTS - 1) * INSTALLMENT_DAYS

/** The fees that are valid on a local day, and those that were saved last. */
export async function getCardFees(
  db: Database,
  { barbershopId, today }: { barbershopId: string; today: string },
): Promise<{ current: CardFees; latest: CardFees }> {
  const one = (order: 'current' | 'latest') => sql`
    coalesce((select json_build_object('version', version, 'validFrom', valid_from, 'fees', fees) from card_fees
       where barbershop_id = ${barbershopId} ${order === 'current' ? sql`and valid_from <= ${today}::date` : sql``}
       order by ${order === 'current' ? sql`valid_from desc,` : sql``} version desc limit 1),
      json_build_object('version', 0, 'validFrom', null, 'fees', '[]'::json)) as ${sql.ref(order)}`
  const { rows } = await sql<{ current: CardFees; latest: CardFees }>`/* get card fees */
    select ${one('current')}, ${one('latest')}`.execute(db)
  return rows[0] as { current: CardFees; latest: CardFees }
}

type NewFees = { barbershopId: string; version: number; validFrom: string; fees: readonly CardFee[] }

/** Adds the version after the given one; false if there is a later one. */
export async function insertCardFees(
  tx: Database,
  { barbershopId, version, validFrom, fees }: NewFees,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`/* insert card fees */
    insert into card_fees (barbershop_id, version, valid_from, fees, created_at)
    select ${barbershopId}::uuid, ${version}::int + 1, ${validFrom}::date, ${JSON.stringify(fees)}::jsonb, ${now}::timestamptz
     where ${version} = (select coalesce(max(version), 0) from card_fees where barbershop_id = ${barbershopId}) returning version`.execute(
    tx,
  )
  return rows.length === 1
}

/**
 * The payments by card of closed visits, a row for each part that acquirers pay: a month after each other, with what does not divide in the
 * first ones, as `allocate` shares it.
 */
function expectedParts(barbershopId: string) {
  const share = (cents: RawBuilder<unknown>) =>
    sql`(${cents} / expected_parts + (part <= ${cents} % expected_parts)::int)`
  return sql`
    select visit_payments.id as payment_id, visit_id, method, card_brand, part, expected_parts, expected_on + ${INSTALLMENT_DAYS}::int * (part - 1) as date,
           ${share(sql`amount_cents`)} as amount_cents, ${share(sql`fee_cents`)} as fee_cents
      from visit_payments join visits on visits.id = visit_id and status = 'CLOSED' cross join generate_series(1, expected_parts) part
     where visit_payments.barbershop_id = ${barbershopId}`
}

/** What cards bring from a local day on. */
export async function listExpectedDays(
  db: Database,
  { barbershopId, from }: { barbershopId: string; from: string },
): Promise<ExpectedDay[]> {
  const { rows } = await sql<ExpectedDay>`/* list expected days */
    select to_char(date, 'YYYY-MM-DD') as date, count(*)::int as payments, sum(amount_cents)::bigint as "amountCents",
           sum(fee_cents)::bigint as "feeCents"
      from (${expectedParts(barbershopId)} and expected_on >= ${from}::date - ${LAST_PART_DAYS}::int) expected
     where date >= ${from}::date group by date order by date`.execute(db)
  return rows
}

/** What cards bring on a day: the highest amounts first. */
export async function listExpectedInstallments(
  db: Database,
  { barbershopId, date, limit, offset }: { barbershopId: string; date: string; limit: number; offset: number },
): Promise<{ total: number; installments: ExpectedInstallment[] }> {
  const { rows } = await sql<{ total: number; installments: ExpectedInstallment[] }>`/* list expected installments */
    with found as (
      select * from (${expectedParts(barbershopId)} and expected_on between ${date}::date - ${LAST_PART_DAYS}::int and ${date}::date) expected
       where date = ${date}::date),
    page as (select * from found order by amount_cents desc, payment_id limit ${limit} offset ${offset})
    select (select count(*) from found) as total,
           (select coalesce(json_agg(json_build_object('paymentId', payment_id,
                'visit', json_build_object('id', visits.id, 'day', visits.day, 'number', visits.number), 'method', method, 'brand', card_brand,
                'number', part, 'count', expected_parts, 'amountCents', amount_cents, 'feeCents', fee_cents)
              order by amount_cents desc, payment_id), '[]') from page join visits on visits.id = visit_id) as installments`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Customers who owe something, by what the book says. */
export async function listDebtors(
  db: Database,
  { barbershopId }: { barbershopId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; owedCents: number; debtors: Debtor[] }> {
  const { rows } = await sql<Debtor & { total: number; totalCents: number }>`/* list debtors */
    with owed as (
      select owner_id as profile_id, sum(amount)::bigint as cents, max(ledger_entries.occurred_at) filter (where amount > 0) as last_at
        from ledger_accounts join ledger_entries on account_id = ledger_accounts.id
       where ledger_accounts.barbershop_id = ${barbershopId} and kind = 'debt' group by owner_id having sum(amount) > 0
    )
    select owed.profile_id as "profileId", coalesce(${profileName}, 'Cliente excluído') as name, owed.cents as "owedCents",
           coalesce(profile.debt_limit_cents, 0) as "limitCents", to_char(last_at at time zone time_zone, 'YYYY-MM-DD') as "lastOn",
           count(*) over ()::int as total, sum(owed.cents) over ()::bigint as "totalCents"
      from owed join barbershops on barbershops.id = ${barbershopId}
      left join customer_profiles profile on profile.id = owed.profile_id left join users on users.id = profile.user_id
     order by owed.cents desc, owed.profile_id limit ${limit} offset ${offset}`.execute(db)
  const [first] = rows
  return {
    total: first?.total ?? 0,
    owedCents: first?.totalCents ?? 0,
    debtors: rows.map(({ total, totalCents, ...debtor }) => debtor),
  }
}
