import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import type { DB as Tables } from '../src/lib/database-schema.generated.ts'

const ROWS_PER_STATEMENT = 5000

/** Inserts many rows in few statements. All rows have the same columns; JSON is converted to the types of the table. */
export async function insertRows(db: Database, table: keyof Tables, rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column))
  await insertSelected(db, table, rows, {
    columns: sql.join(columns),
    select: (json) =>
      sql`select ${sql.join(columns)} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`,
  })
}

type Selected<Item> = {
  columns: RawBuilder<unknown>
  select: (json: string) => RawBuilder<unknown>
  /** Without it the items are the rows. */
  toRow?: (item: Item) => object
}

/** Like insertRows, with a query that selects the columns from the JSON array of the items' rows. */
export async function insertSelected<Item>(
  db: Database,
  table: keyof Tables,
  items: readonly Item[],
  { columns, select, toRow = (item) => item as object }: Selected<Item>,
) {
  let running: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < items.length; start += ROWS_PER_STATEMENT) {
    // While the statement before is running.
    const json = JSON.stringify(items.slice(start, start + ROWS_PER_STATEMENT).map(toRow))
    await running
    running = sql`insert into ${sql.table(table)} (${columns}) ${select(json)}`.execute(db)
    // A failure is reported by the next round, which has not begun yet.
    running.catch(() => {})
  }
  await running
}
