import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { otherContactColumns, personalDataColumns } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

const listed = personalDataColumns.map(({ table, column }) => `${table}.${column}`)

async function listColumns(condition: string) {
  const { rows } = await sql<{ name: string }>`
    select distinct format('%s.%s', tables.relname, attname) as name
      from pg_attribute join pg_class tables on tables.oid = attrelid
     where tables.relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       and (${sql.raw(condition)}) order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

// A new table that references users must state in privacy/rules.ts what is exported and how it is erased.
test('every column that references a user is in the personal data inventory', async () => {
  const referencing = await listColumns(`
    attname ~ '(^|_)(user|customer|owner|person|author)_id$' or exists (
      select from pg_constraint
       where contype = 'f' and confrelid = 'users'::regclass and conrelid = attrelid and attnum = any (conkey)
    )`)
  expect(referencing.length).toBeGreaterThan(10)
  expect(referencing).toEqual(listed.toSorted())
})

test('every column with contact data states how it is erased', async () => {
  const columns = await listColumns(`attname ~ '(email|phone|whatsapp|avatar|recipient)'
    and atttypid <> 'boolean'::regtype and atttypid <> 'timestamptz'::regtype`)
  expect(columns).toEqual(Object.keys(otherContactColumns).toSorted())
})

test('cleared and hidden columns exist', async () => {
  const columns = await listColumns('true')
  for (const { table, hidden = [], onErase } of personalDataColumns) {
    const cleared = onErase === 'delete' ? [] : (onErase.clear ?? [])
    for (const name of [...hidden, ...cleared]) expect(columns).toContain(`${table}.${name}`)
  }
})
