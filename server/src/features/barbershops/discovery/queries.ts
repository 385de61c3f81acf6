/** Statements of the line that the index is kept by: asked without a pool, so that a crowded one does not hold it up. */

/** What of a shop decides whether and where it stands in a list. */
export type IndexedRow = [
  id: string,
  x: number,
  y: number,
  z: number,
  rating: number | null,
  price: number | null,
  completed: number,
  reviews: number,
  isFeatured: boolean,
  /** Bit n: the feature with id n; those past MOST_FEATURE have none. */
  features: number,
  timeZone: string,
  /** Openings of the week, as text: equal hours are equal texts. */
  week: string,
  /** Days that break it, likewise; those that are over are left out. */
  special: string,
]

/** Bits of a number that are left beside the one for featured shops. */
export const MOST_FEATURE = 30

const columns = `barbershops.id, position -> 1, position -> 2, position -> 3, average_rating, price_from, completed_count,
  review_count, is_featured,
  (select coalesce(bit_or(1 << feature_id), 0) from barbershop_features
    where barbershop_id = barbershops.id and feature_id <= ${MOST_FEATURE}),
  time_zone,
  (select coalesce(string_agg(day_of_week || ' ' || opens_minute || ' ' || closes_minute, ' ' order by day_of_week, opens_minute), '')
     from working_hours where barbershop_id = barbershops.id),
  (select coalesce(string_agg(date - date '1970-01-01' || ' ' || coalesce(opens_minute, -1) || ' ' || coalesce(closes_minute, -1),
            ' ' order by date, opens_minute), '')
     from special_dates where barbershop_id = barbershops.id and date > current_date - 3)`

/** $1: the last id that was read, $2: how many. */
export const nextShops = {
  name: 'index: next shops',
  text: `select ${columns} from barbershops where is_active and id > $1 order by id limit $2`,
}

/** $1: ids. Those that are gone or switched off are not among the rows. */
export const shopsById = {
  name: 'index: shops by id',
  text: `select ${columns} from barbershops where is_active and id = any($1::uuid[])`,
}

export const featureNames = { name: 'index: features', text: 'select id, name from features' }

/** What this statement sees, for the next one to know what is new; and which base it is, if another takes its place. */
const standing = `pg_current_snapshot()::text, 'barbershop_changes'::regclass::oid::bigint`

export type Standing = [snapshot: string, base: number]
export const standingNow = { name: 'index: standing', text: `select ${standing}` }

export type Changes = [...Standing, isBehind: boolean, ids: string[]]
/**
 * $1: the snapshot that was seen before, $2: at most so many ids. Behind is a base that has not yet given out the numbers that were
 * seen: not the one that they came from.
 */
export const changesSince = {
  name: 'index: changes',
  text: `select ${standing}, pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot),
    array(select barbershop_id::text from barbershop_changes
           where changed_by >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(changed_by, $1::pg_snapshot)
           limit $2)`,
}
