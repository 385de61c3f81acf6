import { sql } from 'kysely'
import type { Harness } from '../harness.ts'

/** Written by every request, also by rejected ones: last use of the session, and rate limit counters. */
const ignored = ['sessions', 'attempts']

/** Records which tables are written, to prove that a rejected request wrote nothing. */
export async function watchWrites({ db }: Harness) {
  await sql`create unlogged table written_tables (name text)`.execute(db)
  await sql`create function record_write() returns trigger language plpgsql as
    $$ begin insert into public.written_tables values (tg_table_name); return null; end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and tablename <> 'written_tables' and tablename <> all(${ignored})`.execute(
    db,
  )
  for (const { name } of rows)
    await sql`create trigger record_write after insert or update or delete on ${sql.raw(name)}
      for each row execute function record_write()`.execute(db)

  /** Tables written since the previous call. */
  return async function takeWrites(): Promise<string[]> {
    const { rows: written } = await sql<{ name: string }>`delete from written_tables returning name`.execute(db)
    return [...new Set(written.map(({ name }) => name))]
  }
}
