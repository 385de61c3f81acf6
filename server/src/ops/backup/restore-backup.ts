import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../lib/migrate.ts'
import { readArchive } from './archive.ts'
import { restoreTables } from './restore-tables.ts'
import { MANIFEST, type Manifest } from './take-backup.ts'

type RestoreOptions = {
  file: string
  databaseUrl: string
  /** Absent when images are in S3. */
  uploads?: string
  /** Replaces a database that is not empty. */
  isReplacing: boolean
}

/**
 * Restores a backup into an empty database, or with `isReplacing` instead of the existing one. The whole file is verified first, and
 * an existing database is dropped only when the new one is complete and its checksums match.
 */
export async function restoreBackup({ file, databaseUrl, uploads, isReplacing }: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(file)
  if (await isEmpty(databaseUrl)) await fill(databaseUrl, manifest, file)
  else if (isReplacing) await replaceDatabase(databaseUrl, (url) => fill(url, manifest, file))
  else throw new Error('O banco já tem contas. Para trocar tudo o que há nele pelo backup, acrescente --replace.')
  if (uploads && manifest.hasUploads) await replaceImages(file, uploads)
  return manifest
}

/** Reads the whole file to verify its checksum before anything is changed. */
async function readManifest(file: string): Promise<Manifest> {
  let written: Uint8Array | undefined
  for await (const { name, bytes } of readArchive(file)) if (name === MANIFEST) written = bytes
  const manifest: Manifest | undefined = written && JSON.parse(Buffer.from(written).toString())
  if (manifest?.format !== 1) throw new Error(`${file} não é um backup que esta versão conhece.`)
  return manifest
}

/** Restores at the backup's version, then migrates to this one. */
async function fill(url: string, manifest: Manifest, file: string) {
  await restoreTables(url, manifest, file)
  await migrate(url)
}

/** A database without users counts as empty: it was only migrated. */
async function isEmpty(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.users') is not null as has_users`)
    if (!rows[0].has_users) return true
    return (await client.query('select 1 from users limit 1')).rowCount === 0
  })
}

async function replaceDatabase(url: string, fillDatabase: (url: string) => Promise<void>) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const mark = randomBytes(4).toString('hex')
  const fresh = `${name}_restored_${mark}`
  const old = `${name}_replaced_${mark}`
  await withClient(urlOf(url, 'postgres'), async (client) => {
    const quoted = client.escapeIdentifier.bind(client)
    await client.query(`create database ${quoted(fresh)}`).catch(explainFailure)
    try {
      await fillDatabase(urlOf(url, fresh))
      await client.query(`alter database ${quoted(name)} with allow_connections false`)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await client.query(`alter database ${quoted(name)} rename to ${quoted(old)}`)
      await client.query(`alter database ${quoted(fresh)} rename to ${quoted(name)}`)
    } catch (error) {
      await client.query(`drop database if exists ${quoted(fresh)} with (force)`)
      await client.query(`alter database ${quoted(name)} with allow_connections true`).catch(() => {})
      throw error
    }
    await client.query(`drop database ${quoted(old)} with (force)`)
  })
}

function explainFailure(error: Error): never {
  throw new Error(
    `O banco novo não pôde ser criado ao lado do antigo (${error.message}). Crie um banco vazio, restaure nele e aponte DATABASE_URL para ele.`,
  )
}

/** Extracted under a temporary name, like the database. */
async function replaceImages(file: string, uploads: string) {
  const draft = `${uploads}.${randomBytes(4).toString('hex')}.part`
  await mkdir(draft, { recursive: true })
  try {
    for await (const { name, bytes } of readArchive(file)) {
      if (!name.startsWith('uploads/')) continue
      if (name.split('/').includes('..')) throw new Error(`O backup tem um nome de arquivo impossível: ${name}`)
      const path = join(draft, name.slice('uploads/'.length))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
    }
    if (existsSync(uploads)) await rm(uploads, { recursive: true })
    await rename(draft, uploads)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

function urlOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'na-regua-restore' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
