import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { readCarryOver } from '../../lib/carry-over.ts'
import { listMigrations, migrate } from '../../lib/migrate.ts'
import { readArchive } from './archive.ts'
import { listReferences, readTableContents, textFormatSettings } from './catalogue.ts'
import type { Manifest } from './take-backup.ts'

const migrationFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** Migrates an empty database to the backup's version and loads it, in one transaction that commits only when every checksum matches. */
export async function restoreTables(url: string, manifest: Manifest, file: string): Promise<void> {
  await migrateTo(url, manifest.migrations)
  const client = new pg.Client({ connectionString: url, application_name: 'na-regua-restore' })
  await client.connect()
  try {
    await client.query(`begin; ${textFormatSettings}; set local lock_timeout = '10s'`)
    await fillTables(client, manifest, file)
    for (const table of manifest.tables) {
      const { rows, sum } = await readTableContents(client, table)
      if (rows !== table.rows || sum !== table.sum)
        throw new Error(`A tabela ${table.name} não voltou igual; nada foi mudado.`)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function migrateTo(url: string, names: readonly string[]) {
  const known = (await listMigrations()).map(({ name }) => name)
  const { earlier } = await readCarryOver(migrationFolder)
  if (earlier.some(({ name }) => name === names[0]))
    throw new Error('O backup é de antes da versão 0.1.0: restaure com o código daquele tempo e inicie depois este.')
  const unknown = names.find((name, index) => known[index] !== name)
  if (unknown) throw new Error(`O backup vem de uma versão mais nova (migração ${unknown}): restaure com ela.`)
  const folder = await mkdtemp(join(tmpdir(), 'na-regua-migrations-'))
  try {
    for (const name of names) await cp(join(migrationFolder, name), join(folder, name))
    await migrate(url, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Without foreign keys, which would require an order of tables, and triggers, whose effects are in the rows already. */
async function fillTables(client: pg.Client, { tables, sequences }: Manifest, file: string) {
  const references = await listReferences(client)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user; truncate ${name}`)
  await copyRows(client, tables, file)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, value } of sequences)
    if (value !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, value])
}

async function copyRows(client: pg.Client, tables: Manifest['tables'], file: string) {
  const byTable = chunksByTable(file)
  for (let next = await byTable.next(); !next.done; next = await byTable.next()) {
    const { index, chunks } = next.value
    const table = tables[index]
    if (!table) throw new Error(`O backup tem linhas de uma tabela que ele não conhece (${index}).`)
    await pipeline(chunks, client.query(copyFrom(`copy ${table.name} (${table.columns}) from stdin`)))
  }
}

/** The chunks of each table in order; each table must be read to its end before the next. */
async function* chunksByTable(file: string): AsyncGenerator<{ index: number; chunks: AsyncGenerator<Uint8Array> }> {
  const entries = readArchive(file)
  let entry = await nextChunk(entries)
  async function* chunksOf(index: number) {
    for (; entry?.index === index; entry = await nextChunk(entries)) yield entry.bytes
  }
  while (entry) yield { index: entry.index, chunks: chunksOf(entry.index) }
}

async function nextChunk(entries: ReturnType<typeof readArchive>) {
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    const index = /^tables\/(\d+)\//.exec(next.value.name)?.[1]
    if (index) return { index: Number(index), bytes: next.value.bytes }
  }
  return undefined
}
