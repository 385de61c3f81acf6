import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createHarness } from '../test/harness.ts'
import { lockLevels } from '../test/lock-levels.ts'
import { findLockOrderViolations, readLocks } from '../test/lock-order.ts'

const world = await createHarness()
afterAll(() => world.close())

const namesIn = (text: string) => readLocks(text).map(({ name }) => name)

describe('the order of locks', () => {
  test('has users before what is theirs, and appointments after barbers', () => {
    const levelsOf = (...names: string[]) => names.map((name) => lockLevels.get(name))
    const inOrder = ['limits', 'customer', 'barber user', 'users', 'barbershops', 'barbers', 'appointments']
    expect(levelsOf(...inOrder)).toEqual([2, 3, 4, 5, 7, 8, 10])
    expect(levelsOf('sessions', 'notifications')).toEqual(['any', 'none'])
  })

  test('names every table', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name::text as name from information_schema.tables where table_schema = 'public'`.execute(world.db)
    expect(rows.map(({ name }) => name).filter((name) => !lockLevels.has(name))).toEqual([])
  })
})

describe('the locks of a statement', () => {
  test.each([
    ['update "users" set "role" = $1 where "id" = $2', ['users']],
    ['delete from time_off using barbers where id = $1', ['time_off']],
    ['select id from users where id = any($1) and (select count(*) from plans) > 0 for no key update', ['users']],
    ['select 1 from barbers b join barbershops on true for share of barbershops, barbers', ['barbershops', 'barbers']],
    ['insert into notifications (id) values ($1)', []],
    ['insert into barbers as member (id) values ($1) on conflict do nothing', ['barbers']],
    ['insert into users (id) select id from (select id from barbers for update) x', ['barbers']],
    ["select pg_advisory_xact_lock(hashtextextended('limits ' || $1::text, 0))", ['limits']],
    ['select pg_advisory_xact_lock(hashtextextended($1::text, 2))', ['barber user']],
    ['select refresh_barbershops($1)', ['barbershops']],
    ['/* update users set */ select 1 -- delete from users', []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })
})

describe('a transaction', () => {
  const shop = crypto.randomUUID()
  const other = crypto.randomUUID()
  const lockShop = { text: 'select 1 from barbershops where id = $1 for no key update', values: [shop] }
  const cancel = { text: 'update appointments set status = $1', values: ['CANCELLED'] }

  test('that locks an appointment before its barbershop is reported', () => {
    expect(findLockOrderViolations([lockShop, cancel])).toEqual([])
    expect(findLockOrderViolations([cancel, lockShop])).toEqual([
      'barbershops after appointments: select 1 from barbershops where id = $1 for no key update',
    ])
  })

  test('may lock a row again, but no other of the table', () => {
    const update = (id: string) => ({ text: 'update barbershops set version = 2 where id = $1', values: [id] })
    expect(findLockOrderViolations([lockShop, cancel, update(shop)])).toEqual([])
    expect(findLockOrderViolations([lockShop, cancel, update(other)])).toHaveLength(1)
  })

  test('that blocks inserts of referencing rows is reported', () => {
    expect(findLockOrderViolations([{ text: 'select 1 from users where id = $1 for update', values: [shop] }])).toEqual(
      ['users for update: select 1 from users where id = $1 for update'],
    )
  })
})
