import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { describeSchema } from '../../test/describe-schema.ts'
import { createDatabase } from '../../test/template.ts'
import { listMigrations, migrate, readMigrationState } from './migrate.ts'

const serverFolder = new URL('../../', import.meta.url)

let database: { url: string; drop: () => Promise<void> }
let client: pg.Client

/** A database as the migrations from before 0.1.0 left it, with some rows. */
beforeEach(async () => {
  database = await createDatabase(inject('postgres').url, 'template1')
  client = await connect(database.url)
  await client.query(await readFile(new URL('test/carry-over/earlier-schema.sql', serverFolder), 'utf8'))
  await client.query(await readFile(new URL('test/carry-over/earlier-rows.sql', serverFolder), 'utf8'))
  await client.query(`create table migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(),
    is_expanding boolean not null default false)`)
  const list = await readFile(new URL('migrations/carry-over/earlier-migrations.sha256', serverFolder), 'utf8')
  for (const line of list.trim().split('\n')) {
    const [checksum, name] = line.split('  ')
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
})

afterEach(async () => {
  await client.end()
  await database.drop()
})

async function connect(url: string) {
  const connected = new pg.Client({ connectionString: url })
  await connected.connect()
  return connected
}

test('a database of the earlier migrations gets the schema of a new one and keeps its rows', async () => {
  expect((await readMigrationState(client)).pending[0]).toBe('carry-over')
  await migrate(database.url)

  const fresh = await createDatabase(inject('postgres').url, inject('postgres').template)
  const freshClient = await connect(fresh.url)
  const expected = await describeSchema(freshClient, { inOrderOfNames: true })
  await freshClient.end()
  await fresh.drop()
  expect(await describeSchema(client, { inOrderOfNames: true })).toBe(expected)

  const { rows } = await client.query(`
    select users.name as customer, barbershops.name as barbershop, guest_name, starts_at, rating
      from appointments join users on users.id = customer_id join barbershops on barbershops.id = appointments.barbershop_id
      left join reviews on appointment_id = appointments.id order by starts_at`)
  const saved = { customer: 'Caio Cliente', barbershop: 'Barbearia do Bruno' }
  expect(rows).toEqual([
    { ...saved, guest_name: null, starts_at: new Date('2026-11-23T14:00Z'), rating: 5 },
    { ...saved, guest_name: 'Davi', starts_at: new Date('2026-11-30T14:00Z'), rating: null },
  ])
})

test('it is carried over once, by one of several processes', async () => {
  await Promise.all([migrate(database.url), migrate(database.url)])
  await migrate(database.url)
  const { rows } = await client.query('select name from migrations order by name')
  const names = (await listMigrations()).map(({ name }) => name)
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(await readMigrationState(client)).toEqual({ pending: [] })
})

test('a database that had not come to the last of them is refused', async () => {
  await client.query(`delete from migrations where name > '0110-z'`)
  const problem = 'parou na migração 0110-index-of-customer-names.sql'
  await expect(migrate(database.url)).rejects.toThrow(problem)
  expect((await readMigrationState(client)).problem).toContain(problem)
})

test('a database whose migrations were edited is refused', async () => {
  await client.query(`update migrations set checksum = 'x' where name = '0108-customer-search.sql'`)
  await expect(migrate(database.url)).rejects.toThrow('0108-customer-search.sql mudou')
})
