import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findFaults } from './check-architecture.ts'

let root: string

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** A small house in which everything stands right. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'house-'))
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

it('finds nothing in a house where everything stands right', () => {
  expect(findFaults(root)).toEqual([])
})

const longFunction = `export function walk() {\n${'  step()\n'.repeat(40)}}\n`

it.each([
  [
    'the web reaching into the server',
    'web/src/lib/x-ray.ts',
    "import { app } from '../../../server/src/app.ts'\n",
    /web lib may not know server app/,
  ],
  ['the contract with another package', 'contract/src/x-ray.ts', "import pg from 'pg'\n", /knows no such package/],
  [
    'lib that knows a feature',
    'server/src/lib/x-ray.ts',
    "import { accounts } from '../features/accounts/queries.ts'\n",
    /server lib may not know server feature/,
  ],
  [
    'ui that knows a barber',
    'web/src/ui/x-ray.tsx',
    "export { FavoriteButton } from '../features/favorites/favorite-button.tsx'\n",
    /web ui may not know web feature/,
  ],
  [
    'a feature that knows a page',
    'web/src/features/favorites/x-ray.tsx',
    "const page = import('../../pages/home-page.tsx')\n",
    /web feature may not know web page/,
  ],
  [
    'features of the web that meet',
    'web/src/features/accounts/x-ray.tsx',
    "import '../favorites/favorite-button.tsx'\n",
    /meet on a page/,
  ],
  [
    'a use case of another feature',
    'server/src/features/favorites/list-x.ts',
    "import { logIn } from '../accounts/log-in.ts'\n",
    /queries.ts and rules.ts only/,
  ],
  [
    'a feature that comes later',
    'server/src/features/accounts/list-x.ts',
    "import { x } from '../favorites/queries.ts'\n",
    /favorites comes after accounts/,
  ],
  [
    'a feature that is no noun',
    'server/src/features/magic/queries.ts',
    'export const magic = 1\n',
    /feature magic is no noun/,
  ],
  ['a file in no room', 'tools/x-ray.ts', 'export const x = 1\n', /stands in no room/],
  [
    'a circle',
    'server/src/lib/clock.ts',
    "import './round.ts'\nexport const clock = 1\n",
    /circle: server\/src\/lib\/clock.ts → server\/src\/lib\/round.ts → server\/src\/lib\/clock.ts/,
  ],
  ['a drawer', 'web/src/lib/string-utils.ts', 'export const x = 1\n', /drawer/],
  ['a barrel', 'web/src/ui/index.ts', 'export const x = 1\n', /drawer/],
  ['another case', 'web/src/ui/BigHeart.tsx', 'export const x = 1\n', /not kebab-case/],
  [
    'a word outside the vocabulary',
    'server/src/features/accounts/presenter.ts',
    'export const x = 1\n',
    /outside the vocabulary/,
  ],
  [
    'a file that lies too deep',
    'web/src/features/favorites/list/row/x-ray.tsx',
    'export const x = 1\n',
    /deeper than a sub-noun/,
  ],
  ['a long file', 'web/src/lib/long.ts', 'export {}\n'.repeat(251), /has 251 lines/],
  ['a long function', 'web/src/lib/long.ts', longFunction, /walk has 42 lines/],
  ['an hour of the machine', 'server/src/lib/x.ts', 'export const x = (d: Date) => d.getHours()\n', /x.ts:1 reads/],
  ['a day of the machine', 'web/src/lib/x.ts', 'export const x = (d: Date) => d.setDate(1)\n', /reads or sets/],
  ['a date put together', 'web/src/lib/x.ts', 'export const x = (m: number) => new Date(2026, m, 1)\n', /makes a date/],
  [
    'a text without a zone',
    'web/src/lib/x.ts',
    "export const x = new Date(0).toLocaleDateString('pt-BR')\n",
    /writes a date/,
  ],
  [
    'a format without a zone',
    'server/src/lib/x.ts',
    "\nexport const x = new Intl.DateTimeFormat('pt-BR', {\n  month: 'long',\n})\n",
    /x.ts:2 writes a date/,
  ],
  [
    'the plain date of the machine',
    'bench/x.ts',
    'export const x = Temporal.Now.plainDateISO()\n',
    /asks for the wall/,
  ],
])('catches %s', (_, path, text, fault) => {
  write('server/src/lib/round.ts', "import './clock.ts'\n")
  write(path, text)
  expect(findFaults(root).join('\n')).toMatch(fault)
})

const migration = (sql: string) => write('server/migrations/0022-x.sql', sql)

it.each([
  ['no word of what it does', 'alter table a add b text', /does not say in its first line/],
  ['an expansion that takes away', '-- expand: less\nalter table a drop column b', /takes something away/],
  ['an expansion that renames', '-- expand: names\nalter table a rename column b to c', /renames something/],
  ['an expansion that demands', '-- expand: b\nalter table a add column b text not null', /demands a value without/],
  ['an expansion that demands later', '-- expand: b\nalter table a alter column b set not null', /does not write/],
  ['an expansion that changes a type', '-- expand: b\nalter table a alter column b type bigint', /changes a type/],
])('catches a migration with %s', (_, sql, fault) => {
  migration(sql)
  expect(findFaults(root).join('\n')).toMatch(fault)
})

it.each([
  [
    '-- expand: a color\nalter table a add column b text not null default $$x$$, add c text; create table d (e int not null)',
  ],
  ['-- expand: a function\ncreate or replace function f() returns void language sql as $$ drop table a $$'],
  ['-- contract: nothing reads b\nalter table a drop column b'],
])('takes the migration %j', (sql) => {
  migration(sql)
  expect(findFaults(root)).toEqual([])
})

it('lets a date be written where the zone is named, and made of one instant', () => {
  write(
    'web/src/lib/x.ts',
    "export const x = [new Date(Date.parse('2026-01-01')), new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })]\n",
  )
  expect(findFaults(root)).toEqual([])
})

it('catches a crowded feature', () => {
  for (let n = 0; n < 13; n++)
    write(`web/src/features/favorites/part-${String.fromCharCode(97 + n)}.tsx`, 'export const x = 1\n')
  expect(findFaults(root).join('\n')).toMatch(/favorites holds 14 files/)
})

it('catches a house whose files are long on the whole', () => {
  for (let n = 0; n < 20; n++) write(`web/src/lib/tall-${n}.ts`, 'export {}\n'.repeat(160))
  expect(findFaults(root)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/median file has 160/),
      expect.stringMatching(/one file in ten has 160/),
    ]),
  )
})
