import { LAST_MINUTE_CONSENT_TEXT, type LastMinuteConsent, type LastMinuteRule } from '@na-regua/contract/last-minute'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { fromEpochMinute } from '../../lib/local-time.ts'
import { deleteBatch } from '../../lib/worker/run-sweeps.ts'
import type { BookableBarber } from '../availability/queries.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'
import type { RuleOfBarbershop, SpanOfStarts } from './rules.ts'

type InsertedSlots = {
  barber: BookableBarber
  spans: readonly SpanOfStarts[]
  percent: number
  /** Null: the rule, which must still be the one that it was decided by. */
  madeBy: string | null
}

/** True for a time of this user: in a barbershop whose agenda they run, or their own as a barber. Needs `barbers` in the FROM clause. */
const isOwnTime = (userId: string) =>
  sql`(${isPermittedSql('agenda', userId, sql`barbers.barbershop_id`)} or (barbers.user_id = ${userId}::uuid and barbers.removed_at is null))`

/**
 * In one statement, that compares what the spans were decided by as the statement that books does. The prices are those of the locked
 * version. A span that overlaps an open slot is left out. Undefined on a version conflict, or if the user may not do it.
 */
export async function insertSlots(tx: Database, slots: InsertedSlots, now: Date): Promise<string[] | undefined> {
  const { barber, spans, percent, madeBy } = slots
  const isAllowed = madeBy
    ? isOwnTime(madeBy)
    : sql`exists (select from last_minute_rules where last_minute_rules.barbershop_id = barbers.barbershop_id and is_on and percent = ${percent})`
  const { rows } = await sql<{ ids: string[] }>`/* insert last-minute slots */
    with decided as materialized (
      select barbers.id, barbers.barbershop_id from barbers join barbershops on barbershops.id = barbers.barbershop_id
       where barbers.id = ${barber.barberId} and barbers.removed_at is null and barbershops.is_active
         and barbershops.version = ${barber.barbershopVersion} and barbers.availability_version = ${barber.availabilityVersion}
         and ${isAllowed}
         for share of barbershops, barbers),
    priced as (
      select jsonb_object_agg(services.id, coalesce(own.price_cents, services.price_cents) * (100 - ${percent}::int) / 100) as prices
        from decided join services on services.barbershop_id = decided.barbershop_id and is_active
        left join barber_services own on own.service_id = services.id and own.barber_id = decided.id
       where own.is_provided is not false),
    inserted as (
      insert into last_minute_slots (id, barbershop_id, barber_id, starts_at, ends_at, percent, prices, status, is_by_rule, made_at)
      select gen_random_uuid(), decided.barbershop_id, decided.id, starts_at, ends_at, ${percent}, prices, 'OPEN', ${madeBy === null}, ${now}
        from decided, priced, unnest(${spans.map(({ from }) => fromEpochMinute(from))}::timestamptz[],
               ${spans.map(({ until }) => fromEpochMinute(until))}::timestamptz[]) as span (starts_at, ends_at)
       where prices is not null order by starts_at
      on conflict do nothing returning id)
    select array(select id from inserted) as ids from decided`.execute(tx)
  return rows[0]?.ids
}

export type OpenSpan = SpanOfStarts & { id: string; barberId: string }

export async function listSpansOfOpenSlots(db: Database, barbershopIds: readonly string[]): Promise<OpenSpan[]> {
  const { rows } = await sql<OpenSpan>`/* list spans of open last-minute slots */
    select id, barber_id as "barberId", floor(extract(epoch from starts_at) / 60)::int as "from", ceil(extract(epoch from ends_at) / 60)::int as until
      from last_minute_slots where barbershop_id = any (${barbershopIds}::uuid[]) and status = 'OPEN'`.execute(db)
  return rows
}

export async function endSlots(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await sql`/* end last-minute slots */
    update last_minute_slots set status = 'ENDED', ended_at = ${now} where id = any (array(
      select id from last_minute_slots where id = any (${ids}::uuid[]) and status = 'OPEN' order by id for no key update skip locked))`.execute(
    db,
  )
}

export async function mayMakeSlot(db: Database, { barberId, barbershopId, userId }: TimeOfBarber): Promise<boolean> {
  const { rows } = await sql`/* may make last-minute slot */
    select from barbers where id = ${barberId} and barbershop_id = ${barbershopId} and removed_at is null and ${isOwnTime(userId)}`.execute(
    db,
  )
  return rows.length > 0
}

type TimeOfBarber = { barberId: string; barbershopId: string; userId: string }

/** Undefined: there is none for this user. False: it has ended. */
export async function withdrawSlot(
  db: Database,
  { id, userId }: { id: string; userId: string },
  now: Date,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ isWithdrawn: boolean }>`/* withdraw last-minute slot */
    with own as materialized (
      select slots.id from last_minute_slots slots join barbers on barbers.id = slots.barber_id
       where slots.id = ${id} and ${isOwnTime(userId)}),
    withdrawn as (
      update last_minute_slots set status = 'WITHDRAWN', ended_at = ${now}
       where id = (select id from own) and status = 'OPEN' returning id)
    select exists (select from withdrawn) as "isWithdrawn" from own`.execute(db)
  return rows[0]?.isWithdrawn
}

/** Those that are on, and the barbershops without one that have open slots. */
export async function listRules(
  db: Database,
  barbershopId: string | undefined,
): Promise<(RuleOfBarbershop & { barbershopId: string })[]> {
  const isOf = barbershopId ? sql`= ${barbershopId}::uuid` : sql`is not null`
  const { rows } = await sql<RuleOfBarbershop & { barbershopId: string }>`/* list last-minute rules */
    select barbershop_id as "barbershopId", coalesce(is_on, false) as "isOn", coalesce(percent, 0) as percent,
           coalesce(hours_before, 0) as "hoursBefore", coalesce(weekdays, '{}') as weekdays
      from (select barbershop_id from last_minute_rules where is_on and barbershop_id ${isOf}
            union select barbershop_id from last_minute_slots where status = 'OPEN' and barbershop_id ${isOf}) as shops
      left join last_minute_rules using (barbershop_id) order by barbershop_id`.execute(db)
  return rows
}

/** Before the first save. */
const DEFAULT_RULE: LastMinuteRule = {
  isOn: false,
  percent: 20,
  hoursBefore: 3,
  version: 1,
  weekdays: [1, 2, 3, 4, 5, 6],
}

/** Undefined: the barbershop does not exist for this user. */
export async function findRule(
  db: Database,
  barbershopId: string,
  userId: string,
): Promise<LastMinuteRule | undefined> {
  const { rows } = await sql<{ rule: LastMinuteRule | null }>`/* find last-minute rule */
    select case when rules.barbershop_id is not null then json_build_object('isOn', is_on, 'percent', percent,
             'hoursBefore', hours_before, 'weekdays', weekdays, 'version', rules.version) end as rule
      from barbershops left join last_minute_rules rules on rules.barbershop_id = barbershops.id
     where barbershops.id = ${barbershopId} and ${isPermittedSql('settings', userId)}`.execute(db)
  return rows[0] && (rows[0].rule ?? DEFAULT_RULE)
}

/** A compare-and-set of the version; the first save is of version 1. False on a version conflict. The caller has locked the barbershop. */
export async function storeRule(
  tx: Database,
  { barbershopId, rule }: { barbershopId: string; rule: LastMinuteRule },
  now: Date,
): Promise<boolean> {
  const { isOn, percent, hoursBefore, weekdays, version } = rule
  const { numAffectedRows } = await sql`/* save last-minute rule */
    insert into last_minute_rules as rules (barbershop_id, is_on, percent, hours_before, weekdays, version, updated_at)
    select ${barbershopId}::uuid, ${isOn}::boolean, ${percent}::smallint, ${hoursBefore}::smallint, ${weekdays}::smallint[], 2, ${now}::timestamptz
     where ${version}::int = 1 or exists (select from last_minute_rules where barbershop_id = ${barbershopId})
    on conflict on constraint last_minute_rules_key do update
       set is_on = excluded.is_on, percent = excluded.percent, hours_before = excluded.hours_before, weekdays = excluded.weekdays,
           version = rules.version + 1, updated_at = excluded.updated_at
     where rules.version = ${version}::int`.execute(tx)
  return numAffectedRows === 1n
}

/** What the earlier rule offers and no customer has booked. The caller has locked the barbershop. */
export async function withdrawSlotsOfRule(tx: Database, barbershopId: string, now: Date): Promise<void> {
  await sql`/* withdraw last-minute slots of rule */
    update last_minute_slots set status = 'WITHDRAWN', ended_at = ${now} where id = any (array(
      select id from last_minute_slots where barbershop_id = ${barbershopId} and status = 'OPEN' and is_by_rule
       order by id for no key update))`.execute(tx)
}

export async function getShopName(db: Database, barbershopId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`/* get name of barbershop */
    select name from barbershops where id = ${barbershopId}`.execute(db)
  return rows[0]?.name ?? ''
}

type GivenConsent = Pick<LastMinuteConsent, 'givenAt' | 'isCurrent'>

export async function findConsent(db: Database, userId: string): Promise<GivenConsent> {
  const { rows } = await sql<{ givenAt: Date; isCurrent: boolean }>`/* find last-minute consent */
    select given_at as "givenAt", ${isCurrentConsent} as "isCurrent" from last_minute_consents where user_id = ${userId} and withdrawn_at is null`.execute(
    db,
  )
  return { givenAt: rows[0]?.givenAt.toISOString() ?? null, isCurrent: rows[0]?.isCurrent ?? false }
}

/** True when a row of `last_minute_consents` has the present text. A consent to an earlier text is for favorites only. */
export const isCurrentConsent = sql`(consent_text = ${LAST_MINUTE_CONSENT_TEXT})`

/** To the present text. Given twice it keeps the first date; one of an earlier text ends before it: the join waits for the update. */
export async function giveConsent(db: Database, userId: string, now: Date): Promise<void> {
  await sql`/* give last-minute consent */
    with ended as (
      update last_minute_consents set withdrawn_at = greatest(given_at, ${now}::timestamptz)
       where user_id = ${userId} and withdrawn_at is null and not ${isCurrentConsent} returning id)
    insert into last_minute_consents (user_id, given_at, consent_text)
    select users.id, ${now}, ${LAST_MINUTE_CONSENT_TEXT} from users cross join (select count(*) from ended) after_end where users.id = ${userId}
    on conflict (user_id) where withdrawn_at is null do nothing`.execute(db)
}

export async function withdrawConsent(db: Database, userId: string, now: Date): Promise<void> {
  await sql`/* withdraw last-minute consent */
    update last_minute_consents set withdrawn_at = ${now} where user_id = ${userId} and withdrawn_at is null`.execute(
    db,
  )
}

const DAY_MS = 86_400_000
/** For how long it is shown to owners and in exports what was. */
const SLOT_DAYS = 400
const MESSAGE_DAYS = 90

export const deleteOldSlots = (db: Database, now: Date, limit: number) =>
  deleteBatch(db, {
    table: 'last_minute_slots',
    by: 'ended_at',
    limit,
    and: sql`ended_at is not null`,
    until: new Date(now.getTime() - SLOT_DAYS * DAY_MS),
  })

export const deleteOldMessages = (db: Database, now: Date, limit: number) =>
  deleteBatch(db, {
    table: 'last_minute_messages',
    by: 'sent_at',
    limit,
    until: new Date(now.getTime() - MESSAGE_DAYS * DAY_MS),
  })
