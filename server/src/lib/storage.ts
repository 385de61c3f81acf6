import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { fastifyStatic } from '@fastify/static'
import { ApiError } from '@na-regua/contract/errors'
import { AwsClient } from 'aws4fetch'
import { Type } from 'typebox'
import type { Config, S3Config } from './config.ts'
import { type App, TRANSFER_TIMEOUT_MS } from './http.ts'
import { defineJob } from './jobs.ts'

/** Where uploaded files are stored. A name is `folder/file.extension`, made from `newFileStem`, and its bytes never change. */
export type Storage = {
  /** Resolves when the whole file is stored. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Deleting a file that does not exist is not an error. */
  delete(name: string): Promise<void>
  urlOf(name: string): string
  /** Undefined when the file does not exist. Absent where files are served from the local folder. */
  open?(name: string): Promise<ReadableStream<Uint8Array> | undefined>
  /** The name behind a URL of ours; undefined for any other. */
  nameOf(url: string): string | undefined
}

const UPLOADS_PREFIX = '/uploads/'
const nameFormat = /^[a-z]+(\/[\w-]+)+\.(webp|avif)$/

/** A bucket when one is configured, the data folder otherwise. */
export function createStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage {
  return s3 ? createS3Storage(s3) : createLocalStorage(dataDir)
}

function createLocalStorage(dataDir: string): Storage {
  const root = resolve(dataDir, 'uploads')
  const pathOf = (name: string) => {
    if (!nameFormat.test(name)) throw new Error('invalid file name')
    return join(root, name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // Written under a temporary name first: browsers cache whatever they get under the final name for a year.
      const temporary = `${path}.${randomBytes(6).toString('hex')}.part`
      try {
        await writeFile(temporary, bytes)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
    ...urls,
  }
}

/** Independent of where the files are stored, so that files can be moved without changing rows. */
const urls: Pick<Storage, 'urlOf' | 'nameOf'> = {
  urlOf: (name) => UPLOADS_PREFIX + name,
  nameOf: (url) => {
    const name = url.startsWith(UPLOADS_PREFIX) ? url.slice(UPLOADS_PREFIX.length) : ''
    return nameFormat.test(name) ? name : undefined
  },
}

export const nameOfUpload: Storage['nameOf'] = urls.nameOf

const S3_TIMEOUT_MS = 15_000

/** A bucket of any S3-compatible service. It may be private: browsers fetch the files through this server. */
export function createS3Storage({ endpoint, bucket, region, accessKey, secretKey }: S3Config): Storage {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    // A user waits for the response. What must not fail runs in a job, which is retried.
    retries: 1,
  })

  async function request(method: string, name: string, init: RequestInit = {}): Promise<Response> {
    const url = `${endpoint}/${bucket}/${name}`
    const signal = AbortSignal.timeout(S3_TIMEOUT_MS)
    const response = await client.fetch(url, { method, signal, ...init }).catch(() => {
      throw new ApiError('UNAVAILABLE')
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new ApiError('UNAVAILABLE')
  }

  return {
    async put(name, bytes) {
      const headers = { 'content-type': contentTypeOf(name), 'cache-control': IMMUTABLE }
      const { status, body } = await request('PUT', name, { headers, body: new Uint8Array(bytes) })
      await body?.cancel()
      if (status === 404) throw new ApiError('UNAVAILABLE')
    },
    async delete(name) {
      await (await request('DELETE', name)).body?.cancel()
    },
    async open(name) {
      const response = await request('GET', name)
      return response.status === 404 ? undefined : (response.body ?? undefined)
    },
    ...urls,
  }
}

function contentTypeOf(name: string): string {
  return `image/${name.split('.').at(-1)}`
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** No upload is a page: if a browser treats one as HTML, it must not run or load anything. */
const UPLOAD_POLICY = "default-src 'none'; sandbox"

/** Keeps a photo that not everyone may see to its reader: no proxy stores it, and a browser not for longer than it is looked at. */
const PRIVATE = 'private, max-age=60'

type ServeOptions = {
  dataDir: string
  storage: Storage
  /** Who may see the file of a URL now: everyone, those who have its URL, or no user. */
  findUse: (url: string) => Promise<'public' | 'private' | 'none'>
}

/** Serves uploads at /uploads/…, from the local folder or through `storage.open`, if they may be seen. */
export async function serveUploads(app: App, { dataDir, storage, findUse }: ServeOptions) {
  await app.register(async (scope) => {
    checkUses(scope as App, findUse)
    await serveFiles(scope as App, dataDir, storage)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    isPrivateFile: boolean
  }
}

/** For each request: a photo whose customer has withdrawn the consent is gone at once, whatever still exists of it. */
function checkUses(app: App, findUse: ServeOptions['findUse']) {
  app.decorateRequest('isPrivateFile', false)
  app.addHook('preHandler', async (request) => {
    const [url = ''] = (request.raw.url ?? '').split('?')
    const use = await findUse(url)
    if (use === 'none') throw new ApiError('NOT_FOUND')
    request.isPrivateFile = use === 'private'
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.isPrivateFile) reply.header('cache-control', PRIVATE)
  })
}

async function serveFiles(app: App, dataDir: string, storage: Storage) {
  const { open } = storage
  if (!open) return serveFolder(app, resolve(dataDir, 'uploads'), UPLOADS_PREFIX)
  // The images of the demo are not uploads: they are generated into the local folder.
  await serveFolder(app, resolve(dataDir, 'uploads/demo'), join(UPLOADS_PREFIX, 'demo/'))
  app.route({
    method: 'GET',
    url: `${UPLOADS_PREFIX}:folder/:file`,
    access: 'public',
    schema: { hide: true, params: Type.Object({ folder: Type.String(), file: Type.String() }) },
    config: { kind: 'file' },
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    handler: async (request, reply) => {
      const name = storage.nameOf(`${UPLOADS_PREFIX}${request.params.folder}/${request.params.file}`)
      const stream = name && (await open(name))
      if (!stream) throw new ApiError('NOT_FOUND')
      reply.headers({ 'cache-control': IMMUTABLE, 'content-security-policy': UPLOAD_POLICY })
      return reply.type(contentTypeOf(name)).send(Readable.fromWeb(stream as WebStream))
    },
  })
}

async function serveFolder(app: App, root: string, prefix: string) {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, kind: 'file' }
      route.handlerTimeout = TRANSFER_TIMEOUT_MS
    })
    await scope.register(fastifyStatic, {
      root,
      // The folder is created by the first upload.
      suppressWarning: true,
      prefix,
      immutable: true,
      maxAge: '365d',
      index: false,
      redirect: false,
      dotfiles: 'deny',
      decorateReply: false,
      schemaHide: true,
      setHeaders: (reply) => reply.header('content-security-policy', UPLOAD_POLICY),
    })
  })
}

/** Random, so that URLs cannot be guessed, and without the uploaded file's own name. */
export function newFileStem(folder: string): string {
  return `${folder}/${randomBytes(16).toString('base64url')}`
}

async function deleteFiles({ storage }: { storage: Storage }, { names }: { names: string[] }): Promise<void> {
  for (const name of names) await storage.delete(name)
}

export const deleteFilesJob = defineJob('delete-files', { run: deleteFiles })
