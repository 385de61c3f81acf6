import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Entry, writeArchive } from './archive.ts'
import {
  type Contents,
  listMigrationNames,
  listSequences,
  listTables,
  quoteIdentifier,
  readContents,
  type Sequence,
} from './catalogue.ts'

/** The first entry of a backup: what it holds, and how far the base had come. */
export type Manifest = {
  format: 1
  takenAt: string
  migrations: string[]
  tables: Contents[]
  sequences: Sequence[]
  /** False: pictures lie elsewhere (S3), and are kept there. */
  hasUploads: boolean
}

export const MANIFEST = 'manifest.json'
const PIECE_BYTES = 4 * 1024 * 1024

type Options = {
  databaseUrl: string
  /** Absent when pictures do not lie on this disk. */
  uploads?: string
  file: string
}

/**
 * Keeps the whole base, as it is at one instant, and the pictures in one file. The app may go on meanwhile. What the file
 * is called exists only when it is whole.
 */
export async function takeBackup({ databaseUrl, uploads, file }: Options): Promise<Manifest> {
  if (existsSync(file)) throw new Error(`${file} já existe: escolha outro nome.`)
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'na-regua-backup' })
  await client.connect()
  try {
    await client.query(`begin isolation level repeatable read, read only; ${quoteIdentifier}`)
    const manifest = await describe(client, uploads !== undefined)
    const pictures = uploads ? await pinPictures(uploads) : undefined
    try {
      await writeArchive(draft, listEntries(client, manifest, pictures))
    } finally {
      if (pictures) await rm(pictures, { recursive: true, force: true })
    }
    await rename(draft, file)
    return manifest
  } finally {
    await client.end()
    await rm(draft, { force: true })
  }
}

async function describe(client: pg.Client, hasUploads: boolean): Promise<Manifest> {
  const tables: Contents[] = []
  for (const table of await listTables(client)) tables.push(await readContents(client, table))
  const [migrations, sequences] = [await listMigrationNames(client), await listSequences(client)]
  return { format: 1, takenAt: new Date().toISOString(), migrations, tables, sequences, hasUploads }
}

async function* listEntries(client: pg.Client, manifest: Manifest, pictures?: string): AsyncGenerator<Entry> {
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest, null, 1)) }
  for (const [index, { name, columns }] of manifest.tables.entries()) {
    const rows = client.query(copyTo(`copy ${name} (${columns}) to stdout`))
    let part = 0
    for await (const bytes of cutPieces(rows)) yield { name: `tables/${index}/${part++}`, bytes }
  }
  for (const path of pictures ? await listFiles(pictures) : [])
    yield { name: `uploads/${path}`, bytes: await readFile(join(pictures as string, path)) }
}

async function* cutPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of rows) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/**
 * A second name for every picture: one that is taken away a moment after the base's instant must still be in the backup. Pictures
 * never change under a name, so this is the same as a copy.
 */
async function pinPictures(uploads: string): Promise<string> {
  const pinned = `${uploads}.${randomBytes(4).toString('hex')}.part`
  await mkdir(pinned, { recursive: true })
  for (const path of existsSync(uploads) ? await listFiles(uploads) : []) {
    await mkdir(join(pinned, dirname(path)), { recursive: true })
    await link(join(uploads, path), join(pinned, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
  return pinned
}

/** Whole files only; paths below the folder, with slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/')).sort()
}
