import { createHash } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { IdParams } from '@na-regua/contract/fields'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { LoadingCache } from '../../../lib/caches/loading-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import { type App, TRANSFER_TIMEOUT_MS } from '../../../lib/http.ts'
import { clientKey, createLocalLimit } from '../../../lib/rate-limit.ts'
import { createConcurrencyQueue } from '../../../lib/requests/concurrency.ts'
import { originOf } from '../../../lib/requests/host.ts'
import { type PosterKind, type PosterSubject, renderPoster } from './render-poster.ts'

type PosterDeps = { db: Database; clock: Clock; config: Pick<Config, 'isRateLimited' | 'publicUrl' | 'port'> }

const TTL_MS = 3_600_000
/** Some hundred files. */
const CACHE_BYTES = 16 * 1024 * 1024
/** Renderings that one client may cause. An owner downloads four files. */
const MISSES = { max: 12, seconds: 60 }
const types = { pdf: 'application/pdf', png: 'image/png' } as const

type Row = { name: string; place: string; slug: string | null }

/** What the public page shows. Throws BARBERSHOP_NOT_FOUND unless it is active. */
async function getPosterRow(db: Database, id: string): Promise<Row> {
  const { rows } = await sql<Row>`/* get poster */
    select name, concat_ws(', ', nullif(neighborhood, ''), city) || ' - ' || state as place,
           (select slug from barbershop_slugs where barbershop_id = barbershops.id and is_current) as slug
      from barbershops where id = ${id} and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

const headersOf = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, max-age=60',
})

/** Of the door whose key is given. Throws LINK_INVALID when the key was renewed or the barbershop is not active. */
async function getDoorRow(db: Database, key: string): Promise<Pick<Row, 'name' | 'place'>> {
  const { rows } = await sql<Pick<Row, 'name' | 'place'>>`/* get door poster */
    select name, concat_ws(', ', nullif(neighborhood, ''), city) || ' - ' || state as place
      from barbershop_queues join barbershops on barbershops.id = barbershop_id
     where door_key = ${key} and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('LINK_INVALID')
  return rows[0]
}

/** On the door: no account, and only a phone with a camera. */
const doorTexts = { invitation: 'Entre na fila', caption: 'Sem cadastro. Você vê quanto falta.' }

type RenderFile = (
  request: FastifyRequest,
  kind: PosterKind,
  format: 'pdf' | 'png',
  subject: PosterSubject,
) => Promise<Buffer>

/** Renders, or takes from the cache. A client that causes too many renderings is refused. */
function createRenderer({ clock, config }: Pick<PosterDeps, 'clock' | 'config'>): RenderFile {
  const files = new LoadingCache<Buffer>({
    clock,
    ttlMs: TTL_MS,
    maxBytes: CACHE_BYTES,
    sizeOf: ({ length }) => length,
  })
  // One at a time: a page with 300 pixels per inch needs 35 MB.
  const enqueue = createConcurrencyQueue({ concurrency: 1, maxQueued: 10 })
  const countMiss = config.isRateLimited ? createLocalLimit({ ...MISSES, clock }) : () => {}

  return (request, kind, format, subject) => {
    const key = createHash('sha256')
      .update(JSON.stringify([kind, format, subject]))
      .digest('base64url')
    if (!files.find(key) && !files.isLoading(key)) countMiss(clientKey(request))
    return files.get(key, () => enqueue(() => renderPoster(kind, format, subject)))
  }
}

/** Files to print and to publish, beside the pages: they show what the public page shows, so a link downloads them without a session. */
export function posterRoutes(app: App, deps: PosterDeps) {
  // One renderer, so that one limit and one line hold for all files.
  const render = createRenderer(deps)
  routeOfPoster(app, deps, render)
  routeOfDoor(app, deps, render)
}

function routeOfPoster(app: App, { db, config }: PosterDeps, render: RenderFile) {
  app.route({
    method: 'GET',
    url: '/posters/:id(^[\\da-fA-F-]{36}$)/:file(^cartaz|story$).:format(^pdf|png$)',
    access: 'public',
    schema: { hide: true, params: Type.Object({ ...IdParams.properties, file: Type.String(), format: Type.String() }) },
    handlerTimeout: TRANSFER_TIMEOUT_MS,
    handler: async (request, reply) => {
      const { id } = request.params
      const [kind, format] = [request.params.file as PosterKind, request.params.format as 'pdf' | 'png']
      const { slug, ...shown } = await getPosterRow(db, id)
      const subject: PosterSubject = { ...shown, url: `${originOf(config, request)}/${slug ?? `barbershop/${id}`}` }
      const file = await render(request, kind, format, subject)
      return reply
        .headers(headersOf(`${kind}-${slug ?? 'barbearia'}.${format}`))
        .type(types[format])
        .send(file)
    },
  })
}

function routeOfDoor(app: App, { db, config }: PosterDeps, render: RenderFile) {
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
      const file = await render(request, 'cartaz', format, { ...(await getDoorRow(db, key)), url, texts: doorTexts })
      return reply
        .headers(headersOf(`fila.${format}`))
        .type(types[format])
        .send(file)
    },
  })
}
