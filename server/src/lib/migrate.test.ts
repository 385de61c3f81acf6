import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase } from '../../test/template.ts'
import { migrate } from './migrate.ts'

let folder: string
let url: string
let drop: () => Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  ;({ url, drop } = await createDatabase(inject('postgres').url, 'template1'))
  await write('0001-chairs.sql', 'create table chairs (id int)')
})

afterEach(async () => {
  await drop()
  await rm(folder, { recursive: true })
})

function write(file: string, sql: string) {
  return writeFile(join(folder, file), sql)
}

async function query(sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('applies each file once, in order, and the tables of the jobs', async () => {
  await migrate(url, folder)
  await write('0002-color.sql', 'alter table chairs add color text')
  await migrate(url, folder)
  await migrate(url, folder)
  expect(await query('select name from migrations order by name')).toEqual([
    { name: '0001-chairs.sql' },
    { name: '0002-color.sql' },
  ])
  expect(await query('select id, color from chairs')).toEqual([])
  expect(await query('select id from graphile_worker.jobs')).toEqual([])
})

test('concurrent processes apply it once', async () => {
  await write('0002-slow.sql', 'select pg_sleep(0.2); create table mirrors (id int)')
  await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
  expect(await query('select count(*)::int as n from migrations')).toEqual([{ n: 2 }])
})

test('a failing migration is rolled back and its file is named', async () => {
  await write('0002-half.sql', 'create table half (id int); select 1/0')
  await expect(migrate(url, folder)).rejects.toThrow('0002-half.sql falhou: division by zero')
  expect(await query(`select to_regclass('half') as half, to_regclass('chairs')::text as chairs`)).toEqual([
    { half: null, chairs: 'chairs' },
  ])
})

test('an edited migration is refused', async () => {
  await migrate(url, folder)
  await write('0001-chairs.sql', 'create table chairs (id bigint)')
  await expect(migrate(url, folder)).rejects.toThrow('0001-chairs.sql mudou')
})

test('a database of a newer version is refused', async () => {
  await write('0002-color.sql', 'alter table chairs add color text')
  await migrate(url, folder)
  await rm(join(folder, '0002-color.sql'))
  await expect(migrate(url, folder)).rejects.toThrow('0002-color.sql, que este código não conhece')
})

test('the previous version accepts expanding migrations', async () => {
  await write('0002-color.sql', '-- expand: chairs have a color\nalter table chairs add color text')
  await migrate(url, folder)
  await rm(join(folder, '0002-color.sql'))
  await migrate(url, folder)
  await write('0002-color.sql', '-- expand: chairs have a color\nalter table chairs add color text')
  await write('0003-names.sql', '-- contract: nothing reads the color any more\nalter table chairs drop color')
  await migrate(url, folder)
  await rm(join(folder, '0003-names.sql'))
  await expect(migrate(url, folder)).rejects.toThrow('0003-names.sql, que este código não conhece')
})

const findWaitingLocks = `select 1 from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`

test('a migration that waits for a table does not block other statements until it gets the lock', async () => {
  await migrate(url, folder)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; select * from chairs')
  await write('0002-color.sql', '-- expand: chairs have a color\nalter table chairs add color text')
  const migrating = migrate(url, folder)
  await expect.poll(() => query(findWaitingLocks), { timeout: 60_000 }).toHaveLength(1)
  // Queued behind the migration's lock request, which times out and is repeated while the reader holds the table.
  await query('select * from chairs')
  await reader.query('commit')
  await reader.end()
  await migrating
  expect(await query('select color from chairs')).toEqual([])
})

/** Locks of rows are listed without their database. */
const findWaitingStatements = `select 1 from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`

test('a migration that meets a deadlock starts again', async () => {
  await write('0002-rows.sql', 'insert into chairs values (1), (2)')
  await migrate(url, folder)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(`set deadlock_timeout = '1min'; begin; update chairs set id = 2 where id = 2`)
  const inOrder = [1, 2].map((id) => `update chairs set id = ${id + 10} where id = ${id}`)
  await write('0003-backfill.sql', `-- expand: backfill\n${inOrder.join(';')}`)
  const migrating = migrate(url, folder)
  await expect.poll(() => query(findWaitingStatements), { interval: 20, timeout: 60_000 }).toHaveLength(1)
  await other.query('update chairs set id = 1 where id = 1; commit')
  await other.end()
  await migrating
  expect(await query('select id from chairs order by id')).toEqual([{ id: 11 }, { id: 12 }])
})

test('two migrations with one number, or one without, are refused; numbers may be left out', async () => {
  await write('0003-late.sql', 'create table late (id int)')
  await migrate(url, folder)
  expect(await query('select name from migrations order by name')).toEqual([
    { name: '0001-chairs.sql' },
    { name: '0003-late.sql' },
  ])
  await write('0003-other.sql', 'select 1')
  await expect(migrate(url, folder)).rejects.toThrow('0003-other.sql deveria começar com um número próprio')
  await rm(join(folder, '0003-other.sql'))
  await write('4-other.sql', 'select 1')
  await expect(migrate(url, folder)).rejects.toThrow('4-other.sql deveria começar com um número próprio')
})
