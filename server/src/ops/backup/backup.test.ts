import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBookableBarbershop, createCustomers } from '../../../test/booking-scene.ts'
import { createDatabase } from '../../../test/template.ts'
import { openDatabase } from '../../lib/database.ts'
import { addJob } from '../../lib/jobs.ts'
import { getSecret } from '../../lib/secrets.ts'
import { storeEvent, toEventColumns } from '../../lib/worker/relay-events.ts'
import { reviveJobsJob } from '../../lib/worker/revive-jobs.ts'
import { listSequences, listTables, readTableContents, type Sequence, type TableContents } from './catalogue.ts'
import { restoreBackup } from './restore-backup.ts'
import { listWholeFiles, takeBackup } from './take-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'na-regua-backup-'))
const file = join(folder, 'backup.tar.zst')
const uploads = join(folder, 'uploads')
const { url, template } = inject('postgres')
const databases: Awaited<ReturnType<typeof createDatabase>>[] = []
afterAll(async () => {
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true })
})

async function newDatabase() {
  const database = await createDatabase(url, template)
  databases.push(database)
  return database.url
}

async function withClient<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Row counts and checksums of every table, and the value of every sequence. */
function readAll(address: string): Promise<(TableContents | Sequence)[]> {
  return withClient(address, async (client) => {
    await client.query("set timezone = 'Asia/Tokyo'")
    const tables: TableContents[] = []
    for (const table of await listTables(client)) tables.push(await readTableContents(client, table))
    return [...tables, ...(await listSequences(client))]
  })
}

let source: string
let before: Awaited<ReturnType<typeof readAll>>
beforeAll(async () => {
  source = await newDatabase()
  const { db, close } = openDatabase(source, { max: 2, connectMs: 15_000 })
  const shop = await createBookableBarbershop(db, { barberCount: 2, durations: [30, 45] })
  await createCustomers(db, 40)
  const name = 'Corte\té \\N "ção"\n✂️'
  await db.updateTable('barbershops').set({ name }).where('id', '=', shop.id).execute()
  await addJob(db, reviveJobsJob, {}, { key: 'waits', runAt: new Date('2100-01-01') })
  await storeEvent(toEventColumns({ jobs: [], published: { appointments: [shop.id] } })).execute(db)
  await getSecret(db, 'chave')
  await close()
  mkdirSync(join(uploads, 'fotos'), { recursive: true })
  for (const name of ['a', 'b']) writeFileSync(join(uploads, 'fotos', `${name}.webp`), name.repeat(100_000))
  writeFileSync(join(uploads, 'fotos/half.webp.0a.part'), 'half')
  before = await readAll(source)
  await takeBackup({ databaseUrl: source, uploads, file })
})

test('every table, sequence and image is restored, with the same checksums', async () => {
  expect(before.filter((table) => 'rows' in table && table.rows !== '0').length).toBeGreaterThan(6)
  expect(before.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.secrets', 'public.pending_events', 'graphile_worker._private_jobs']),
  )
  const target = await newDatabase()
  const images = join(folder, 'target')
  await restoreBackup({ file, databaseUrl: target, uploads: images, isReplacing: false })
  expect(await readAll(target)).toEqual(before)
  expect(await listWholeFiles(images)).toEqual(['fotos/a.webp', 'fotos/b.webp'])
  expect(readFileSync(join(images, 'fotos/b.webp'), 'utf8')).toBe('b'.repeat(100_000))
  expect(await listReferences(target)).toEqual(await listReferences(source))
})

const listReferences = (address: string) =>
  withClient(address, async (client) => {
    const { rows } =
      await client.query(`select conname, pg_get_constraintdef(oid) as text, convalidated from pg_constraint
      where contype = 'f' order by 1, 2`)
    const { rows: triggers } = await client.query(
      'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1',
    )
    expect([rows.length > 20, triggers.length > 0]).toEqual([true, true])
    return [rows, triggers]
  })

test('only its owner can read it, no temporary files remain, and it overwrites nothing', async () => {
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  expect((await listWholeFiles(folder)).filter((name) => !/^(target|uploads)\//.test(name))).toEqual(['backup.tar.zst'])
  await expect(takeBackup({ databaseUrl: source, uploads, file })).rejects.toThrow('já existe')
})

test('a database with data is kept, unless replacing is requested: then it is replaced as a whole', async () => {
  const target = await newDatabase()
  const { db, close } = openDatabase(target, { max: 1, connectMs: 15_000 })
  await createCustomers(db, 3)
  await close()
  const full = await readAll(target)
  await expect(restoreBackup({ file, databaseUrl: target, isReplacing: false })).rejects.toThrow('--replace')
  expect(await readAll(target)).toEqual(full)
  await restoreBackup({ file, databaseUrl: target, isReplacing: true })
  expect(await readAll(target)).toEqual(before)
})

test('a truncated or damaged file is refused before anything is changed', async () => {
  const whole = readFileSync(file)
  const target = await newDatabase()
  const { db, close } = openDatabase(target, { max: 1, connectMs: 15_000 })
  await createCustomers(db, 1)
  await close()
  const untouched = await readAll(target)
  const flipped = (at: number) => Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 1 : byte)))
  const spoiled = [
    whole.subarray(0, whole.length - 1),
    whole.subarray(0, whole.length / 2),
    whole.subarray(0, 0),
    flipped(Math.floor(whole.length * 0.9)),
    // The first of them damage the manifest, which then is no JSON long before the checksum is read.
    ...Array.from({ length: 40 }, (_, index) => flipped(20 + index * 20)),
    Buffer.from('não é um backup'),
  ]
  for (const [index, bytes] of spoiled.entries()) {
    const bad = join(folder, `bad-${index}`)
    writeFileSync(bad, bytes)
    await expect(restoreBackup({ file: bad, databaseUrl: target, isReplacing: true })).rejects.toThrow(
      /incompleto|danificado/,
    )
  }
  expect(await readAll(target)).toEqual(untouched)
})
