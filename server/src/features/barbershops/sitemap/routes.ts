import { ApiError } from '@na-regua/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../../lib/clock.ts'
import type { Config } from '../../../lib/config.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { createPromiseCache } from '../../../lib/keep-for.ts'
import { listSitemapShops, listSitemapStarts } from './queries.ts'
import { formatRobots, formatShopPages, formatSitemapIndex, formatSitePages } from './rules.ts'

type Deps = { db: Database; clock: Clock; config: Pick<Config, 'publicUrl'> }

const TEN_MINUTES = 10 * 60_000

function sendText(reply: FastifyReply, type: string, text: string) {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=600').send(text)
}

/** What search engines read. These stand beside the pages, not under /api. */
export function sitemapRoutes(app: App, { db, clock, config }: Deps) {
  const keepStarts = createPromiseCache<string[]>({ clock, lifeMs: TEN_MINUTES, most: 1 })
  // A page of 10,000 shops takes about a megabyte.
  const keepPage = createPromiseCache<string>({ clock, lifeMs: TEN_MINUTES, most: 12 })
  const listStarts = () => keepStarts('all', () => listSitemapStarts(db))
  const siteOf = ({ protocol, host }: FastifyRequest) => config.publicUrl ?? `${protocol}://${host}`

  async function formatPage(site: string, page: number) {
    if (page === 0) return formatSitePages(site)
    const start = (await listStarts())[page - 1]
    if (!start) throw new ApiError('NOT_FOUND')
    return keepPage(`${site} ${start}`, async () => formatShopPages(site, await listSitemapShops(db, start)))
  }

  app.route({
    method: 'GET',
    url: '/robots.txt',
    access: 'public',
    schema: { hide: true },
    handler: (request, reply) => sendText(reply, 'text/plain', formatRobots(siteOf(request))),
  })
  app.route({
    method: 'GET',
    url: '/sitemap.xml',
    access: 'public',
    schema: { hide: true },
    handler: async (request, reply) =>
      sendText(reply, 'application/xml', formatSitemapIndex(siteOf(request), (await listStarts()).length)),
  })
  app.route({
    method: 'GET',
    url: '/sitemaps/:page(^\\d{1,5}$).xml',
    access: 'public',
    schema: { hide: true, params: Type.Object({ page: Type.Integer() }) },
    handler: async (request, reply) =>
      sendText(reply, 'application/xml', await formatPage(siteOf(request), request.params.page)),
  })
}
