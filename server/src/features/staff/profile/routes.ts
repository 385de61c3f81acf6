import { membersApi } from '@na-regua/contract/members'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { getOwnedBarber } from '../owned/queries.ts'
import { setBio, setSpecialties } from './describe-barber.ts'
import { listSpecialtiesOfBarber, searchSpecialties } from './queries.ts'

const MAX_FOUND = 20

/** Bio and specialties of a barber. */
export function barberProfileRoutes(app: App, deps: { db: DatabasePool; clock: Clock }) {
  const { db } = deps
  app.route({
    ...membersApi.getSpecialties,
    access: 'settings',
    statements: 2,
    handler: async ({ caller, params }) => {
      const { id } = await getOwnedBarber(db, params.id, { userId: caller.id, action: 'settings' })
      return { specialties: await listSpecialtiesOfBarber(db, id) }
    },
  })
  app.route({
    ...membersApi.setSpecialties,
    access: 'settings',
    statements: 8,
    handler: async ({ caller, params, body }) => {
      const which = { userId: caller.id, barberId: params.id }
      return { specialties: await setSpecialties(deps, which, body.specialties) }
    },
  })
  app.route({
    ...membersApi.setBio,
    access: 'settings',
    statements: 4,
    handler: async ({ caller, params, body }) => {
      return { bio: await setBio(deps, { userId: caller.id, barberId: params.id }, body.bio) }
    },
  })
  app.route({
    ...membersApi.searchSpecialties,
    access: 'settings',
    statements: 1,
    handler: async ({ query }) => ({ specialties: await searchSpecialties(db, query.q ?? '', MAX_FOUND) }),
  })
}
