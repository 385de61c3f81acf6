import { ApiError } from '@na-regua/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { LoadingCache } from '../../../lib/caches/loading-cache.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { originOf } from '../../../lib/requests/host.ts'
import { listSitemapBarbershops, listSitemapStarts } from './queries.ts'
import { formatBarbershopPages, formatRobots, formatSitemapIndex, formatSitePages } from './rules.ts'

type SitemapDeps = { db: Database; clock: Clock; config: Pick<Config, 'publicUrl' | 'port'> }

const TEN_MINUTES = 10 * 60_000

function sendText(reply: FastifyReply, type: string, text: string) {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=600').send(text)
}

/** For search engines, beside the pages and not under /api. */
export function sitemapRoutes(app: App, { db, clock, config }: SitemapDeps) {
  const starts = new LoadingCache<string[]>({ clock, ttlMs: TEN_MINUTES, max: 1 })
  // A page of 10,000 barbershops takes about a megabyte.
  const pages = new LoadingCache<string>({ clock, ttlMs: TEN_MINUTES, max: 12 })
  const listStarts = () => starts.get('all', () => listSitemapStarts(db))
  const toOrigin = (request: FastifyRequest) => originOf(config, request)

  async function formatPage(origin: string, page: number) {
    if (page === 0) return formatSitePages(origin)
    const start = (await listStarts())[page - 1]
    if (!start) throw new ApiError('NOT_FOUND')
    return pages.get(`${origin} ${start}`, async () =>
      formatBarbershopPages(origin, await listSitemapBarbershops(db, start)),
    )
  }

  app.route({
    method: 'GET',
    url: '/robots.txt',
    access: 'public',
    schema: { hide: true },
    handler: (request, reply) => sendText(reply, 'text/plain', formatRobots(toOrigin(request))),
  })
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    access: 'public',
    schema: { hide: true },
    handler: async (request, reply) =>
      sendText(reply, 'application/xml', formatSitemapIndex(toOrigin(request), (await listStarts()).length)),
  })
  app.route({
    method: 'GET',
    url: '/sitemaps/:page(^\\d{1,5}$).xml',
    access: 'public',
    schema: { hide: true, params: Type.Object({ page: Type.Integer() }) },
    handler: async (request, reply) =>
      sendText(reply, 'application/xml', await formatPage(toOrigin(request), request.params.page)),
  })
}
