import type pg from 'pg'

type Postponed = { table_name: string; name: string; definition: string; is_constraint: boolean }

/**
 * Runs `work` without the GiST indexes of `tables`, then rebuilds them: several times faster than updating them per row.
 * Inside the caller's transaction, so a failure restores them; rebuilt constraints check every row.
 */
export async function postponeIndexes(client: pg.Client, tables: readonly string[], work: () => Promise<void>) {
  const { rows } = await client.query<Postponed>(
    `select index.indrelid::regclass::text as table_name, index.indexrelid::regclass::text as name,
       coalesce(pg_get_constraintdef(pg_constraint.oid), pg_get_indexdef(index.indexrelid)) as definition,
       pg_constraint.oid is not null as is_constraint
     from pg_index index
     join pg_class on pg_class.oid = index.indexrelid
     join pg_am on pg_am.oid = pg_class.relam and pg_am.amname = 'gist'
     left join pg_constraint on pg_constraint.conindid = index.indexrelid and pg_constraint.contype = 'x'
     where index.indrelid::regclass::text = any($1)`,
    [tables],
  )
  for (const { table_name, name, is_constraint } of rows)
    await client.query(is_constraint ? `alter table ${table_name} drop constraint ${name}` : `drop index ${name}`)
  await work()
  for (const { table_name, name, definition, is_constraint } of rows)
    await client.query(is_constraint ? `alter table ${table_name} add constraint ${name} ${definition}` : definition)
}
