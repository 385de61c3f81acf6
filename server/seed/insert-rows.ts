import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import type { DB as Tables } from '../src/lib/database-schema.generated.ts'

const ROWS_PER_STATEMENT = 5000

type Row = Record<string, unknown>

/** Inserts many rows in few statements. All rows have the same columns; JSON is converted to the types of the table. */
export async function insertRows(db: Database, table: keyof Tables, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column))
  await insertSelected(db, table, rows, {
    columns: sql.join(columns),
    select: (json) =>
      sql`select ${sql.join(columns)} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`,
  })
}

/** Like insertRows, with a query that selects the columns from the JSON array. */
export async function insertSelected(
  db: Database,
  table: keyof Tables,
  rows: readonly Row[],
  { columns, select }: { columns: RawBuilder<unknown>; select: (json: string) => RawBuilder<unknown> },
) {
  let running: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    // While the statement before is running.
    const json = JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))
    await running
    running = sql`insert into ${sql.table(table)} (${columns}) ${select(json)}`.execute(db)
    // A failure is reported by the next round, which has not begun yet.
    running.catch(() => {})
  }
  await running
}
