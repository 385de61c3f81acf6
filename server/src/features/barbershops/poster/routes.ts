import { createHash } from 'node:crypto'
import { IdParams } from '@na-regua/contract/fields'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import { type App, TRANSFER_TIMEOUT_MS } from '../../../lib/http.ts'
import { clientKey, createLocalLimit } from '../../../lib/rate-limit.ts'
import { createConcurrencyQueue } from '../../../lib/requests/concurrency.ts'
import { originOf } from '../../../lib/requests/host.ts'
import { findPoster, getDoorRow, getPosterRow, storePoster } from './queries.ts'
import { type PosterKind, type PosterSubject, renderPoster } from './render-poster.ts'

type PosterDeps = { db: Database; clock: Clock; config: Pick<Config, 'isRateLimited' | 'publicUrl' | 'port'> }

/** What one client may cause. An owner downloads four files. */
const RENDERINGS = { max: 12, seconds: 60 }
const types = { pdf: 'application/pdf', png: 'image/png' } as const

const headersOf = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, max-age=60',
})

/** On the door: no account, and only a phone with a camera. */
const doorTexts = { invitation: 'Entre na fila', caption: 'Sem cadastro. Você vê quanto falta.' }

type PosterFile = {
  barbershopId: string
  kind: PosterKind
  format: 'pdf' | 'png'
  /** What it is stored as. */
  name: string
  subject: PosterSubject
}
type GetFile = (request: FastifyRequest, file: PosterFile) => Promise<Buffer>

/**
 * Takes the stored file, or renders it: once for all processes, until what it shows changes. A client that causes too many renderings is
 * refused.
 */
function createRenderer({ db, clock, config }: PosterDeps): GetFile {
  const renderings = new Map<string, Promise<Buffer>>()
  // One at a time: a page with 300 pixels per inch needs 35 MB, and one core for almost half a second.
  const enqueue = createConcurrencyQueue({ concurrency: 1, maxQueued: 10 })
  const countRendering = config.isRateLimited ? createLocalLimit({ ...RENDERINGS, clock }) : () => {}

  async function renderAndStore({ barbershopId, kind, format, name, subject }: PosterFile, digest: string) {
    const bytes = await renderPoster(kind, format, subject)
    await storePoster(db, { barbershopId, file: name, digest, bytes, now: clock.now() })
    return bytes
  }

  return async (request, file) => {
    const { barbershopId, name, kind, format, subject } = file
    const digest = createHash('sha256')
      .update(JSON.stringify([kind, format, subject]))
      .digest('base64url')
    const stored = await findPoster(db, { barbershopId, file: name, digest })
    if (stored) return stored
    const running = renderings.get(digest)
    if (running) return running
    countRendering(clientKey(request))
    const rendering = enqueue(() => renderAndStore(file, digest)).finally(() => renderings.delete(digest))
    renderings.set(digest, rendering)
    return rendering
  }
}

/** Files to print and to publish, beside the pages: they show what the public page shows, so a link downloads them without a session. */
export function posterRoutes(app: App, deps: PosterDeps) {
  // One renderer, so that one limit and one line hold for all files.
  const getFile = createRenderer(deps)
  routeOfPoster(app, deps, getFile)
  routeOfDoor(app, deps, getFile)
}

function routeOfPoster(app: App, { db, config }: PosterDeps, getFile: GetFile) {
  app.route({
    method: 'GET',
    url: '/posters/:id(^[\\da-fA-F-]{36}$)/:file(^cartaz|story$).:format(^pdf|png$)',
    access: 'public',
    schema: { hide: true, params: Type.Object({ ...IdParams.properties, file: Type.String(), format: Type.String() }) },
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    handler: async (request, reply) => {
      const { id } = request.params
      const kind = request.params.file as PosterKind
      const format = request.params.format as 'pdf' | 'png'
      const { slug, ...shown } = await getPosterRow(db, id)
      const page = `${originOf(config, request)}/${slug ?? `barbershop/${id}`}`
      // So that a booking is known to come from it: `useArrival` in the web.
      const subject: PosterSubject = { ...shown, url: `${page}?origem=cartaz` }
      const name = `${kind}.${format}`
      const file = await getFile(request, { barbershopId: id, kind, format, name, subject })
      return reply
        .headers(headersOf(`${kind}-${slug ?? 'barbearia'}.${format}`))
        .type(types[format])
        .send(file)
    },
  })
}

function routeOfDoor(app: App, { db, config }: PosterDeps, getFile: GetFile) {
  app.route({
    method: 'GET',
    url: '/posters/porta/:key(^[\\w-]{16,64}$).:format(^pdf|png$)',
    access: 'public',
    schema: { hide: true, params: Type.Object({ key: Type.String(), format: Type.String() }) },
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    handler: async (request, reply) => {
      const { key } = request.params
      const format = request.params.format as 'pdf' | 'png'
      const url = `${originOf(config, request)}/fila#${key}`
      const { id: barbershopId, ...shown } = await getDoorRow(db, key)
      const subject: PosterSubject = { ...shown, url, texts: doorTexts }
      const name = `porta.${format}`
      const file = await getFile(request, { barbershopId, kind: 'cartaz', format, name, subject })
      return reply
        .headers(headersOf(`fila.${format}`))
        .type(types[format])
        .send(file)
    },
  })
}
