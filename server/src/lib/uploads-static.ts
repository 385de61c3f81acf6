import { resolve } from 'node:path'
import { fastifyStatic } from '@fastify/static'
import type { App } from './http.ts'

/** Pictures under `dataDir`/uploads at /uploads/…. A name there always means the same bytes, so browsers keep them for a year. */
export async function serveUploads(app: App, { dataDir }: { dataDir: string }) {
  await app.register(fastifyStatic, {
    root: resolve(dataDir, 'uploads'),
    // The folder appears with the first picture.
    suppressWarning: true,
    prefix: '/uploads/',
    immutable: true,
    maxAge: '365d',
    index: false,
    redirect: false,
    dotfiles: 'deny',
    decorateReply: false,
    schemaHide: true,
    // Nothing here is a page: should a browser be talked into reading a picture as one, it may run and load nothing.
    setHeaders: (reply) => reply.header('content-security-policy', "default-src 'none'; sandbox"),
  })
}
