import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { defineJob } from './jobs.ts'

/** Where uploaded files live. A name is `folder/file.ending`, made by `newFileName`, and means the same bytes for ever. */
export type Storage = {
  /** Resolves when the file is kept whole. */
  put(name: string, bytes: Buffer): Promise<void>
  /** A file that is gone already is fine. */
  delete(name: string): Promise<void>
  /** What a browser asks for. */
  urlOf(name: string): string
  /** Undefined when there is no such file. Absent where files are served from the disk as they are. */
  open?(name: string): Promise<ReadableStream<Uint8Array> | undefined>
  /** The name behind an address of ours; undefined for any other. */
  nameOf(url: string): string | undefined
}

export const UPLOADS_PREFIX = '/uploads/'
const shape = /^[a-z]+(\/[\w-]+)+\.(webp|avif)$/

/** Files under `dataDir`/uploads, served by lib/uploads-static.ts. */
export function createLocalStorage({ dataDir }: { dataDir: string }): Storage {
  const root = resolve(dataDir, 'uploads')
  const pathOf = (name: string) => {
    if (!shape.test(name)) throw new Error('a file name that is not ours')
    return join(root, name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // Under its own name only when it is whole: whoever finds it may keep it for a year.
      const draft = `${path}.${randomBytes(6).toString('hex')}.part`
      try {
        await writeFile(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
    ...addresses,
  }
}

/** The same wherever the files are, so that a place may move them and no row has to follow. */
export const addresses: Pick<Storage, 'urlOf' | 'nameOf'> = {
  urlOf: (name) => UPLOADS_PREFIX + name,
  nameOf: (url) => {
    const name = url.startsWith(UPLOADS_PREFIX) ? url.slice(UPLOADS_PREFIX.length) : ''
    return shape.test(name) ? name : undefined
  },
}

/** Nobody can guess it, and nothing of what the person called the file is in it. */
export function newFileStem(folder: string): string {
  return `${folder}/${randomBytes(16).toString('base64url')}`
}

export async function deleteFiles({ storage }: { storage: Storage }, { names }: { names: string[] }): Promise<void> {
  for (const name of names) await storage.delete(name)
}

export const deleteFilesJob = defineJob('delete-files', { run: deleteFiles })
