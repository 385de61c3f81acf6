import { textRules } from '@na-regua/search'
import { type RawBuilder, sql } from 'kysely'
import type { SearchArea, WordQuery } from '../../src/features/listing/engine/rules.ts'
import { selectCorrections } from '../../src/features/listing/slots-today/queries.ts'
import type { Database } from '../../src/lib/database.ts'
import { isNear, toCube } from './find-matches.ts'

type Condition = RawBuilder<unknown>

/**
 * In SQL, what the index finds in memory. Orders by match quality, then by distance, then
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
