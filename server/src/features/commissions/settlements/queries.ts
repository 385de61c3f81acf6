import type { CommissionLine, MoneySource, Settlement, SettlementDraft } from '@na-regua/contract/commissions'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import { instantJson, type LineSums, lineSums, linesWithOriginals, planOnSql } from '../queries.ts'

const settlementFields = sql`
  settlements.id, json_build_object('id', barbers.id, 'name', users.name) as barber, until::text as until,
  services_cents as "servicesCents", products_cents as "productsCents", tips_cents as "tipsCents",
  corrections_cents as "correctionsCents", rent_cents as "rentCents", advances_cents as "advancesCents", total_cents as "totalCents",
  ${instantJson('closed_at')} as "closedAt",
  ${instantJson('paid_at')} as "paidAt", paid_from as "paidFrom"`

const settlementTables = sql`settlements join barbers on barbers.id = settlements.barber_id join users on users.id = barbers.user_id`

/** The last ones of a barber, newest first. */
export async function listSettlementsOfBarber(db: Database, barberId: string): Promise<Settlement[]> {
  const { rows } = await sql<Settlement>`/* list settlements of barber */
    select ${settlementFields} from ${settlementTables} where settlements.barber_id = ${barberId}
     order by closed_at desc, settlements.id limit 12`.execute(db)
  return rows
}

export type SettlementShop = { today: string; until: string; timeZone: string; endsAt: Date }

/** The barbershop with the end of the last day. Undefined if the user may not see its money. */
export async function findSettlementShop(
  db: Database,
  request: { barbershopId: string; userId: string; until: string | undefined; now: Date },
): Promise<SettlementShop | undefined> {
  const { barbershopId, userId, until, now } = request
  const today = sql`(${now}::timestamptz at time zone time_zone)::date`
  const last = sql`coalesce(${until ?? null}::date, ${today})`
  const { rows } = await sql<SettlementShop>`/* find settlement shop */
    select ${today}::text as today, ${last}::text as until, time_zone as "timeZone",
           (${last} + 1)::timestamp at time zone time_zone as "endsAt"
      from barbershops where id = ${barbershopId} and ${isPermittedSql('money', userId)}`.execute(db)
  return rows[0]
}

type OpenOfBarber = LineSums & {
  barber: SettlementDraft['barber']
  rentCents: number
  advanceBalanceCents: number
  openDisputes: number
}

/** What is open of each barber until a day: those of today's staff, and former ones with something open. */
export async function listOpen(
  db: Database,
  { barbershopId, until, endsAt }: { barbershopId: string; until: string; endsAt: Date },
): Promise<OpenOfBarber[]> {
  const { rows } = await sql<OpenOfBarber>`/* list open commissions */
    select json_build_object('id', barbers.id, 'name', users.name) as barber, sums.*,
           case when exists (
             select from settlements where settlements.barber_id = barbers.id and rent_cents > 0
                and date_trunc('month', settlements.until) = date_trunc('month', ${until}::date))
             then 0 else coalesce((plan.terms->>'rentCents')::integer, 0) end as "rentCents",
           coalesce((
             select sum(amount) from ledger_accounts join ledger_entries on account_id = ledger_accounts.id
              where ledger_accounts.barbershop_id = barbers.barbershop_id and kind = 'advance' and owner_id = barbers.id), 0)::bigint
             as "advanceBalanceCents",
           (select count(*) from commission_disputes join commission_lines on commission_lines.id = line_id
             where commission_lines.barber_id = barbers.id and response is null)::integer as "openDisputes"
      from barbers join users on users.id = barbers.user_id
      cross join lateral (
        select ${lineSums}, count(*) > 0 as "hasLines" from ${linesWithOriginals}
         where commission_lines.barber_id = barbers.id and commission_lines.settlement_id is null and commission_lines.earned_at < ${endsAt}
      ) sums
      left join lateral ${planOnSql(sql`barbers.id`, sql`barbers.barbershop_id`, sql`${until}::date`)} plan on true
     where barbers.barbershop_id = ${barbershopId} and (removed_at is null or "hasLines")
     order by removed_at is not null, barbers.position, barbers.id`.execute(db)
  return rows
}

type OpenDispute = Pick<CommissionLine, 'id' | 'kind' | 'name' | 'earnedAt' | 'cents'> & {
  barber: SettlementDraft['barber']
  reason: string
}

/** Oldest first. */
export async function listOpenDisputes(db: Database, barbershopId: string): Promise<OpenDispute[]> {
  const { rows } = await sql<OpenDispute>`/* list open disputes */
    select commission_lines.id, commission_lines.kind, commission_lines.name, cents, reason,
           ${instantJson('earned_at')} as "earnedAt",
           json_build_object('id', barbers.id, 'name', users.name) as barber
      from commission_disputes join commission_lines on commission_lines.id = line_id
      join barbers on barbers.id = barber_id join users on users.id = user_id
     where response is null and commission_lines.barbershop_id = ${barbershopId} order by opened_at, line_id limit 100`.execute(
    db,
  )
  return rows
}

/** Newest first, with the number of all. */
export async function listSettlements(
  db: Database,
  barbershopId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ settlements: Settlement[]; total: number }> {
  const { rows } = await sql<{ settlements: Settlement[]; total: number }>`/* list settlements */
    select coalesce((
             select json_agg(page) from (
               select ${settlementFields} from ${settlementTables} where settlements.barbershop_id = ${barbershopId}
                order by closed_at desc, settlements.id limit ${limit} offset ${offset}) page), '[]') as settlements,
           (select count(*)::integer from settlements where barbershop_id = ${barbershopId}) as total`.execute(db)
  return rows[0] as { settlements: Settlement[]; total: number }
}

export type StoredSettlement = Settlement & { barbershop: { id: string; name: string }; timeZone: string }

/** A settlement of the user's own, or with the right to see the barbershop's money. */
export async function findSettlement(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<StoredSettlement | undefined> {
  const { rows } = await sql<StoredSettlement>`/* find settlement */
    select ${settlementFields}, json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop, time_zone as "timeZone"
      from ${settlementTables} join barbershops on barbershops.id = settlements.barbershop_id
     where settlements.id = ${id} and (barbers.user_id = ${userId} or ${isPermittedSql('money', userId)})`.execute(db)
  return rows[0]
}

/** Whether the user may settle with the barber. */
export async function canSettle(
  db: Database,
  { barbershopId, barberId, userId }: { barbershopId: string; barberId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`/* can settle */
    select from barbers where id = ${barberId} and barbershop_id = ${barbershopId}
       and ${isPermittedSql('money', userId, sql`barbers.barbershop_id`)}`.execute(db)
  return rows.length > 0
}

export type NewSettlement = {
  id: string
  barbershopId: string
  barberId: string
  userId: string
  until: string
  endsAt: Date
  rentCents: number
  /** What the barber owes of advances. */
  advanceBalanceCents: number
  /** What the caller saw. */
  totalCents: number
  now: Date
}

/**
 * Freezes what is open until a day as a settlement, in one snapshot: sums, the row, and its lines. Undefined if the total is not the one that
 * was seen, the id is of another barbershop, or the right has ended. The caller has locked the barber's accounts, so that settlements of one
 * barber follow each other.
 */
export async function insertSettlement(
  tx: Database,
  settlement: NewSettlement,
): Promise<{ advancesCents: number; lines: number } | undefined> {
  const { id, barbershopId, barberId, userId, until, endsAt, rentCents, advanceBalanceCents, totalCents, now } =
    settlement
  const isOpen = sql`
    commission_lines.barber_id = ${barberId} and commission_lines.barbershop_id = ${barbershopId} and commission_lines.settlement_id is null
    and commission_lines.earned_at < ${endsAt}`
  const { rows } = await sql<{ advancesCents: number; lines: number }>`/* insert settlement */
    with sums as (
      select ${lineSums}, count(*)::integer as lines from ${linesWithOriginals} where ${isOpen}
    ), totals as (
      select sums.*, least(${advanceBalanceCents}::bigint, greatest(0, earned - ${rentCents}::integer)) as advances, earned
        from sums, lateral (select "servicesCents" + "productsCents" + "tipsCents" + "correctionsCents" as earned) total
    ), inserted as (
      insert into settlements (id, barbershop_id, barber_id, until, services_cents, products_cents, tips_cents, corrections_cents,
                               rent_cents, advances_cents, total_cents, closed_at, closed_by)
      select ${id}::uuid, ${barbershopId}::uuid, ${barberId}::uuid, ${until}::date, "servicesCents", "productsCents", "tipsCents",
             "correctionsCents", ${rentCents}::integer, advances, earned - ${rentCents}::integer - advances, ${now}::timestamptz, ${userId}::uuid
        from totals where earned - ${rentCents}::integer - advances = ${totalCents}::bigint
         and ${isPermittedSql('money', userId, sql`${barbershopId}::uuid`)}
      on conflict on constraint settlements_key do nothing returning id, advances_cents
    ), settled as (
      update commission_lines set settlement_id = inserted.id from inserted where ${isOpen}
    )
    select advances_cents as "advancesCents", lines from inserted, sums`.execute(tx)
  return rows[0]
}

/** Marks a closed settlement as paid, once, and returns its total. Undefined if it is paid already, or the user may not. */
export async function markPaid(
  tx: Database,
  { id, userId, paidFrom, now }: { id: string; userId: string; paidFrom: MoneySource; now: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ totalCents: number }>`/* mark settlement paid */
    update settlements set paid_at = ${now}, paid_by = ${userId}, paid_from = ${paidFrom}
     where id = ${id} and paid_at is null and ${isPermittedSql('money', userId, sql`settlements.barbershop_id`)}
    returning total_cents as "totalCents"`.execute(tx)
  return rows[0]?.totalCents
}

/** The tips of a settlement, those that it takes back included. */
export async function sumTips(tx: Database, settlementId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`/* sum tips of settlement */
    select coalesce(sum(cents), 0)::bigint as cents from commission_lines where settlement_id = ${settlementId} and kind = 'tip'`.execute(
    tx,
  )
  return rows[0]?.cents ?? 0
}

export type NewAdvance = {
  id: string
  barbershopId: string
  barberId: string
  cents: number
  reason: string
  paidFrom: MoneySource
  userId: string
  now: Date
}

/** A repetition inserts nothing; one that says something else is different. Undefined if the user may not settle with the barber. */
export async function insertAdvance(
  tx: Database,
  advance: NewAdvance,
): Promise<'inserted' | 'repeated' | 'different' | undefined> {
  const { id, barbershopId, barberId, cents, reason, paidFrom, userId, now } = advance
  const { rows } = await sql`/* insert advance */
    insert into advances (id, barbershop_id, barber_id, cents, reason, paid_from, given_at, given_by)
    select ${id}::uuid, barbershop_id, id, ${cents}::integer, ${reason}, ${paidFrom}, ${now}::timestamptz, ${userId}::uuid
      from barbers
     where id = ${barberId} and barbershop_id = ${barbershopId} and ${isPermittedSql('money', userId, sql`barbers.barbershop_id`)}
    on conflict on constraint advances_key do nothing returning id`.execute(tx)
  if (rows.length > 0) return 'inserted'
  const { rows: known } = await sql<{ isSame: boolean }>`/* find same advance */
    select barbershop_id = ${barbershopId} and barber_id = ${barberId} and cents = ${cents} and paid_from = ${paidFrom}
           and reason = ${reason} as "isSame"
      from advances where id = ${id}`.execute(tx)
  return known[0] && (known[0].isSame ? 'repeated' : 'different')
}
