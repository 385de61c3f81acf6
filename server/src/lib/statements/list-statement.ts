import { type RawBuilder, sql } from 'kysely'
import { type Database, prepareStatement } from '../database.ts'

/** Items per statement. The planner expects so many rows of `input`. */
export const MAX_ITEMS = 32

/** The columns of a relation in the place of values: for builders that only put them into the text of a statement. */
export function columnsOf<Params extends object>(relation: string): Params {
  return new Proxy({}, { get: (_, name) => sql.ref(`${relation}.${String(name)}`) }) as Params
}

/**
 * As `prepareStatement`, for a list of at most `MAX_ITEMS` parameters of one shape: `build` receives a CTE named `input` that has a row
 * for each of them, with a column for each of `types`.
 */
export function prepareListStatement<Params extends object, Row>(
  types: Record<keyof Params, string>,
  build: (input: RawBuilder<unknown>) => RawBuilder<Row>,
) {
  const columns = sql.join(Object.entries(types).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type as string)}`))
  const execute = prepareStatement<{ list: string }, Row>(({ list }) =>
    build(sql`input as materialized (
      select * from json_to_recordset(${list}::json) as listed(${columns}) limit ${sql.lit(MAX_ITEMS)})`),
  )
  return (db: Database, items: readonly Params[]): Promise<Row[]> => execute(db, { list: JSON.stringify(items) })
}

type Numbered = { number: number }

/** As `prepareListStatement`, for a query that selects `number` of `input` with each row: the rows of each item, in their order. */
export function prepareListQuery<Params extends object, Row>(
  types: Record<keyof Params, string>,
  build: (input: RawBuilder<unknown>) => RawBuilder<Row & Numbered>,
) {
  const numberedTypes = { ...types, number: 'int' } as Record<keyof (Params & Numbered), string>
  const execute = prepareListStatement<Params & Numbered, Row & Numbered>(numberedTypes, build)
  return async (db: Database, items: readonly Params[]): Promise<Row[][]> => {
    const rowsOf: Row[][] = items.map(() => [])
    const numbered = items.map((item, number) => ({ ...item, number }))
    for (const { number, ...row } of await execute(db, numbered)) rowsOf[number]?.push(row as unknown as Row)
    return rowsOf
  }
}
