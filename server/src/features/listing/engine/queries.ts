import { MAX_FEATURE_ID, type SearchRow } from '@na-regua/search'
import { sql } from 'kysely'
import type { ChangeFeed } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { type CardRow, cardColumns } from '../../barbershops/queries.ts'

/** In the order of the ids. */
export async function listCards(db: Database, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`/* list cards */
    select ${cardColumns} from barbershops where barbershops.id = any(${ids}::uuid[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The other statements use the connection of the change feed, so that an exhausted pool does not delay the index. */

function serviceLine(table: 'services' | 'provided_services') {
  return `duration_min || ' ' || buffer_min || search_form(${table}.name) || e'\\t' || price_cents`
}

const columns = `barbershops.id, position -> 1, position -> 2, position -> 3, average_rating, price_from, completed_count,
  review_count, is_featured,
  (select coalesce(bit_or(1 << feature_id), 0) from barbershop_features
    where barbershop_id = barbershops.id and feature_id <= ${MAX_FEATURE_ID}),
  time_zone,
  (select coalesce(string_agg(day_of_week || ' ' || opens_minute || ' ' || closes_minute, ' ' order by day_of_week, opens_minute), '')
     from working_hours where barbershop_id = barbershops.id),
  (select coalesce(string_agg(date - date '1970-01-01' || ' ' || coalesce(opens_minute, -1) || ' ' || coalesce(closes_minute, -1),
            ' ' order by date, opens_minute), '')
     from special_dates where barbershop_id = barbershops.id and date > $1::date - 3),
  search_name, search_text, weighted_rating(rating_sum, review_count),
  case when exists (select from barber_terms where barber_terms.barbershop_id = barbershops.id)
    then (select coalesce(string_agg(${serviceLine('provided_services')} || e'\\t' || barber_number, e'\\n' order by barber_number, service_id), '')
            from provided_services where provided_services.barbershop_id = barbershops.id)
    else (select coalesce(string_agg(${serviceLine('services')}, e'\\n' order by services.id), '')
            from services where services.barbershop_id = barbershops.id and services.is_active) end`

/** After the others, because they are optional in a row. */
const lastColumns = `json_build_array(neighborhood, city, state, street, zip_code),
  exists (select from barbershop_queues where barbershop_queues.barbershop_id = barbershops.id and is_on),
  exists (select from last_minute_slots where last_minute_slots.barbershop_id = barbershops.id and status = 'OPEN'),
  leads_ties,
  (select coalesce(string_agg(users.search_name || e'\\t' || coalesce(
            (select search_form(string_agg(specialties.name, ' ')) from barber_specialties
               join specialties on specialties.id = specialty_id where barber_id = barbers.id), ''),
            e'\\n' order by barbers.position, barbers.id), '')
     from barbers join users on users.id = barbers.user_id
    where barbers.barbershop_id = barbershops.id and barbers.removed_at is null)`

const nextRows = {
  name: 'index: next rows',
  text: `select ${columns}, ${lastColumns} from barbershops where is_active and id > $2 order by id limit $3`,
}
const rowsById = {
  name: 'index: rows by id',
  text: `select ${columns}, ${lastColumns} from barbershops where is_active and id = any($2::uuid[])`,
}
/**
 * Characters of a lowercase word that search_form() writes in another way. Read from the database, because its version decides on the
 * rules of unaccent; without the scripts that have none.
 */
const characters = {
  name: 'index: characters',
  text: `select character, form
      from (select generate_series(x'a0'::int, x'5ff'::int) union all select generate_series(x'1d00'::int, x'33ff'::int)
            union all select generate_series(x'f900'::int, x'ffef'::int)) as codes (code),
           lateral (select chr(code) as character) as characters,
           lateral (select lower(public.unaccent('public.unaccent'::regdictionary, character)) as form) as forms
     where form <> character`,
}

const nextWords = {
  name: 'index: next words',
  text: 'select word from search_words where word > $1 order by word limit $2',
}

/** A transaction id that does not exist yet comes from the database that this one was restored from. */
const addedWords = {
  name: 'index: added words',
  text: `select word from search_words where added_by >= pg_snapshot_xmin($1::pg_snapshot)
    and added_by < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(added_by, $1::pg_snapshot)`,
}

const features = { name: 'index: features', text: 'select id, name from features' }

/** `relation` identifies the database: it differs after a restore into another one. */
const snapshotColumns = `pg_current_snapshot()::text, 'barbershop_changes'::regclass::oid::bigint`
const snapshot = { name: 'index: snapshot', text: `select ${snapshotColumns}` }

/**
 * Rows whose transaction the old snapshot did not see. The upper bound excludes appointments that a backup brought from a database
 * with larger transaction ids. Comparing ids alone would miss a smaller transaction id that commits after
 * a larger one. A database whose next transaction id is below the seen one is not the database that the snapshot came from.
 */
const changes = {
  name: 'index: changes',
  text: `select ${snapshotColumns}, pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot),
    array(select barbershop_id::text from barbershop_changes
           where changed_by >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(changed_by, $1::pg_snapshot)),
    array(select distinct barbers.barbershop_id::text
            from appointments join barbers on barbers.user_id = appointments.barber_user_id
           where changed_by >= pg_snapshot_xmin($1::pg_snapshot) and changed_by < pg_snapshot_xmax(pg_current_snapshot())
             and not pg_visible_in_snapshot(changed_by, $1::pg_snapshot)),
    array(select hold.id::text from unnest($2::uuid[]) as hold (id)
           where not exists (select from appointments where appointments.id = hold.id and status = 'HELD'))`,
}

/** What a statement saw, to find what later transactions changed. */
export type IndexSnapshot = { snapshot: string; relation: number }
export type IndexChanges = IndexSnapshot & {
  isOtherDatabase: boolean
  ids: string[]
  /** Barbershops with a barber of whom an appointment or hold changed. */
  bookedIds: string[]
  endedHolds: string[]
}

export async function getSnapshot(feed: ChangeFeed): Promise<IndexSnapshot> {
  const [[id, relation]] = (await feed.query<[string, number]>(snapshot)) as [[string, number]]
  return { snapshot: id, relation }
}

/** The barbershops that changed since the snapshot, and which of the holds no longer exist. */
export async function getChanges(
  feed: ChangeFeed,
  since: IndexSnapshot,
  holds: readonly string[],
): Promise<IndexChanges> {
  type Row = [string, number, isBehind: boolean, ids: string[], bookedIds: string[], endedHolds: string[]]
  const values = [since.snapshot, holds]
  const [[id, relation, isBehind, ids, bookedIds, endedHolds]] = (await feed.query<Row>(changes, values)) as [Row]
  const isOtherDatabase = isBehind || relation !== since.relation
  return { snapshot: id, relation, isOtherDatabase, ids, bookedIds, endedHolds }
}

export function listIndexedFeatures(feed: ChangeFeed): Promise<[id: number, name: string][]> {
  return feed.query<[number, string]>(features)
}

/** Active barbershops in the order of their ids, with their special dates around `now`. */
export function listNextRows(
  feed: ChangeFeed,
  { afterId, limit, now }: { afterId: string; limit: number; now: Date },
): Promise<SearchRow[]> {
  return feed.query<[...SearchRow]>(nextRows, [now, afterId, limit])
}

/** Deleted and inactive barbershops have no row. */
export function listRowsById(feed: ChangeFeed, ids: readonly string[], now: Date): Promise<SearchRow[]> {
  return feed.query<[...SearchRow]>(rowsById, [now, ids])
}

/** By character, its form. */
export async function loadCharacters(feed: ChangeFeed): Promise<ReadonlyMap<string, string>> {
  return new Map(await feed.query<[character: string, form: string]>(characters))
}

/** Words that typos may be corrected to, in the order of the collation "C". */
export async function listNextWords(feed: ChangeFeed, afterWord: string, limit: number): Promise<string[]> {
  return (await feed.query<[string]>(nextWords, [afterWord, limit])).map(([word]) => word)
}

/** Those that were added since the snapshot, and perhaps later ones. */
export async function listAddedWords(feed: ChangeFeed, { snapshot }: IndexSnapshot): Promise<string[]> {
  return (await feed.query<[string]>(addedWords, [snapshot])).map(([word]) => word)
}
