import { favoritesApi } from '@na-regua/contract/favorites'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { type ListShownCards, listFavorites } from './list-favorites.ts'
import { isFavorite, listFavoriteIds } from './queries.ts'
import { toggleFavorite } from './toggle-favorite.ts'

type Deps = { db: DatabasePool; clock: Clock; listShownCards: ListShownCards }

export function favoriteRoutes(app: App, deps: Deps) {
  const { db, clock } = deps
  app.route({
    ...favoritesApi.list,
    access: 'self',
    statements: 1,
    handler: ({ caller, query }) => listFavorites(deps, caller.id, query, clock.now()),
  })
  app.route({
    ...favoritesApi.ids,
    access: 'self',
    statements: 1,
    handler: async ({ caller }) => ({ ids: await listFavoriteIds(db, caller.id) }),
  })
  app.route({
    ...favoritesApi.toggle,
    access: 'self',
    statements: 1,
    handler: ({ caller, body }) => toggleFavorite(deps, caller.id, body),
  })
  app.route({
    ...favoritesApi.check,
    access: 'self',
    statements: 1,
    handler: async ({ caller, params }) => ({ isFavorite: await isFavorite(db, caller.id, params.id) }),
  })
}
