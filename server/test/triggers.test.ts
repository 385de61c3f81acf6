import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createHarness } from './harness.ts'

const world = await createHarness()
afterAll(() => world.close())

test('ARCHITECTURE.md lists each trigger with its reason, and no other', async () => {
  const page = await readFile(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
  const section = page.split('## Triggers\n')[1]?.split('\n\n**')[0] ?? ''
  const listed = section.split('\n').flatMap((line) => {
    const [, names = ''] = /^- (.*?): /.exec(line) ?? []
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => new RegExp(`^${name.replaceAll('*', '\\w+')}$`))
  })
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = 'public'::regnamespace order by tgname`.execute(world.db)
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => !listed.some((pattern) => pattern.test(name)))).toEqual([])
  expect(listed.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([])
})
