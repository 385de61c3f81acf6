import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { fastifyStatic } from '@fastify/static'
import { ApiError } from '@na-regua/contract/errors'
import { Type } from 'typebox'
import type { App } from './http.ts'
import { typeOf } from './s3-storage.ts'
import { type Storage, UPLOADS_PREFIX } from './storage.ts'

/** Nothing here is a page: should a browser be talked into reading a picture as one, it may run and load nothing. */
const POLICY = "default-src 'none'; sandbox"

type Options = { dataDir: string; storage: Storage }

/** Pictures at /uploads/…. A name there always means the same bytes, so browsers keep them for a year. */
export async function serveUploads(app: App, { dataDir, storage }: Options) {
  const { open } = storage
  if (!open) return serveFolder(app, resolve(dataDir, 'uploads'), UPLOADS_PREFIX)
  // What the demo drew is no upload and stays where it was drawn.
  await serveFolder(app, resolve(dataDir, 'uploads/demo'), join(UPLOADS_PREFIX, 'demo/'))
  app.route({
    method: 'GET',
    url: `${UPLOADS_PREFIX}:folder/:file`,
    access: 'public',
    schema: { hide: true, params: Type.Object({ folder: Type.String(), file: Type.String() }) },
    handler: async (request, reply) => {
      const name = storage.nameOf(`${UPLOADS_PREFIX}${request.params.folder}/${request.params.file}`)
      const stream = name && (await open(name))
      if (!stream) throw new ApiError('NOT_FOUND')
      reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': POLICY })
      return reply.type(typeOf(name)).send(Readable.fromWeb(stream as ReadableStream))
    },
  })
}

async function serveFolder(app: App, root: string, prefix: string) {
  await app.register(fastifyStatic, {
    root,
    // The folder appears with the first picture.
    suppressWarning: true,
    prefix,
    immutable: true,
    maxAge: '365d',
    index: false,
    redirect: false,
    dotfiles: 'deny',
    decorateReply: false,
    schemaHide: true,
    setHeaders: (reply) => reply.header('content-security-policy', POLICY),
  })
}
