import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../lib/migrate.ts'
import { readArchive } from './archive.ts'
import { restoreTables } from './restore-tables.ts'
import { MANIFEST, type Manifest } from './take-backup.ts'

type Options = {
  file: string
  databaseUrl: string
  /** Absent when pictures do not lie on this disk. */
  uploads?: string
  /** Takes the place of a base that holds something. */
  isReplacing: boolean
}

/**
 * Puts a backup into an empty base, or, when told to, into the place of a full one. The file is read to its end before
 * anything else happens, and a full base is only given up when the new one stands beside it, counted and summed.
 */
export async function restoreBackup({ file, databaseUrl, uploads, isReplacing }: Options): Promise<Manifest> {
  const manifest = await readManifest(file)
  if (await isEmpty(databaseUrl)) await fill(databaseUrl, manifest, file)
  else if (isReplacing) await replaceBase(databaseUrl, (url) => fill(url, manifest, file))
  else throw new Error('O banco já tem contas. Para trocar tudo o que há nele pelo backup, acrescente --replace.')
  if (uploads && manifest.hasUploads) await replacePictures(file, uploads)
  return manifest
}

/** Everything is read once, so that nothing begins on a file that does not end well: until its sum was right, no byte is believed. */
async function readManifest(file: string): Promise<Manifest> {
  let written: Uint8Array | undefined
  for await (const { name, bytes } of readArchive(file)) if (name === MANIFEST) written = bytes
  const manifest: Manifest | undefined = written && JSON.parse(Buffer.from(written).toString())
  if (manifest?.format !== 1) throw new Error(`${file} não é um backup que esta versão conhece.`)
  return manifest
}

/** As the backup's own version left it, then on to this one. */
async function fill(url: string, manifest: Manifest, file: string) {
  await restoreTables(url, manifest, file)
  await migrate(url)
}

/** Whose base it is shows in its accounts. One that was only migrated has none. */
async function isEmpty(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.users') is not null as has_users`)
    if (!rows[0].has_users) return true
    return (await client.query('select 1 from users limit 1')).rowCount === 0
  })
}

async function replaceBase(url: string, fillIt: (url: string) => Promise<void>) {
  const [name, mark] = [decodeURIComponent(new URL(url).pathname.slice(1)), randomBytes(4).toString('hex')]
  const [fresh, old] = [`${name}_restored_${mark}`, `${name}_replaced_${mark}`]
  await withClient(urlOf(url, 'postgres'), async (client) => {
    const quoted = client.escapeIdentifier.bind(client)
    await client.query(`create database ${quoted(fresh)}`).catch(explainRight)
    try {
      await fillIt(urlOf(url, fresh))
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

function explainRight(error: Error): never {
  throw new Error(
    `O banco novo não pôde ser criado ao lado do antigo (${error.message}). Crie um banco vazio, restaure nele e aponte DATABASE_URL para ele.`,
  )
}

/** Below a name of its own until it is whole, like the base. */
async function replacePictures(file: string, uploads: string) {
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
