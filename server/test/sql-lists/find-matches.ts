import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import type { SearchResult } from '@na-regua/search'
import { type RawBuilder, sql } from 'kysely'
import { takesWalkIns } from '../../src/features/barbershops/queries.ts'
import type { MatchQuery, SearchArea } from '../../src/features/listing/engine/rules.ts'
import { listBeginnings, type WordBeginnings } from '../../src/features/listing/slots-today/queries.ts'
import type { Database } from '../../src/lib/database.ts'
import { type Position, toChord, toPoint } from '../../src/lib/sphere.ts'
import { hasService, mayHaveService } from './service-filter.ts'

/** The other ones need schedules, appointments and queues, which no column summarizes. */
export type StoredOrder = Exclude<BarbershopOrder, 'nextFree' | 'soonest'>
/** Filters for slots and waits are ignored. */
export type StoredMatchQuery = Omit<MatchQuery, 'orderBy'> & { orderBy: StoredOrder }

/**
 * Returns the ids of one page and the exact number of all matches. Ties in the chosen order: featured barbershops and those of a plan
 * that leads first, then the nearer one, then by id.
 */
export async function findMatches(db: Database, matchQuery: StoredMatchQuery): Promise<SearchResult> {
  const words = matchQuery.filters.serviceWords
  if (words?.length === 0) return { total: 0, ids: [] }
  const query = { ...matchQuery, beginnings: words && (await listBeginnings(db, words)) }
  const { rows } = await buildMatches(query).execute(db)
  return rows[0] as SearchResult
}

/** Whether it has a last-minute slot. */
const hasLastMinute = sql<boolean>`
  exists (select from last_minute_slots where last_minute_slots.barbershop_id = barbershops.id and status = 'OPEN')`

type Conditions = StoredMatchQuery & { beginnings: WordBeginnings | undefined }

const sortColumns: Record<StoredOrder, RawBuilder<unknown>> = {
  distance: sql`chord`,
  rating: sql`weighted_rating(rating_sum, review_count) desc nulls last`,
  price: sql`price_from nulls last`,
  popularity: sql`completed_count desc, review_count desc`,
}

/** Which of these barbershops come first among equals. */
export async function listLeading(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`/* list leading */
    select id from barbershops where id = any(${ids}::uuid[]) and (is_featured or leads_ties)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Conditions on other tables are evaluated once per barbershop, not once for the count and once for the page. */
function buildMatches(query: Conditions): RawBuilder<SearchResult> {
  const conditions = sql.join([isNear(query.area), ...listConditions(query), ...listJoinConditions(query)], sql` and `)
  const order = sql`${sortColumns[query.orderBy]}, is_featured or leads_ties desc, chord, id`
  return sql<SearchResult>`
    with matches as materialized (
      select id, price_from, completed_count, rating_sum, review_count, is_featured, leads_ties,
             position <-> ${toCube(query.area)} as chord
        from barbershops where ${conditions}
    )
    select (select count(*) from matches) as total,
           array(select id from matches order by ${order} limit ${query.limit} offset ${query.offset}) as ids`
}

export function toCube(position: Position): RawBuilder<unknown> {
  return sql`${`(${toPoint(position).join(', ')})`}::cube`
}

/** The index supports the box; the chord decides. The box is a millimetre wider, so that rounding excludes no match. */
export function isNear(area: SearchArea): RawBuilder<unknown> {
  const here = toCube(area)
  const chord = toChord(area.radiusInKm)
  return sql`is_active and position <@ cube_enlarge(${here}, ${chord + 1e-6}, 3) and position <-> ${here} <= ${chord}`
}

function listConditions({ filters, beginnings }: Conditions): RawBuilder<unknown>[] {
  const list: RawBuilder<unknown>[] = []
  if (filters.featured) list.push(sql`is_featured`)
  if (filters.ratingMin) list.push(sql`average_rating >= ${filters.ratingMin}`)
  // Of a barbershop with a service at this price another one may cost less.
  if (filters.priceMin !== undefined && !beginnings) list.push(sql`price_from >= ${filters.priceMin}`)
  if (filters.priceMax !== undefined) list.push(sql`price_from <= ${filters.priceMax}`)
  if (beginnings) list.push(mayHaveService(beginnings))
  return list
}

/** Conditions on other tables. */
function listJoinConditions({ filters, beginnings, now }: Conditions): RawBuilder<unknown>[] {
  const list: RawBuilder<unknown>[] = []
  if (beginnings) list.push(hasService(beginnings, filters))
  if (filters.features?.length) list.push(hasFeatures(filters.features))
  if (filters.openNow) list.push(hasHours(now, sql`opens_minute <= minute and closes_minute > minute`))
  if (filters.walkIns) list.push(takesWalkIns)
  if (filters.lastMinute) list.push(hasLastMinute)
  if (filters.opensToday) list.push(hasHours(now, sql`closes_minute > minute`))
  return list
}

/** An unknown name matches no barbershop. */
function hasFeatures(names: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select count(*) from barbershop_features join features on features.id = feature_id
     where barbershop_id = barbershops.id and features.name = any(${names})
  ) = ${names.length}`
}

/** Few barbershops have any, and the others skip the join per day. */
const hasSpecialDates = sql`exists (select from special_dates where special_dates.barbershop_id = barbershops.id)`

/**
 * computeOpening() in SQL: an opening of today, or one of yesterday that lasts past midnight, at the local minute of the barbershop;
 * a special date replaces the hours of its weekday. `offset 0` is an optimization fence: without it PostgreSQL computes the local time
 * again at each reference. 1 January 1970 was a Thursday.
 */
function hasHours(now: Date, today: RawBuilder<unknown>): RawBuilder<unknown> {
  const moment = sql`(
    select (elapsed / 1440 + 4) % 7 as weekday, elapsed % 1440 as minute, date '1970-01-01' + elapsed / 1440 as day from (
      select floor(date_part('epoch', ${now}::timestamptz at time zone barbershops.time_zone) / 60)::int as elapsed offset 0
    ) as local offset 0
  ) as moment`
  return sql`(exists (
    select from ${moment} join working_hours on working_hours.barbershop_id = barbershops.id
    where ((day_of_week = weekday and ${today}) or (day_of_week = (weekday + 6) % 7 and closes_minute > minute + 1440))
      and not (${hasSpecialDates} and exists (
        select from special_dates where barbershop_id = barbershops.id and date = day - (day_of_week <> weekday)::int
      ))
  ) or ${hasSpecialDates} and exists (
    select from ${moment} join special_dates on special_dates.barbershop_id = barbershops.id
    where (date = day and ${today}) or (date = day - 1 and closes_minute > minute + 1440)
  ))`
}
