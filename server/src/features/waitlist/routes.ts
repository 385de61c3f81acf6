import { IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import { waitlistApi } from '@na-regua/contract/waitlist'
import { sql } from 'kysely'
import type { App } from '../../lib/http.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { type AcceptDeps, acceptOffer } from './offers/accept-offer.ts'
import { declineOffer } from './offers/end-offer.ts'
import { getLinkedOfferId, getShownOffer, listShownOffers } from './offers/queries.ts'
import { listWaitlistOf } from './requests/queries.ts'
import { addWaitlistRequest, editWaitlistRequest, setWaitlistRequestStatus } from './requests/save-request.ts'
import { waitlistSettingRoutes } from './settings/routes.ts'

type Deps = AcceptDeps & { countAttempts: CountAttempts }

export function waitlistRoutes(app: App, deps: Deps) {
  requestRoutes(app, deps)
  ownOfferRoutes(app, deps)
  offerRoutes(app, deps)
  waitlistSettingRoutes(app, deps)
}

function requestRoutes(app: App, deps: Deps) {
  const { db, clock, countAttempts } = deps
  const countSave = (userId: string) =>
    countAttempts({ action: 'save-waitlist-request', of: [userId], max: 40, seconds: 3600 })
  app.route({
    ...waitlistApi.create,
    access: 'self',
    statements: 12,
    handler: async ({ caller, headers, body }, reply) => {
      if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
      await countSave(caller.id)
      const request = { userId: caller.id, idempotencyKey: headers[IDEMPOTENCY_HEADER], input: body }
      return reply.status(201).send({ request: await addWaitlistRequest(deps, request) })
    },
  })
  app.route({
    ...waitlistApi.listOwn,
    access: 'self',
    statements: 4,
    handler: async ({ caller }) => ({ requests: await listWaitlistOf(db, { userId: caller.id }, clock.now()) }),
  })
  app.route({
    ...waitlistApi.edit,
    access: 'self',
    statements: 13,
    handler: async ({ caller, params, body: { version, ...input } }) => {
      await countSave(caller.id)
      return { request: await editWaitlistRequest(deps, { userId: caller.id, id: params.id, version, input }) }
    },
  })
  app.route({
    ...waitlistApi.setStatus,
    access: 'self',
    statements: 10,
    handler: async ({ caller, params, body }) => ({
      request: await setWaitlistRequestStatus(deps, { userId: caller.id, id: params.id, ...body }),
    }),
  })
}

/** The token authorizes. GET changes nothing, because messengers follow links for their previews. */
function offerRoutes(app: App, deps: Deps) {
  const { db, clock, countAttempts } = deps
  const countOfferResponse = (id: string) => countAttempts({ action: 'answer-offer', of: [id], max: 20, seconds: 3600 })
  app.route({
    ...waitlistApi.getOffer,
    access: 'public',
    statements: 5,
    handler: async ({ params }) => ({
      offer: await getShownOffer(db, await getLinkedOfferId(db, params.token), clock.now()),
    }),
  })
  app.route({
    ...waitlistApi.accept,
    access: 'public',
    statements: 24,
    handler: async ({ params }) => {
      const id = await getLinkedOfferId(db, params.token)
      await countOfferResponse(id)
      await acceptOffer(deps, id)
      return { offer: await getShownOffer(db, id, clock.now()) }
    },
  })
  app.route({
    ...waitlistApi.decline,
    access: 'public',
    statements: 7,
    handler: async ({ params }) => {
      const id = await getLinkedOfferId(db, params.token)
      await countOfferResponse(id)
      await declineOffer(deps, id)
      return { offer: await getShownOffer(db, id, clock.now()) }
    },
  })
}

function ownOfferRoutes(app: App, { db, clock }: Deps) {
  app.route({
    ...waitlistApi.listOffers,
    access: 'self',
    statements: 3,
    handler: async ({ caller }) => {
      const now = clock.now()
      const isOpen = sql`offers.user_id = ${caller.id} and offers.status = 'OPEN' and expires_at > ${now}`
      return { offers: (await listShownOffers(db, isOpen, now)).map(({ requestId: _, ...offer }) => offer) }
    },
  })
}
