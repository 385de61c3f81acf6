import type { Order } from '@na-regua/contract/barbershops'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type Position, toChord, toPoint } from '../../lib/sphere.ts'

export type Area = Position & { radiusInKm: number }

/** What a shop must be to stand in a list; prices in cents. */
export type Wishes = {
  ratingMin?: number
  priceMin?: number
  priceMax?: number
  features?: readonly string[]
  openNow?: boolean
  featured?: boolean
  /** Opens today for some time from now on: what a free time today presupposes. */
  opensToday?: boolean
}

export type MatchesQuery = { area: Area; wishes: Wishes; orderBy: Order; limit: number; offset: number; now: Date }
export type Matches = { total: number; ids: string[] }

/**
 * The ids of one page and the exact number of all that match, as the base tells it while shops are not in memory (findIndexed).
 * Equals in the chosen order: featured ones first, then the nearer one, then by id.
 */
export async function findMatches(db: Database, query: MatchesQuery): Promise<Matches> {
  // What another table decides is decided once per shop, not once for the count and once for the page.
  const isOutwards = query.orderBy === 'distance' && costlyConditions(query).length === 0
  const { rows } = await (isOutwards ? outwards(query) : sorted(query)).execute(db)
  return rows[0] as Matches
}

/** Walks the index outwards from the point and stops when the page is full; only the count touches every match. */
function outwards(query: MatchesQuery): RawBuilder<Matches> {
  const here = toCube(query.area)
  const condition = sql.join([isNear(query.area), ...conditions(query)], sql` and `)
  return sql<Matches>`
    select (select count(*) from barbershops where ${condition}) as total,
           array(select id from barbershops where ${condition}
                  order by position <-> ${here}, is_featured desc, id
                  limit ${query.limit} offset ${query.offset}) as ids`
}

const merits: Record<Order, RawBuilder<unknown>> = {
  distance: sql`chord`,
  rating: sql`average_rating desc nulls last`,
  price: sql`price_from nulls last`,
  popularity: sql`completed_count desc, review_count desc`,
}

/** What takes a look into other tables is asked of the first so many in the chosen order: memory has no such bound (decision 0045). */
const MOST_CANDIDATES = 50_000

/** Gathers every match and sorts. */
function sorted(query: MatchesQuery): RawBuilder<Matches> {
  const near = sql.join([isNear(query.area), ...conditions(query)], sql` and `)
  const costly = costlyConditions(query)
  const order = sql`${merits[query.orderBy]}, is_featured desc, chord, id`
  const bound = costly.length > 0 ? sql`order by ${order} limit ${MOST_CANDIDATES}` : sql``
  return sql<Matches>`
    with candidates as materialized (
      select id, time_zone, average_rating, price_from, completed_count, review_count, is_featured,
             position <-> ${toCube(query.area)} as chord
        from barbershops where ${near} ${bound}
    ), matches as materialized (
      select * from candidates as barbershops where ${sql.join([sql`true`, ...costly], sql` and `)}
    )
    select (select count(*) from matches) as total,
           array(select id from matches order by ${order} limit ${query.limit} offset ${query.offset}) as ids`
}

export function toCube(position: Position): RawBuilder<unknown> {
  return sql`${`(${toPoint(position).join(', ')})`}::cube`
}

/** The box is what the index knows; the chord is the true circle. The box is a millimetre wider, so that rounding loses nobody. */
export function isNear(area: Area): RawBuilder<unknown> {
  const [here, chord] = [toCube(area), toChord(area.radiusInKm)]
  return sql`is_active and position <@ cube_enlarge(${here}, ${chord + 1e-6}, 3) and position <-> ${here} <= ${chord}`
}

function conditions({ wishes }: MatchesQuery): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (wishes.featured) found.push(sql`is_featured`)
  if (wishes.ratingMin) found.push(sql`average_rating >= ${wishes.ratingMin}`)
  if (wishes.priceMin !== undefined) found.push(sql`price_from >= ${wishes.priceMin}`)
  if (wishes.priceMax !== undefined) found.push(sql`price_from <= ${wishes.priceMax}`)
  return found
}

/** What another table decides. */
function costlyConditions({ wishes, now }: MatchesQuery): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (wishes.features?.length) found.push(hasFeatures(wishes.features))
  if (wishes.openNow) found.push(hasHours(now, sql`opens_minute <= minute and closes_minute > minute`))
  if (wishes.opensToday) found.push(hasHours(now, sql`closes_minute > minute`))
  return found
}

/** A name that no shop carries, known or not, is carried by none. */
function hasFeatures(names: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select count(*) from barbershop_features join features on features.id = feature_id
     where barbershop_id = barbershops.id and features.name = any(${names})
  ) = ${names.length}`
}

/** Few shops have any: the others need not look for each day. */
const hasSpecialDays = sql`exists (select from special_dates where special_dates.barbershop_id = barbershops.id)`

/**
 * openingAt() said in SQL: an opening of today, or one of yesterday that runs on past midnight, at the minute of the shop's
 * wall; a day that breaks the week has its own openings instead of the weekday's. `offset 0` keeps PostgreSQL from working the
 * wall out again at each mention. 1 January 1970 was a Thursday.
 */
function hasHours(now: Date, today: RawBuilder<unknown>): RawBuilder<unknown> {
  const moment = sql`(
    select (elapsed / 1440 + 4) % 7 as weekday, elapsed % 1440 as minute, date '1970-01-01' + elapsed / 1440 as day from (
      select floor(date_part('epoch', ${now}::timestamptz at time zone barbershops.time_zone) / 60)::int as elapsed offset 0
    ) as wall offset 0
  ) as moment`
  return sql`(exists (
    select from ${moment} join working_hours on working_hours.barbershop_id = barbershops.id
    where ((day_of_week = weekday and ${today}) or (day_of_week = (weekday + 6) % 7 and closes_minute > minute + 1440))
      and not (${hasSpecialDays} and exists (
        select from special_dates where barbershop_id = barbershops.id and date = day - (day_of_week <> weekday)::int
      ))
  ) or ${hasSpecialDays} and exists (
    select from ${moment} join special_dates on special_dates.barbershop_id = barbershops.id
    where (date = day and ${today}) or (date = day - 1 and closes_minute > minute + 1440)
  ))`
}
