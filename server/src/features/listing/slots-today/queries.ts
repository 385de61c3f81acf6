import { textRules } from '@na-regua/search'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** For each word of a query what a word of a service's name may begin with: the word, or the corrections of a mistyped one. */
export type WordBeginnings = readonly (readonly string[])[]

/** The price of a service, in cents. */
export type ServicePrices = { priceMin?: number; priceMax?: number }

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
export function matchesEach(column: RawBuilder<unknown>, beginnings: WordBeginnings): RawBuilder<unknown> {
  const conditions = beginnings.map((list) => sql`${column} like any(${list.map((beginning) => `% ${beginning}%`)})`)
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** A service with a word for each of the words, at such a price. */
export function isSelected(beginnings: WordBeginnings, { priceMin, priceMax }: ServicePrices): RawBuilder<unknown> {
  const conditions = [matchesEach(sql`search_form(terms.name)`, beginnings)]
  if (priceMin !== undefined) conditions.push(sql`terms.price_cents >= ${priceMin}`)
  if (priceMax !== undefined) conditions.push(sql`terms.price_cents <= ${priceMax}`)
  return sql.join(conditions, sql` and `)
}

/** The SQL of a condition on barbershops: as the list has it where no barber differs, else as each barber provides it. */
export function listServiceTerms(isOfBarbershop: RawBuilder<unknown>): RawBuilder<unknown> {
  const hasTerms = sql`exists (select from barber_terms where barber_terms.barbershop_id = services.barbershop_id)`
  return sql`(
    select barbershop_id, null::uuid as barber_id, id as service_id, name, position, buffer_min, duration_min, price_cents
      from services where ${isOfBarbershop} and is_active and not ${hasTerms}
    union all
    select barbershop_id, barber_id, service_id, name, position, buffer_min, duration_min, price_cents
      from provided_services services where ${isOfBarbershop} and ${hasTerms}) as terms`
}

type NamedService = {
  id: string
  name: string
  durationMin: number
  bufferMin: number
  priceCents: number
  barberIds?: string[]
}
type NamedServiceRow = NamedService & { barbershopId: string; barberIds: string[] | null }

/**
 * The services with these words and prices of each barbershop that has one, in the order of its page, with the values of its list.
 * `barberIds` are those who have it at such a price, where barbers differ.
 */
export async function listNamedServices(
  db: Database,
  barbershopIds: readonly string[],
  words: readonly string[],
  prices: ServicePrices,
): Promise<Map<string, NamedService[]>> {
  if (words.length === 0) return new Map()
  const beginnings = await listBeginnings(db, words)
  const terms = listServiceTerms(sql`services.barbershop_id = any(${barbershopIds}::uuid[])`)
  const { rows } = await sql<NamedServiceRow>`/* list named services */
    select services.barbershop_id as "barbershopId", services.id, services.name, services.duration_min as "durationMin",
           services.buffer_min as "bufferMin", services.price_cents as "priceCents",
           array_agg(terms.barber_id) filter (where terms.barber_id is not null) as "barberIds"
      from ${terms} join services on services.id = terms.service_id where ${isSelected(beginnings, prices)}
     group by services.id order by services.barbershop_id, services.position, services.name, services.id`.execute(db)
  const services = rows.map(({ barberIds, ...row }) => (barberIds ? { ...row, barberIds } : row))
  return Map.groupBy(services, (row) => row.barbershopId)
}
