import type pg from 'pg'

/** A table and its columns without generated ones. */
export type Table = { name: string; columns: string }
/** The number of rows of a table and a checksum that does not depend on their order. */
export type TableContents = Table & { rows: string; sum: string }
export type Sequence = { name: string; value: string | null }

/** Our own tables and the job queue's. Without `migrations`: a restore migrates the database before it loads data. */
const OURS = `nspname in ('public', 'graphile_worker') and relname <> 'migrations'
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`

/** Every table, from the system catalog, so that new tables need no change here. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', nspname, relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = '' and ${OURS}
     group by 1 order by 1`)
  return rows
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select format('%I.%I', nspname, relname) as name, pg_sequence_last_value(pg_class.oid)::text as value
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'S' and ${OURS} order by 1`)
  return rows
}

/** Session settings that determine how values are converted to text, so that checksums are comparable. */
export const textFormatSettings =
  "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1"

export async function readTableContents(client: pg.ClientBase, { name, columns }: Table): Promise<TableContents> {
  const { rows } = await client.query(`
    select count(*)::text as rows, coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as sum from ${name}`)
  return { name, columns, ...rows[0] }
}

export async function listMigrationNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query('select name from migrations order by name collate "C"')
  return rows.map(({ name }) => name)
}

/** Foreign keys with their definitions. */
export async function listReferences(
  client: pg.ClientBase,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query(`
    select format('%I.%I', nspname, relname) as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
     where contype = 'f' and ${OURS} order by 1, 2`)
  return rows
}
