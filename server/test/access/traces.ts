import { sql } from 'kysely'
import type { Harness } from '../harness.ts'

/** A session notes its own use, whatever is then refused. */
const silent = ['sessions', 'attempts']

/** Notes which tables are written to, so that a refusal can be shown to have left nothing behind. */
export async function watchTraces({ db }: Harness) {
  await sql`create unlogged table traces (name text)`.execute(db)
  await sql`create function leave_trace() returns trigger language plpgsql as
    $$ begin insert into public.traces values (tg_table_name); return null; end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and tablename <> 'traces' and tablename <> all(${silent})`.execute(
    db,
  )
  for (const { name } of rows)
    await sql`create trigger leave_trace after insert or update or delete on ${sql.raw(name)}
      for each row execute function leave_trace()`.execute(db)

  /** What was written since the last time. */
  return async function takeTraces(): Promise<string[]> {
    const { rows: written } = await sql<{ name: string }>`delete from traces returning name`.execute(db)
    return [...new Set(written.map(({ name }) => name))]
  }
}
