import { ledgerApi } from '@na-regua/contract/ledger'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { getBookZone } from './queries.ts'
import { writeBook } from './write-book.ts'

export function ledgerRoutes(app: App, { db }: { db: Database }) {
  app.route({
    ...ledgerApi.download,
    access: 'money',
    // The barbershop, its closed months, and each month.
    statements: 14,
    config: { isExpensive: true },
    async handler({ caller, params, query: { year } }, reply) {
      const barbershopId = params.id
      const timeZone = await getBookZone(db, barbershopId, caller.id)
      return reply.type('application/x-ndjson').send(await writeBook(db, { barbershopId, timeZone, year }))
    },
  })
}
