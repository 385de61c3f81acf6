import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from '../../../test/harness.ts'
import { otherColumns, traces } from './rules.ts'

const world = await createHarness()
afterAll(() => world.close())

const listed = traces.map(({ table, column }) => `${table}.${column}`)

async function columnsOf(condition: string) {
  const { rows } = await sql<{ name: string }>`
    select distinct format('%s.%s', tables.relname, attname) as name
      from pg_attribute join pg_class tables on tables.oid = attrelid
     where tables.relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       and (${sql.raw(condition)}) order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

// Made a table that knows people? Say in privacy/rules.ts what of it a person downloads and what becomes of it afterwards.
test('every column that refers to a person is one that the download and the deletion know', async () => {
  const referring = await columnsOf(`
    attname ~ '(^|_)(user|customer|owner|person|author)_id$' or exists (
      select from pg_constraint
       where contype = 'f' and confrelid = 'users'::regclass and conrelid = attrelid and attnum = any (conkey)
    )`)
  expect(referring.length).toBeGreaterThan(10)
  expect(referring).toEqual(listed.toSorted())
})

test('every column that could reach somebody is looked after somewhere', async () => {
  const reaching =
    await columnsOf(`attname ~ '(email|phone|whatsapp|avatar|recipient)' and atttypid <> 'boolean'::regtype
    and atttypid <> 'timestamptz'::regtype`)
  expect(reaching).toEqual(Object.keys(otherColumns).toSorted())
})

test('what is cleared or hidden exists', async () => {
  const columns = await columnsOf('true')
  for (const { table, hidden = [], fate } of traces) {
    const cleared = fate === 'remove' ? [] : (fate.clear ?? [])
    for (const name of [...hidden, ...cleared]) expect(columns).toContain(`${table}.${name}`)
  }
})
