import { staffSearchApi } from '@na-regua/contract/staff-search'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { searchAsStaff } from './search-as-staff.ts'

export function staffSearchRoutes(app: App, { db, clock }: { db: Database; clock: Clock }) {
  app.route({
    ...staffSearchApi.search,
    access: 'staff',
    statements: 2,
    config: { isExpensive: true },
    handler: ({ caller, query }) => searchAsStaff(db, { ...query, userId: caller.id, now: clock.now() }),
  })
}
