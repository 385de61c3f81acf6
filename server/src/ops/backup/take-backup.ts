import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Entry, writeArchive } from './archive.ts'
import {
  listMigrationNames,
  listSequences,
  listTables,
  readTableContents,
  type Sequence,
  type TableContents,
  textFormatSettings,
} from './catalogue.ts'

/** The first entry of a backup: its contents and the migrations of the database. */
export type Manifest = {
  format: 1
  takenAt: string
  migrations: string[]
  tables: TableContents[]
  sequences: Sequence[]
  /** False when images are in S3 and not part of the backup. */
  hasUploads: boolean
}

export const MANIFEST = 'manifest.json'
const CHUNK_BYTES = 4 * 1024 * 1024

type BackupOptions = {
  databaseUrl: string
  /** Absent when images are in S3. */
  uploads?: string
  file: string
}

/**
 * Writes a snapshot of the database and the images into one file while the app keeps running. The file gets its name when it is
 * complete.
 */
export async function takeBackup({ databaseUrl, uploads, file }: BackupOptions): Promise<Manifest> {
  if (existsSync(file)) throw new Error(`${file} já existe: escolha outro nome.`)
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'na-regua-backup' })
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read, read only; ${textFormatSettings}`)
    const manifest = await describe(client, uploads !== undefined)
    const images = uploads ? await pinImages(uploads) : undefined
    try {
      await writeArchive(draft, listEntries(client, manifest, images))
    } finally {
      if (images) await rm(images, { recursive: true, force: true })
    }
    await rename(draft, file)
    return manifest
  } finally {
    await client.end()
    await rm(draft, { force: true })
  }
}

async function describe(client: pg.Client, hasUploads: boolean): Promise<Manifest> {
  const tables: TableContents[] = []
  for (const table of await listTables(client)) tables.push(await readTableContents(client, table))
  const migrations = await listMigrationNames(client)
  const sequences = await listSequences(client)
  return { format: 1, takenAt: new Date().toISOString(), migrations, tables, sequences, hasUploads }
}

async function* listEntries(client: pg.Client, manifest: Manifest, images?: string): AsyncGenerator<Entry> {
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest, null, 1)) }
  for (const [index, { name, columns }] of manifest.tables.entries()) {
    const rows = client.query(copyTo(`copy ${name} (${columns}) to stdout`))
    let part = 0
    for await (const bytes of toChunks(rows)) yield { name: `tables/${index}/${part++}`, bytes }
  }
  for (const path of images ? await listWholeFiles(images) : [])
    yield { name: `uploads/${path}`, bytes: await readFile(join(images as string, path)) }
}

async function* toChunks(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of rows) {
    waiting.push(chunk)
    size += chunk.length
    if (size < CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/**
 * Hard links to every image, so that one deleted after the snapshot of the database is still in the backup. Files never change under
 * their name, so a link is as good as a copy.
 */
async function pinImages(uploads: string): Promise<string> {
  const pinned = `${uploads}.${randomBytes(4).toString('hex')}.part`
  await mkdir(pinned, { recursive: true })
  for (const path of existsSync(uploads) ? await listWholeFiles(uploads) : []) {
    await mkdir(join(pinned, dirname(path)), { recursive: true })
    await link(join(uploads, path), join(pinned, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  return pinned
}

/** Complete files only, as relative paths with slashes. */
export async function listWholeFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')).sort()
}
