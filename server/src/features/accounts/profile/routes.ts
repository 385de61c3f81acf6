import { ApiError } from '@na-regua/contract/errors'
import { profileApi } from '@na-regua/contract/profile'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { readUpload } from '../../../lib/image.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import type { Storage } from '../../../lib/storage.ts'
import { emailChangeRoutes } from '../email-change/routes.ts'
import { sessionRoutes } from '../sessions/routes.ts'
import { clearAvatar, limitAvatarUploads, setAvatar } from './change-avatar.ts'
import { updateProfile } from './update-profile.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts; storage: Storage }

export function profileRoutes(app: App, deps: Deps) {
  app.route({
    ...profileApi.update,
    access: 'self',
    statements: 2,
    handler: async ({ caller, params, body }) => {
      if (params.id.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
      return { user: await updateProfile(deps, caller, body) }
    },
  })
  avatarRoutes(app, deps)
  emailChangeRoutes(app, deps)
  sessionRoutes(app, deps)
}

function avatarRoutes(app: App, deps: Deps) {
  app.route({
    ...profileApi.uploadAvatar,
    access: 'self',
    statements: 4,
    handler: async (request) => {
      await limitAvatarUploads(deps, { caller: request.caller, client: clientKey(request) })
      const upload = await readUpload(request, profileApi.uploadAvatar)
      return { avatarUrl: await setAvatar(deps, request.caller.id, upload) }
    },
  })

  app.route({
    ...profileApi.clearAvatar,
    access: 'self',
    statements: 2,
    handler: async ({ caller }) => {
      await clearAvatar(deps, caller)
      return { avatarUrl: null }
    },
  })
}
