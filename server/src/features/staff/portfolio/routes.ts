import { portfolioApi } from '@na-regua/contract/portfolio'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { listPortfolio } from './queries.ts'
import { getEditablePortfolio, savePortfolio } from './save-portfolio.ts'

/** Images of a barber's work. Everyone sees them; the barber and the barbershop's owner edit them. */
export function portfolioRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  const { db } = deps
  app.route({
    ...portfolioApi.list,
    access: 'public',
    statements: 1,
    handler: async ({ params }) => ({ images: await listPortfolio(db, params.id) }),
  })
  app.route({
    ...portfolioApi.get,
    access: 'staff',
    statements: 1,
    handler: ({ caller, params }) => getEditablePortfolio(db, params.id, caller),
  })
  app.route({
    ...portfolioApi.save,
    access: 'staff',
    statements: 9,
    handler: ({ caller, params, body }) => savePortfolio(deps, { caller, barberId: params.id, input: body }),
  })
}
