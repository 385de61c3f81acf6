import { membersApi } from '@na-regua/contract/members'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { readUpload } from '../../../lib/image.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import type { Storage } from '../../../lib/storage.ts'
import { limitAvatarUploads, setAvatar } from '../../accounts/profile/change-avatar.ts'
import { getOwnedBarber } from '../owned/queries.ts'
import { getBarberWithoutAccount, renameBarber, setBio, setSpecialties } from './describe-barber.ts'
import { listSpecialtiesOfBarber, searchSpecialties } from './queries.ts'

const MAX_FOUND = 20

type ProfileDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts; storage: Storage }

/** Bio and specialties of a barber; name and picture of one without an account. */
export function barberProfileRoutes(app: App, deps: ProfileDeps) {
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
    ...membersApi.rename,
    access: 'settings',
    statements: 5,
    handler: async ({ caller, params, body }) => {
      return { name: await renameBarber(deps, { userId: caller.id, barberId: params.id }, body.name) }
    },
  })
  app.route({
    ...membersApi.uploadAvatar,
    access: 'settings',
    statements: 6,
    handler: async (request) => {
      const { caller, params } = request
      const barber = await getBarberWithoutAccount(db, { userId: caller.id, barberId: params.id }, deps.clock.now())
      await limitAvatarUploads(deps, { caller, client: clientKey(request) })
      const upload = await readUpload(request, membersApi.uploadAvatar)
      return { avatarUrl: await setAvatar(deps, barber.userId, upload) }
    },
  })
  app.route({
    ...membersApi.searchSpecialties,
    access: 'settings',
    statements: 1,
    handler: async ({ query }) => ({ specialties: await searchSpecialties(db, query.q ?? '', MAX_FOUND) }),
  })
}
