import { createHash } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { IdParams } from '@na-regua/contract/fields'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import { type App, TRANSFER_TIMEOUT_MS } from '../../../lib/http.ts'
import { LoadingCache } from '../../../lib/loading-cache.ts'
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

/** Files to print and to publish, beside the pages: they show what the public page shows, so a link downloads them without a session. */
export function posterRoutes(app: App, { db, clock, config }: PosterDeps) {
  const files = new LoadingCache<Buffer>({
    clock,
    ttlMs: TTL_MS,
    maxBytes: CACHE_BYTES,
    sizeOf: ({ length }) => length,
  })
  // One at a time: a page with 300 pixels per inch needs 35 MB.
  const enqueue = createConcurrencyQueue({ concurrency: 1, maxQueued: 10 })
  const countMiss = config.isRateLimited ? createLocalLimit({ ...MISSES, clock }) : () => {}

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
      const key = createHash('sha256')
        .update(JSON.stringify([kind, format, subject]))
        .digest('base64url')
      if (!files.find(key) && !files.isLoading(key)) countMiss(clientKey(request))
      const file = await files.get(key, () => enqueue(() => renderPoster(kind, format, subject)))
      const name = `${kind}-${slug ?? 'barbearia'}.${format}`
      return reply
        .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, max-age=60' })
        .type(types[format])
        .send(file)
    },
  })
}
