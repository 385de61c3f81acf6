import { invitesApi } from '@na-regua/contract/invites'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import type { Storage } from '../../../lib/storage.ts'
import { acceptInvite, type CreateSession, registerInvited, viewInvite } from './accept-invite.ts'
import { inviteByEmail, inviteByLink, resendInvite } from './invite-barber.ts'
import { revokeInvite } from './revoke-invite.ts'

export type InviteDeps = {
  db: DatabasePool
  clock: Clock
  countAttempts: CountAttempts
  storage: Storage
  createSession: CreateSession
}

export function inviteRoutes(app: App, deps: InviteDeps) {
  sendingRoutes(app, deps)
  receivingRoutes(app, deps)
}

function sendingRoutes(app: App, deps: InviteDeps) {
  app.route({
    ...invitesApi.create,
    access: 'team',
    statements: 11,
    handler: async ({ caller, body }, reply) => {
      const invite = await inviteByEmail(deps, caller, body)
      return reply.status(201).send({ invite })
    },
  })
  app.route({
    ...invitesApi.createLink,
    access: 'team',
    statements: 8,
    handler: async ({ caller, body }, reply) => reply.status(201).send(await inviteByLink(deps, caller, body)),
  })
  app.route({
    ...invitesApi.resend,
    access: 'team',
    statements: 8,
    handler: ({ caller, params }) => resendInvite(deps, caller, params.id),
  })
  app.route({
    ...invitesApi.revoke,
    access: 'team',
    statements: 3,
    handler: ({ caller, params }) => revokeInvite(deps, caller.id, params.id),
  })
}

function receivingRoutes(app: App, deps: InviteDeps) {
  app.route({
    ...invitesApi.view,
    access: 'public',
    statements: 1,
    handler: (request) => viewInvite(deps, clientKey(request), request.body.token),
  })
  app.route({
    ...invitesApi.register,
    access: 'public',
    statements: 18,
    security: { done: 'registered', refused: 'register-refused' },
    handler: async (request, reply) => {
      const session = await registerInvited(deps, clientKey(request), request.body)
      return reply.status(201).send(session)
    },
  })
  app.route({
    ...invitesApi.accept,
    access: 'self',
    statements: 5,
    security: { done: 'invite-accepted', refused: 'invite-refused' },
    handler: async (request) => {
      const { caller, body } = request
      return { user: await acceptInvite(deps, { caller, client: clientKey(request) }, body.token) }
    },
  })
}
