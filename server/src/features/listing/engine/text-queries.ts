import type { ChangeFeed } from '../../../lib/change-feed.ts'
import type { IndexSnapshot } from './queries.ts'

/** What text search in memory needs beside the rows; on the connection of the change feed, as all statements of the index. */

/**
 * Latin letters and the marks that combine with them, as search_form() writes them: with other characters in a query SQL searches.
 * Read from the database, because its version decides on the rules of unaccent.
 */
const characters = {
  name: 'index: characters',
  text: `select chr(code), lower(public.unaccent('public.unaccent'::regdictionary, chr(code)))
    from (select generate_series(x'a0'::int, x'24f'::int) union all select generate_series(x'300'::int, x'36f'::int)
          union all select generate_series(x'1e00'::int, x'1eff'::int)) as codes (code)`,
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
