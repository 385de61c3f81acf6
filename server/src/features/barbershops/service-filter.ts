import { textRules } from '@na-regua/search'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** For each word of a query what a word of a service's name may begin with: the word, or the corrections of a mistyped one. */
export type WordBeginnings = readonly (readonly string[])[]

/** Of a service, in cents. */
export type ServicePrices = { priceMin?: number; priceMax?: number }

/** How long the services of a barbershop take, and the buffer after each. */
export type ServiceTime = { durationMin: number; bufferMin: number }

/** A query of the vocabulary words that a mistyped word may stand for. */
export function selectCorrections(form: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select word from (
      select word, word <-> ${form} as distance, levenshtein(word, ${form}) as typos from search_words
       where length(${form}) between 3 and 40 order by word <-> ${form}, word limit ${textRules.candidates}::int
    ) as candidates
    where typos <= case when length(${form}) < 5 then 1 else 2 end
    order by typos, distance, word limit ${textRules.corrections}::int`
}

/** A word is corrected as in text search, when no word of the vocabulary begins with it. */
export async function listBeginnings(db: Database, words: readonly string[]): Promise<WordBeginnings> {
  const isMistyped = sql`form ~ '^[a-z]{3,40}$' and not exists (select from search_words where word like form || '%')`
  const { rows } = await sql<{ beginnings: string[] }>`/* list word beginnings */
    select coalesce(case when ${isMistyped} then nullif(array(${selectCorrections(sql`form`)}), '{}') end, array[form]) as beginnings
      from unnest(${words}::text[]) with ordinality as words (written, position),
           lateral (select trim(search_form(written)) as form) as forms
     order by position`.execute(db)
  return rows.map((row) => row.beginnings)
}

/** For each word a pattern matches. */
function matchesEach(column: RawBuilder<unknown>, beginnings: WordBeginnings): RawBuilder<unknown> {
  const conditions = beginnings.map((list) => sql`${column} like any(${list.map((beginning) => `% ${beginning}%`)})`)
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** Few columns decide for most barbershops. */
export function mayHaveService(beginnings: WordBeginnings): RawBuilder<unknown> {
  return matchesEach(sql`search_text`, beginnings)
}

/** An active service with a word for each of the words, at such a price. */
function isSelected(beginnings: WordBeginnings, { priceMin, priceMax }: ServicePrices): RawBuilder<unknown> {
  const conditions = [sql`services.is_active`, matchesEach(sql`search_form(services.name)`, beginnings)]
  if (priceMin !== undefined) conditions.push(sql`price_cents >= ${priceMin}`)
  if (priceMax !== undefined) conditions.push(sql`price_cents <= ${priceMax}`)
  return sql.join(conditions, sql` and `)
}

export function hasService(beginnings: WordBeginnings, prices: ServicePrices): RawBuilder<unknown> {
  return sql`exists (select from services where services.barbershop_id = barbershops.id and ${isSelected(beginnings, prices)})`
}

type NamedService = ServiceTime & { id: string; name: string; priceCents: number }

/** The services with these words and prices of each barbershop that has one, in the order of its page. */
export async function listNamedServices(
  db: Database,
  barbershopIds: readonly string[],
  words: readonly string[],
  prices: ServicePrices,
): Promise<Map<string, NamedService[]>> {
  if (words.length === 0) return new Map()
  const beginnings = await listBeginnings(db, words)
  const { rows } = await sql<NamedService & { barbershopId: string }>`/* list named services */
    select barbershop_id as "barbershopId", id, name, duration_min as "durationMin",
           buffer_min as "bufferMin", price_cents as "priceCents"
      from services where barbershop_id = any(${barbershopIds}::uuid[]) and ${isSelected(beginnings, prices)}
     order by barbershop_id, position, name, id`.execute(db)
  return Map.groupBy(rows, (row) => row.barbershopId)
}

/** Of those services of each barbershop that has one. */
export async function listServiceTimes(
  db: Database,
  barbershopIds: readonly string[],
  beginnings: WordBeginnings,
  prices: ServicePrices,
): Promise<Map<string, ServiceTime[]>> {
  const { rows } = await sql<ServiceTime & { barbershopId: string }>`/* list service times */
    select distinct barbershop_id as "barbershopId", duration_min as "durationMin", buffer_min as "bufferMin"
      from services where barbershop_id = any(${barbershopIds}::uuid[]) and ${isSelected(beginnings, prices)}`.execute(
    db,
  )
  return Map.groupBy(rows, (row) => row.barbershopId)
}
