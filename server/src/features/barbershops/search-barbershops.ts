import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import type { Query } from '@na-regua/contract/route'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { type Area, isNear, toCube } from './find-matches.ts'
import { listCards } from './queries.ts'
import { toCard } from './rules.ts'

type SearchQuery = Query<typeof barbershopsApi.search>
type Condition = RawBuilder<unknown>

/** Words that say nothing about a shop when others do. */
const fillers = new Set(['a', 'e', 'o', 'as', 'os', 'da', 'das', 'de', 'do', 'dos', 'em', 'na', 'nas', 'no', 'nos'])
const MOST_WORDS = 6
/** Alternatives beyond which a piece of a word tells the index as much as the words that hold it. */
const MOST_KNOWN = 20

/** Two statements. Throws INVALID_INPUT under two characters. */
export async function searchBarbershops(db: Database, query: SearchQuery, now: Date): Promise<BarbershopCard[]> {
  if (query.query.trim().length < 2) throw new ApiError('INVALID_INPUT')
  const words = toWords(query.query)
  if (words.length === 0) return []
  const ids = await findByWords(db, words, query, query.limit)
  return (await listCards(db, ids)).map((row) => toCard(row, now, query))
}

/** Letters and digits only: what is left of `%`, `_` or a quote is a space. */
function toWords(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  const distinct = [...new Set(words)].filter((word) => /[\p{L}\p{N}]/u.test(word))
  const telling = distinct.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : distinct).slice(0, MOST_WORDS)
}

/**
 * How well the words are met comes first, then the distance: 0, each begins a word of the name; 1, a word of anything
 * (neighbourhood, city, services); 2, each stands somewhere inside; 3 and 4, the same as 0 and 1 once slips are mended,
 * only when nothing else was found. Each step takes the nearest from an index, and is left out when it cannot add anything:
 * what stands nowhere begins no word either.
 */
async function findByWords(db: Database, words: string[], area: Area, limit: number): Promise<string[]> {
  const forms = words.map((word) => sql`trim(search_form(${word}))`)
  const all = (column: Condition, before: string) =>
    sql.join(
      forms.map((form) => sql`${column} like ${before}::text || ${form} || '%'`),
      sql` and `,
    )
  const step = (rank: Condition, condition: Condition) => nearest(area, limit, rank, condition)
  const [name, text] = [sql`search_name`, sql`search_text`]
  const { rows } = await sql<{ id: string }>`
    with known as materialized (select ${sql.join(forms.map(toKnownWords))}),
    inside as materialized (${step(sql`2`, sql`${all(text, '%')} and ${holdsKnown(text, words)}`)}),
    named as materialized (${step(sql`0`, sql`${all(name, '% ')} and exists (select from inside)`)}),
    worded as materialized (${step(
      sql`1`,
      sql`${all(text, '% ')} and exists (select from inside) and (select count(*) from named) < ${limit}`,
    )}),
    mended as materialized (select ${sql.join(forms.map(toPattern))} where not exists (select from inside)),
    mistyped as materialized (${step(
      sql`case when ${matchesMended(name, words)} then 3 else 4 end`,
      sql`${matchesMended(text, words)} and not exists (select from inside)`,
    )})
    select id from (table named union all table worded union all table inside union all table mistyped) as found
     group by id, chord, is_featured order by min(step), chord, is_featured desc, id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

function nearest(area: Area, limit: number, step: Condition, condition: Condition): Condition {
  const distance = sql`position <-> ${toCube(area)}`
  return sql`select id, ${distance} as chord, is_featured, ${step} as step from barbershops
    where ${isNear(area)} and ${condition} order by ${distance} limit ${limit}`
}

/**
 * A regular expression for the words that hold these letters: whole words tell the index more than a piece of one, and where no
 * shop of all has such a word, none is looked for. Empty, which everything matches, where the vocabulary cannot tell.
 */
function toKnownWords(form: Condition, index: number): Condition {
  return sql`case when ${form} !~ '^[a-z]{3,40}$' then '' else (
    select case when count(*) > ${MOST_KNOWN}::int then '' else ' (' || string_agg(word, '|') || ') ' end
      from search_words where word like '%' || ${form} || '%'
  ) end as ${sql.ref(`known${index}`)}`
}

function holdsKnown(column: Condition, words: string[]): Condition {
  const parts = words.map(
    (_, index) => sql`${column} ~ ((select ${sql.ref(`known${index}`)} from known) collate "default")`,
  )
  return sql.join(parts, sql` and `)
}

/**
 * A regular expression for the words that a slip could have meant: one letter wrong, missing or too many, two in words of
 * five letters or more (two exchanged letters count as two). A word too short to mend stays as it is.
 */
function toPattern(form: Condition, index: number): Condition {
  return sql`(
    select ' (' || ${form} || coalesce('|' || string_agg(word, '|'), '') || ')' from (
      select word from (
        select word, levenshtein(word, ${form}) as slips from search_words
         where length(${form}) between 3 and 40 order by word <-> ${form} limit 30
      ) as alike
      where slips <= case when length(${form}) < 5 then 1 else 2 end order by slips limit 3
    ) as meant
  ) as ${sql.ref(`pattern${index}`)}`
}

function matchesMended(column: Condition, words: string[]): Condition {
  // The vocabulary is collated by bytes; an index on texts serves only a pattern of the texts' own collation.
  const patterns = words.map(
    (_, index) => sql`${column} ~ ((select ${sql.ref(`pattern${index}`)} from mended) collate "default")`,
  )
  return sql`(${sql.join(patterns, sql` and `)})`
}
