import { IdParams } from '@na-regua/contract/fields'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { LoadingCache } from '../../../lib/caches/loading-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { clientKey, createLocalLimit } from '../../../lib/rate-limit.ts'
import { createConcurrencyQueue } from '../../../lib/requests/concurrency.ts'
import { IN_PROCESS } from '../../../lib/requests/request-log.ts'
import { getBarberPreview, getBarbershopPreview } from './queries.ts'
import { renderPreview } from './render-preview.ts'
import { describePreview, hashPreview, type PreviewSubject } from './rules.ts'

type PreviewDeps = { db: Database; clock: Clock; config: Pick<Config, 'isRateLimited'> }

const TTL_MS = 24 * 3_600_000
/** Some two hundred images. */
const CACHE_BYTES = 16 * 1024 * 1024
/** Renderings that one client may cause. A messenger requests one image per message. */
const MISSES = { max: 20, seconds: 60 }
const PHOTO_TIMEOUT_MS = 3000

/**
 * Images of links to barbershops and barbers in messengers and social networks, beside the pages and not under /api, which crawlers
 * must not read. They show what the public page shows.
 */
export function previewImageRoutes(app: App, { db, clock, config }: PreviewDeps) {
  const images = new LoadingCache<Buffer>({
    clock,
    ttlMs: TTL_MS,
    maxBytes: CACHE_BYTES,
    sizeOf: (image) => image.length,
  })
  // One at a time: a rendering takes some 100 ms of one core. Its own queue, so that uploads do not wait for crawlers.
  const enqueue = createConcurrencyQueue({ concurrency: 1, maxQueued: 10 })
  const countMiss = config.isRateLimited ? createLocalLimit(MISSES) : () => {}

  async function findPhoto(url: string | null): Promise<Buffer | undefined> {
    if (!url?.startsWith('/uploads/')) return undefined
    const signal = AbortSignal.timeout(PHOTO_TIMEOUT_MS)
    const response = await app.inject({ method: 'GET', url, remoteAddress: IN_PROCESS, signal }).catch(() => undefined)
    return response?.statusCode === 200 ? response.rawPayload : undefined
  }

  async function sendPreview(request: FastifyRequest, reply: FastifyReply, subject: PreviewSubject) {
    const hash = hashPreview(subject)
    const etag = `"${hash}"`
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    const render = () => enqueue(async () => renderPreview(describePreview(subject), await findPhoto(subject.photoUrl)))
    if (!images.find(hash) && !images.isLoading(hash)) countMiss(clientKey(request))
    return reply.type('image/jpeg').send(await images.get(hash, render))
  }

  const route = (kind: string, getSubject: (id: string) => Promise<PreviewSubject>) =>
    app.route({
      method: 'GET',
      url: `/previews/${kind}/:id(^[\\da-fA-F-]{36}$).jpg`,
      access: 'public',
      schema: { hide: true, params: Type.Object(IdParams.properties) },
      handler: async (request, reply) => sendPreview(request, reply, await getSubject(request.params.id)),
    })
  route('barbershops', (id) => getBarbershopPreview(db, id))
  route('barbers', (id) => getBarberPreview(db, id))
}
