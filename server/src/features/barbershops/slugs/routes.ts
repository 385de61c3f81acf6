import { ApiError } from '@na-regua/contract/errors'
import { slugsApi } from '@na-regua/contract/slugs'
import { Type } from 'typebox'
import type { App } from '../../../lib/http.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import type { EditDeps } from '../editing/edit-barbershop.ts'
import { changeSlug } from './change-slug.ts'
import { findBarbershopOfSlug } from './queries.ts'

type SlugDeps = EditDeps & { countAttempts: CountAttempts }

const DAY = 24 * 3600

export function slugRoutes(app: App, deps: SlugDeps) {
  app.route({
    ...slugsApi.find,
    access: 'public',
    statements: 1,
    handler: async ({ params }) => {
      const found = await findBarbershopOfSlug(deps.db, params.slug.toLowerCase())
      if (!found) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return found
    },
  })
  app.route({
    ...slugsApi.change,
    access: 'settings',
    statements: 10,
    handler: async ({ caller, params, body }) => {
      await deps.countAttempts({ action: 'slug', of: [caller.id], max: 20, seconds: DAY })
      return { barbershop: await changeSlug(deps, { caller, ...params }, body.slug) }
    },
  })
}

/**
 * Where the button on other sites leads: the page of the barbershop with its slots, which needs no account. Beside the pages, because
 * the button knows the slug only.
 */
export function bookingRedirectRoute(app: App) {
  app.route({
    method: 'GET',
    url: '/agendar/:slug',
    access: 'public',
    schema: { hide: true, params: Type.Object({ slug: Type.String({ maxLength: 60 }) }) },
    handler: async ({ params }, reply) => {
      const path = `/${encodeURIComponent(params.slug.toLowerCase())}?origem=link`
      return reply.header('cache-control', 'no-store').redirect(path, 302)
    },
  })
}
