import type { CommissionLine, CommissionTerms } from '@na-regua/contract/commissions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** The plan of a barber on a local day, their own before the barbershop's, as a lateral subquery with `id` and `terms`; no row without one. */
export function planOnSql(barberId: RawBuilder<unknown>, barbershopId: RawBuilder<unknown>, day: RawBuilder<unknown>) {
  return sql`(
    select candidate.id, candidate.terms from (
      (select id, terms, 0 as rank from commission_plans
        where barber_id = ${barberId} and starts_on <= ${day} order by starts_on desc, version desc limit 1)
      union all
      (select id, terms, 1 as rank from commission_plans
        where barbershop_id = ${barbershopId} and barber_id is null and starts_on <= ${day} order by starts_on desc, version desc limit 1)
    ) candidate where terms is not null order by rank limit 1)`
}

export type BarberPlan = { id: string; terms: CommissionTerms }

/** The plans of barbers on a local day, by barber; those without one are missing. */
export async function listPlansOn(
  db: Database,
  { barbershopId, barberIds, day }: { barbershopId: string; barberIds: readonly string[]; day: string },
): Promise<Map<string, BarberPlan>> {
  const plan = planOnSql(sql`earner.id`, sql`${barbershopId}::uuid`, sql`${day}::date`)
  const { rows } = await sql<BarberPlan & { barberId: string }>`/* list commission plans on day */
    select earner.id as "barberId", plan.id, plan.terms
      from unnest(${barberIds}::uuid[]) earner (id) cross join lateral ${plan} plan`.execute(db)
  return new Map(rows.map(({ barberId, ...one }) => [barberId, one]))
}

/** Sums of `commission_lines`, joined with the lines that they reverse as `original`. Corrections are of what an earlier settlement has. */
const isCorrection = sql`(commission_lines.kind = 'adjustment'
  or original.settlement_id is not null and original.settlement_id is distinct from commission_lines.settlement_id)`

const sumOf = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(commission_lines.cents) filter (where ${condition}), 0)::bigint`

export const lineSums = sql`
  ${sumOf(sql`commission_lines.kind in ('service', 'assistance') and not ${isCorrection}`)} as "servicesCents",
  ${sumOf(sql`commission_lines.kind = 'product' and not ${isCorrection}`)} as "productsCents",
  ${sumOf(sql`commission_lines.kind = 'tip' and not ${isCorrection}`)} as "tipsCents",
  ${sumOf(isCorrection)} as "correctionsCents"`

export const linesWithOriginals = sql`commission_lines left join commission_lines original on original.id = commission_lines.reverses`

export type LineSums = { servicesCents: number; productsCents: number; tipsCents: number; correctionsCents: number }

/** An instant as the contract has it. */
export const instantJson = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A line as the contract has it, of `lineTables`. */
export const lineFields = sql`
  commission_lines.id, commission_lines.kind, commission_lines.name, commission_lines.cents, pipeline,
  ${instantJson('commission_lines.earned_at')} as "earnedAt", commission_lines.reverses is not null as "isReversal",
  json_build_object('id', visits.id, 'day', visits.day, 'number', visits.number) as visit,
  commission_lines.settlement_id is not null as "isSettled",
  case when commission_disputes.line_id is not null then json_build_object(
    'reason', reason, 'openedAt', ${instantJson('commission_disputes.opened_at')}, 'response', response, 'respondedAt', ${instantJson('commission_disputes.responded_at')},
    'adjustmentCents', coalesce((select cents from commission_lines adjustment where adjustment.adjusts = commission_lines.id), 0)) end as dispute`

export const lineTables = sql`commission_lines join visits on visits.id = visit_id
  left join commission_disputes on line_id = commission_lines.id`

/** In the order in which they were earned. */
export async function listLinesOfSettlement(db: Database, settlementId: string): Promise<CommissionLine[]> {
  const { rows } = await sql<CommissionLine>`/* list commission lines of settlement */
    select ${lineFields} from ${lineTables} where commission_lines.settlement_id = ${settlementId}
     order by earned_at, visit_id, commission_lines.position, commission_lines.id`.execute(db)
  return rows
}
