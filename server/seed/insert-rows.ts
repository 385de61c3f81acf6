import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import type { DB as Tables } from '../src/lib/database-schema.generated.ts'

const ROWS_AT_ONCE = 5000

type Row = Record<string, unknown>

/** Many rows in few statements. Every row names the same columns; the table's own types read them from JSON. */
export async function insertRows(db: Database, table: keyof Tables, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column))
  await insertSelected(db, table, rows, {
    columns: sql.join(columns),
    select: (json) =>
      sql`select ${sql.join(columns)} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`,
  })
}

/** As insertRows, where a query makes the columns out of the JSON array. */
export async function insertSelected(
  db: Database,
  table: keyof Tables,
  rows: readonly Row[],
  { columns, select }: { columns: RawBuilder<unknown>; select: (json: string) => RawBuilder<unknown> },
) {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const json = JSON.stringify(rows.slice(start, start + ROWS_AT_ONCE))
    await sql`insert into ${sql.table(table)} (${columns}) ${select(json)}`.execute(db)
  }
}
