import type { CommissionLine, CommissionPipeline } from '@na-regua/contract/commissions'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql, usersFor } from '../../barbershops/roles/queries.ts'
import { type LineSums, lineFields, lineSums, linesWithOriginals, lineTables } from '../queries.ts'

/**
 * What services of barbers have brought in so far in the local month of a day, as far as tiers pay them. The caller has locked their
 * accounts.
 */
export async function listTierTotals(
  tx: Database,
  { barberIds, day, timeZone }: { barberIds: readonly string[]; day: string; timeZone: string },
): Promise<Map<string, number>> {
  const month = sql`date_trunc('month', ${day}::date::timestamp)`
  const { rows } = await sql<{ barberId: string; cents: number }>`/* list tier totals */
    select barber_id as "barberId", sum(tier_cents)::bigint as cents from commission_lines
     where barber_id = any (${barberIds}::uuid[]) and earned_at >= ${month} at time zone ${timeZone}
       and earned_at < (${month} + interval '1 month') at time zone ${timeZone}
       and not exists (select from commission_lines reversal where reversal.reverses = commission_lines.id)
     group by barber_id`.execute(tx)
  return new Map(rows.map(({ barberId, cents }) => [barberId, cents]))
}

export type NewLine = {
  barberId: string
  kind: 'service' | 'product' | 'tip' | 'assistance'
  name: string
  position: number
  planId: string | null
  pipeline: CommissionPipeline | null
  tierCents: number
  cents: number
}

export async function insertLines(
  tx: Database,
  { barbershopId, visitId, earnedAt }: { barbershopId: string; visitId: string; earnedAt: Date },
  lines: readonly NewLine[],
): Promise<void> {
  await sql`/* insert commission lines */
    insert into commission_lines (barbershop_id, visit_id, earned_at, barber_id, kind, name, position, plan_id, pipeline, tier_cents, cents)
    select ${barbershopId}::uuid, ${visitId}::uuid, ${earnedAt}::timestamptz, "barberId", kind, name, position, "planId",
           nullif(pipeline, 'null'), "tierCents", cents
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
        "barberId" uuid, kind text, name text, position smallint, "planId" uuid, pipeline jsonb, "tierCents" integer, cents integer)`.execute(
    tx,
  )
}

/** Takes back what the lines of a visit earned, adjustments included. */
export async function reverseLines(tx: Database, { visitId, at }: { visitId: string; at: Date }): Promise<void> {
  await sql`/* reverse commission lines */
    insert into commission_lines (barbershop_id, visit_id, earned_at, barber_id, kind, name, position, cents, reverses)
    select barbershop_id, visit_id, ${at}::timestamptz, barber_id, kind, name, position, -cents, id from commission_lines
     where visit_id = ${visitId} and reverses is null
    on conflict on constraint commission_lines_reversed_once do nothing`.execute(tx)
}

export type Earner = { id: string; name: string; timeZone: string; isOwn: boolean; startsAt: Date; endsAt: Date }

type EarningsRequest = {
  barbershopId: string
  /** Undefined: the user. */
  barberId: string | undefined
  userId: string
  from: string
  until: string
}

/** The barber with the instants of the period. Undefined for another one than the user without the right to see money. */
export async function findEarner(db: Database, request: EarningsRequest): Promise<Earner | undefined> {
  const { barbershopId, barberId, userId, from, until } = request
  const isChosen = barberId
    ? sql`barbers.id = ${barberId} and (user_id = ${userId} or ${isPermittedSql('money', userId)})`
    : sql`user_id = ${userId}`
  const { rows } = await sql<Earner>`/* find earner */
    select barbers.id, users.name, time_zone as "timeZone", user_id = ${userId} as "isOwn",
           ${from}::date::timestamp at time zone time_zone as "startsAt",
           (${until}::date + 1)::timestamp at time zone time_zone as "endsAt"
      from barbers join users on users.id = user_id join barbershops on barbershops.id = barbershop_id
     where barbershop_id = ${barbershopId} and ${isChosen}`.execute(db)
  return rows[0]
}

/** The sums of a period, and of all that no settlement has yet. */
export async function sumEarnings(
  db: Database,
  { barberId, startsAt, endsAt }: { barberId: string; startsAt: Date; endsAt: Date },
): Promise<LineSums & { total: number; openCents: number }> {
  const { rows } = await sql<LineSums & { total: number; openCents: number }>`/* sum earnings */
    select ${lineSums}, count(*)::integer as total,
           (select coalesce(sum(cents), 0)::bigint from commission_lines
             where barber_id = ${barberId} and settlement_id is null) as "openCents"
      from ${linesWithOriginals}
     where commission_lines.barber_id = ${barberId} and commission_lines.earned_at >= ${startsAt} and commission_lines.earned_at < ${endsAt}`.execute(
    db,
  )
  return rows[0] as LineSums & { total: number; openCents: number }
}

type Period = { barberId: string; startsAt: Date; endsAt: Date }

/** Newest first. */
export async function listLines(
  db: Database,
  { barberId, startsAt, endsAt }: Period,
  { limit, offset }: { limit: number; offset: number },
): Promise<CommissionLine[]> {
  const { rows } = await sql<CommissionLine>`/* list commission lines */
    select ${lineFields} from ${lineTables}
     where commission_lines.barber_id = ${barberId} and earned_at >= ${startsAt} and earned_at < ${endsAt}
     order by earned_at desc, visit_id, commission_lines.position, commission_lines.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

export type OpenedDispute = {
  name: string
  cents: number
  barberName: string
  barbershopName: string
  /** Who may see the money. */
  moneyUserIds: string[]
  /** False: the line had a dispute. */
  isOpened: boolean
}

/** Opens a dispute about a line of the user's own. Undefined if it is not. */
export async function insertDispute(
  tx: Database,
  { lineId, userId, reason, now }: { lineId: string; userId: string; reason: string; now: Date },
): Promise<OpenedDispute | undefined> {
  const { rows } = await sql<OpenedDispute>`/* insert commission dispute */
    with own as (
      select commission_lines.id, commission_lines.name, cents, users.name as "barberName", barbershops.name as "barbershopName",
             ${usersFor('money')} as "moneyUserIds"
        from commission_lines join barbers on barbers.id = barber_id join users on users.id = user_id
        join barbershops on barbershops.id = commission_lines.barbershop_id
       where commission_lines.id = ${lineId} and user_id = ${userId} and kind <> 'adjustment' and reverses is null
    ), opened as (
      insert into commission_disputes (line_id, reason, opened_at) select id, ${reason}, ${now} from own
      on conflict on constraint commission_disputes_key do nothing returning line_id
    )
    select name, cents, "barberName", "barbershopName", "moneyUserIds", exists (select from opened) as "isOpened" from own`.execute(
    tx,
  )
  return rows[0]
}

export type DisputedLine = {
  barbershopId: string
  barberId: string
  visitId: string
  position: number
  name: string
  barberUserId: string
  barbershopName: string
  /** Who may see the money. */
  moneyUserIds: string[]
}

/** The line of an open dispute, with its visit locked against a reversal: the adjustment belongs to it. Undefined if the user may not respond. */
export async function lockDisputedLine(
  tx: Database,
  { lineId, userId }: { lineId: string; userId: string },
): Promise<(DisputedLine & { isOpen: boolean; isReversed: boolean }) | undefined> {
  const { rows } = await sql<DisputedLine & { isOpen: boolean; isReversed: boolean }>`/* lock disputed line */
    select commission_lines.barbershop_id as "barbershopId", commission_lines.barber_id as "barberId", visit_id as "visitId",
           commission_lines.position, commission_lines.name, response is null as "isOpen", visits.status = 'REVERSED' as "isReversed",
           barbers.user_id as "barberUserId", barbershops.name as "barbershopName", ${usersFor('money')} as "moneyUserIds"
      from visits join commission_lines on visit_id = visits.id join commission_disputes on line_id = commission_lines.id
      join barbers on barbers.id = commission_lines.barber_id join barbershops on barbershops.id = commission_lines.barbershop_id
     where commission_lines.id = ${lineId}
       and ${isPermittedSql('money', userId, sql`commission_lines.barbershop_id`)} for share of visits`.execute(tx)
  return rows[0]
}

/** False if another response came first, or the right has ended. */
export async function saveResponse(
  tx: Database,
  { lineId, userId, response, now }: { lineId: string; userId: string; response: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`/* save dispute response */
    update commission_disputes set response = ${response}, responded_at = ${now}, responded_by = ${userId}
      from commission_lines
     where line_id = ${lineId} and commission_lines.id = line_id and response is null
       and ${isPermittedSql('money', userId, sql`commission_lines.barbershop_id`)} returning line_id`.execute(tx)
  return rows.length > 0
}

export async function insertAdjustment(
  tx: Database,
  { barbershopId, barberId, visitId, position, name }: DisputedLine,
  { lineId, cents, now }: { lineId: string; cents: number; now: Date },
): Promise<void> {
  await sql`/* insert commission adjustment */
    insert into commission_lines (barbershop_id, barber_id, kind, name, earned_at, visit_id, position, cents, adjusts)
    values (${barbershopId}, ${barberId}, 'adjustment', ${name}, ${now}, ${visitId}, ${position}, ${cents}, ${lineId})`.execute(
    tx,
  )
}
