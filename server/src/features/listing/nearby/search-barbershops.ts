import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import type { Query } from '@na-regua/contract/route'
import { textRules } from '@na-regua/search'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { toPoint } from '../../../lib/sphere.ts'
import type { createInMemorySearch } from '../engine/create-search.ts'
import type { WordQuery } from '../engine/query-index.ts'
import { isNear, type SearchArea, toCube } from './find-matches.ts'
import { listShownCards, type WaitsReader } from './list-shown-cards.ts'
import { selectCorrections } from './service-filter.ts'

type SearchQuery = Query<typeof barbershopsApi.search>
type Condition = RawBuilder<unknown>
type TextSources = {
  db: Database
  waits: WaitsReader
  search: Pick<ReturnType<typeof createInMemorySearch>, 'findByText' | 'cards'>
}

/** Stop words, ignored unless the query has no other word. */
const stopWords = new Set(['a', 'e', 'o', 'as', 'os', 'da', 'das', 'de', 'do', 'dos', 'em', 'na', 'nas', 'no', 'nos'])
const MAX_WORDS = 6

/**
 * With the in-memory index: the JSON of the response, each character one byte, with one statement when a card is not cached. Without it: two
 * statements, and those for waits.
 * Throws INVALID_INPUT under two characters.
 */
export async function searchBarbershops(
  { db, waits, search }: TextSources,
  query: SearchQuery,
  now: Date,
): Promise<{ barbershops: BarbershopCard[] } | string> {
  if (query.query.trim().length < 2) throw new ApiError('INVALID_INPUT')
  const words = toWords(query.query)
  if (words.length === 0) return { barbershops: [] }
  const wordQuery = { area: query, words, limit: query.limit }
  const indexed = search.findByText(wordQuery)
  if (indexed)
    return search.cards.write(indexed, { now, center: toPoint(query), before: '{"barbershops":', after: '}' })
  return { barbershops: await listShownCards({ db, waits }, await findByWords(db, wordQuery), now, query) }
}

/** Lowercase. Letters and digits only: `%`, `_` and quotes separate words. */
export function toWords(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  const distinct = [...new Set(words)].filter((word) => /[\p{L}\p{N}]/u.test(word))
  const significant = distinct.filter((word) => !stopWords.has(word))
  return (significant.length > 0 ? significant : distinct).slice(0, MAX_WORDS)
}

/**
 * In SQL: the fallback while the in-memory index is not available, with the same results. Orders by match quality, then by distance, then
 * barbershops that lead first, then by id. 0: each query word is the prefix of a word of the name; 1: of a word of name, neighbourhood,
 * city or services; 2: each is contained somewhere; 3 and 4: like 0 and 1 after typo correction, only when nothing else was found.
 * Each step takes the nearest rows from an index and is skipped when it cannot add any: without a row of 2 there is none of 0 or 1.
 */
export async function findByWords(db: Database, { words, area, limit }: WordQuery): Promise<string[]> {
  const forms = words.map((word) => sql`trim(search_form(${word}))`)
  const all = (column: Condition, before: string) =>
    sql.join(
      forms.map((form) => sql`${column} like ${before}::text || ${form} || '%'`),
      sql` and `,
    )
  const step = (rank: Condition, condition: Condition) => nearest(area, limit, rank, condition)
  const name = sql`search_name`
  const text = sql`search_text`
  const { rows } = await sql<{ id: string }>`
    with known as materialized (select ${sql.join(forms.map(toKnownWords))}),
    contained as materialized (${step(sql`2`, sql`${all(text, '%')} and ${holdsKnown(text, words)}`)}),
    name_prefixed as materialized (${step(sql`0`, sql`${all(name, '% ')} and exists (select from contained)`)}),
    text_prefixed as materialized (${step(
      sql`1`,
      sql`${all(text, '% ')} and exists (select from contained) and (select count(*) from name_prefixed) < ${limit}`,
    )}),
    corrected as materialized (select ${sql.join(forms.map(toPattern))} where not exists (select from contained)),
    misspelled as materialized (${step(
      sql`case when ${matchesCorrected(name, words)} then 3 else 4 end`,
      sql`${matchesCorrected(text, words)} and not exists (select from contained)`,
    )})
    select id from (table name_prefixed union all table text_prefixed union all table contained union all table misspelled) as found
     group by id, chord, leads order by min(step), chord, leads desc, id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

function nearest(area: SearchArea, limit: number, step: Condition, condition: Condition): Condition {
  const distance = sql`position <-> ${toCube(area)}`
  return sql`select id, ${distance} as chord, is_featured or leads_ties as leads, ${step} as step from barbershops
    where ${isNear(area)} and ${condition} order by ${distance}, leads desc, id limit ${limit}`
}

/**
 * A regular expression of the vocabulary words that contain this one. Whole words make the trigram index more selective, and without
 * such a word no row is scanned. Empty, which matches everything, for words that the vocabulary does not cover.
 */
function toKnownWords(form: Condition, index: number): Condition {
  return sql`case when ${form} !~ '^[a-z]{3,40}$' then '' else (
    select case when count(*) > ${textRules.maxKnownWords}::int then '' else ' (' || string_agg(word, '|') || ') ' end
      from search_words where word like '%' || ${form} || '%'
  ) end as ${sql.ref(`known${index}`)}`
}

function holdsKnown(column: Condition, words: readonly string[]): Condition {
  const parts = words.map(
    (_, index) => sql`${column} ~ ((select ${sql.ref(`known${index}`)} from known) collate "default")`,
  )
  return sql.join(parts, sql` and `)
}

/**
 * A regular expression of the vocabulary words within one typo, two for words of five or more characters; a transposition counts as two.
 * Shorter words than three characters are not corrected.
 */
function toPattern(form: Condition, index: number): Condition {
  return sql`(
    select ' (' || ${form} || coalesce('|' || string_agg(word, '|'), '') || ')' from (
      ${selectCorrections(form)}
    ) as corrections
  ) as ${sql.ref(`pattern${index}`)}`
}

function matchesCorrected(column: Condition, words: readonly string[]): Condition {
  // The vocabulary has the collation "C", but the index only supports patterns with the collation of its column.
  const patterns = words.map(
    (_, index) => sql`${column} ~ ((select ${sql.ref(`pattern${index}`)} from corrected) collate "default")`,
  )
  return sql`(${sql.join(patterns, sql` and `)})`
}
