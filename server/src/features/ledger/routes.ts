import { ApiError } from '@na-regua/contract/errors'
import { ledgerApi } from '@na-regua/contract/ledger'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import { listStaffedBarbershops } from '../customers/queries.ts'
import { writeBook } from './write-book.ts'

export function ledgerRoutes(app: App, { db }: { db: Database }) {
  app.route({
    ...ledgerApi.download,
    access: 'money',
    // The barbershop, its closed months, and each month.
    statements: 14,
    config: { isExpensive: true },
    async handler({ caller, params, query: { year } }, reply) {
      const barbershop = (await listStaffedBarbershops(db, caller.id, 'money')).find(({ id }) => id === params.id)
      if (!barbershop) throw new ApiError('BARBERSHOP_NOT_FOUND')
      const { id: barbershopId, timeZone } = barbershop
      return reply.type('application/x-ndjson').send(await writeBook(db, { barbershopId, timeZone, year }))
    },
  })
}
