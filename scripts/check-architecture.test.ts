import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findViolations } from './check-architecture.ts'

let root: string

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A small repository without violations. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'architecture-'))
  write('contract/src/favorites.ts', "import { Type } from 'typebox'\nexport const favorites = Type.Object({})\n")
  write('server/src/lib/clock.ts', 'export const clock = { now: () => new Date() }\n')
  write(
    'server/src/features/accounts/queries.ts',
    "import { clock } from '../../lib/clock.ts'\nexport const accounts = [clock]\n",
  )
  write(
    'server/src/features/accounts/log-in.ts',
    "import { accounts } from './queries.ts'\nexport const logIn = () => accounts\n",
  )
  write(
    'server/src/features/favorites/routes.ts',
    "import { favorites } from '@na-regua/contract/favorites'\nimport { accounts } from '../accounts/queries.ts'\nexport const routes = [favorites, accounts]\n",
  )
  write('server/src/app.ts', "import { routes } from './features/favorites/routes.ts'\nexport const app = routes\n")
  write(
    'web/src/lib/api.ts',
    "import { favorites } from '@na-regua/contract/favorites'\nexport const api = favorites\n",
  )
  write('web/src/ui/heart.tsx', 'export const Heart = () => null\n')
  write(
    'web/src/features/favorites/favorite-button.tsx',
    "import { api } from '../../lib/api.ts'\nimport { Heart } from '../../ui/heart.tsx'\nexport const FavoriteButton = () => [api, Heart]\n",
  )
  write(
    'web/src/pages/home-page.tsx',
    "import { FavoriteButton } from '../features/favorites/favorite-button.tsx'\nexport default FavoriteButton\n",
  )
})
afterEach(() => rmSync(root, { recursive: true }))

it('reports nothing for a repository that follows the plan', () => {
  expect(findViolations(root)).toEqual([])
})

it.each([
  [
    'the web reaching into the server',
    'web/src/lib/x-ray.ts',
    "import { app } from '../../../server/src/app.ts'\n",
    /web lib may not import server app/,
  ],
  [
    'the contract with another package',
    'contract/src/x-ray.ts',
    "import pg from 'pg'\n",
    /contract may not import this package/,
  ],
  [
    'lib that imports a feature',
    'server/src/lib/x-ray.ts',
    "import { accounts } from '../features/accounts/queries.ts'\n",
    /server lib may not import server feature/,
  ],
  [
    'ui that imports a feature',
    'web/src/ui/x-ray.tsx',
    "export { FavoriteButton } from '../features/favorites/favorite-button.tsx'\n",
    /web ui may not import web feature/,
  ],
  [
    'a feature that imports a page',
    'web/src/features/favorites/x-ray.tsx',
    "const page = import('../../pages/home-page.tsx')\n",
    /web feature may not import web page/,
  ],
  [
    'web features that import each other',
    'web/src/features/accounts/x-ray.tsx',
    "import '../favorites/favorite-button.tsx'\n",
    /never import each other/,
  ],
  [
    'the routes of another feature',
    'server/src/features/favorites/list-x.ts',
    "import { routes } from '../accounts/routes.ts'\n",
    /the routes of another feature may not be imported/,
  ],
  [
    'an import against the order of features',
    'server/src/features/accounts/list-x.ts',
    "import { x } from '../favorites/queries.ts'\n",
    /favorites comes after accounts/,
  ],
  [
    'a feature that the plan does not list',
    'server/src/features/magic/queries.ts',
    'export const magic = 1\n',
    /feature magic is missing/,
  ],
  ['a file of no layer', 'tools/x-ray.ts', 'export const x = 1\n', /belongs to no layer/],
  [
    'an import cycle',
    'server/src/lib/clock.ts',
    "import './round.ts'\nexport const clock = 1\n",
    /import cycle: server\/src\/lib\/clock.ts → server\/src\/lib\/round.ts → server\/src\/lib\/clock.ts/,
  ],
  [
    'a file name that collects unrelated code',
    'web/src/lib/string-utils.ts',
    'export const x = 1\n',
    /collects unrelated code/,
  ],
  ['a barrel', 'web/src/ui/index.ts', 'export const x = 1\n', /collects unrelated code/],
  ['another case', 'web/src/ui/BigHeart.tsx', 'export const x = 1\n', /not kebab-case/],
  [
    'a file name that a feature may not contain',
    'server/src/features/accounts/presenter.ts',
    'export const x = 1\n',
    /is no file name of a feature/,
  ],
  [
    'a folder below a sub-folder',
    'web/src/features/favorites/list/row/x-ray.tsx',
    'export const x = 1\n',
    /deeper than one sub-folder/,
  ],
  [
    'an hour in the zone of the machine',
    'server/src/lib/x.ts',
    'export const x = (d: Date) => d.getHours()\n',
    /x.ts:1 reads/,
  ],
  [
    'a day in the zone of the machine',
    'web/src/lib/x.ts',
    'export const x = (d: Date) => d.setDate(1)\n',
    /reads or sets/,
  ],
  [
    'a date made of parts',
    'web/src/lib/x.ts',
    'export const x = (m: number) => new Date(2026, m, 1)\n',
    /creates a date/,
  ],
  [
    'a text without a zone',
    'web/src/lib/x.ts',
    "export const x = new Date(0).toLocaleDateString('pt-BR')\n",
    /formats a date/,
  ],
  [
    'a format without a zone',
    'server/src/lib/x.ts',
    "\nexport const x = new Intl.DateTimeFormat('pt-BR', {\n  month: 'long',\n})\n",
    /x.ts:2 formats a date/,
  ],
  [
    'the plain date of the machine',
    'bench/x.ts',
    'export const x = Temporal.Now.plainDateISO()\n',
    /reads the machine's local time/,
  ],
])('catches %s', (_, path, text, fault) => {
  write('server/src/lib/round.ts', "import './clock.ts'\n")
  write(path, text)
  expect(findViolations(root).join('\n')).toMatch(fault)
})

const migration = (sql: string, number = '0122') => write(`server/migrations/${number}-x.sql`, sql)

it.each([
  ['no statement of its kind', 'alter table a add b text', /does not state in its first line/],
  ['an expansion that removes', '-- expand: less\nalter table a drop column b', /removes something/],
  ['an expansion that renames', '-- expand: names\nalter table a rename column b to c', /renames something/],
  ['an expansion that demands', '-- expand: b\nalter table a add column b text not null', /requires a value without/],
  ['an expansion that demands later', '-- expand: b\nalter table a alter column b set not null', /does not write/],
  ['an expansion that changes a type', '-- expand: b\nalter table a alter column b type bigint', /changes a type/],
])('catches a migration with %s', (_, sql, fault) => {
  migration(sql)
  expect(findViolations(root).join('\n')).toMatch(fault)
})

it.each([
  [
    '-- expand: a color\nalter table a add column b text not null default $$x$$, add c text; create table d (e int not null)',
  ],
  ['-- expand: a function\ncreate or replace function f() returns void language sql as $$ drop table a $$'],
  ['-- contract: nothing reads b\nalter table a drop column b'],
])('takes the migration %j', (sql) => {
  migration(sql)
  expect(findViolations(root)).toEqual([])
})

it.each([
  ['add b text, add constraint c check (b > $$x$$)', /adds a constraint that is not "not valid"/],
  ['add b int, add constraint c foreign key (b) references d', /adds a constraint/],
  ['add b text; create unique index c on a (b)', /alters a and reads its rows/],
  ['add b text; update a set b = d from d', /alters a and reads/],
  ['add b text; insert into d select b from a', /alters a and reads/],
])('catches a migration that reads rows under its lock: %s', (sql, fault) => {
  migration(`-- expand: b\nalter table a ${sql}`, '0137')
  expect(findViolations(root).join('\n')).toMatch(fault)
})

it('lets the start, which no previous version uses, remove things', () => {
  migration('-- start: b\nalter table a drop column b', '0099')
  expect(findViolations(root)).toEqual([])
})

it('takes an exclusion constraint, which can only be added as valid', () => {
  migration('-- expand: b\nalter table a add constraint c exclude using gist (b with =)', '0137')
  expect(findViolations(root)).toEqual([])
})

it('takes a migration that adds a constraint "not valid", and one that validates it', () => {
  migration(
    '-- expand: b\nalter table a add b int, add constraint c check (b > 0) not valid; create index e on d (b)',
    '0137',
  )
  migration('-- expand: b\nalter table a validate constraint c; create index c on a (b)', '0138')
  expect(findViolations(root)).toEqual([])
})

it('accepts a format with a time zone and a date made of one instant', () => {
  write(
    'web/src/lib/x.ts',
    "export const x = [new Date(Date.parse('2026-01-01')), new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })]\n",
  )
  expect(findViolations(root)).toEqual([])
})

it.each([
  ['a name', 'export const lockChair = 1\n', /x.ts:1 "chair": say barber/],
  ['a name in capitals', 'export const FREE_TIMES = 1\n', /"free times": say slots/],
  ['a name in SQL', 'export const x = sql`with wish as (select 1) select 1`\n', /"wish": say input/],
  ['a comment', '\n/** Whoever comes second. */\nexport const x = 1\n', /x.ts:2 "Whoever": say/],
  ['a comment at the end of a line', "export const x = 'a//b' // he waits\n", /"he": say they/],
  ['a title of a test', "it('tells everybody', () => {})\n", /"tells": say shows/],
  ['a log line', "log.warn({ err }, 'the base is gone')\n", /"the base": say database/],
])('catches a word with a standard term in %s', (_, text, violation) => {
  write('server/src/lib/x.ts', text)
  expect(findViolations(root).join('\n')).toMatch(violation)
})

it('catches a word with a standard term in a document', () => {
  write('docs/guide.md', 'The server.\n\nA `chair` in code, but a chair in prose.\n')
  expect(findViolations(root)).toEqual(['docs/guide.md:3 "chair": say barber'])
})

it.each([
  ['a screen text', "export const x = 'Base de clientes, he'\n"],
  ['a regular expression', 'export const x = /wish|he/.test(y)\n'],
  ['a standard term', 'export const baseUrl: Awaited<string> = 1 // base64\n'],
  ['a field of the wire format', 'export const x = day.chairs\n'],
])('accepts %s', (_, text) => {
  write('server/src/lib/x.ts', text)
  expect(findViolations(root)).toEqual([])
})

it('catches an exported name that two modules use for two things', () => {
  write('server/src/lib/a.ts', 'export type Place = 1\n')
  write('web/src/lib/b.ts', 'export const Place = 1\n')
  expect(findViolations(root)).toEqual(['exported name Place means two things: server/src/lib/a.ts, web/src/lib/b.ts'])
})

it('accepts one name for one use case on both sides of the wire', () => {
  write('server/src/features/favorites/set-favorite.ts', 'export const setFavorite = 1\n')
  write('web/src/features/favorites/queries.ts', 'export const setFavorite = 1\n')
  expect(findViolations(root)).toEqual([])
})

it('catches folders of a feature that import each other, but for its routes', () => {
  write(
    'server/src/features/accounts/codes/queries.ts',
    "import { accounts } from '../queries.ts'\nexport const codes = accounts\n",
  )
  write(
    'server/src/features/accounts/routes.ts',
    "import { codes } from './codes/queries.ts'\nexport const own = codes\n",
  )
  expect(findViolations(root)).toEqual([])
  write(
    'server/src/features/accounts/find-code.ts',
    "import { codes } from './codes/queries.ts'\nexport const findCode = codes\n",
  )
  expect(findViolations(root).join()).toMatch(/folders import each other: server\/src\/features\/accounts → /)
})
