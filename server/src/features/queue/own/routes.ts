import { randomUUID } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { toE164 } from '@na-regua/contract/phones'
import { queueApi } from '@na-regua/contract/queue'
import type { App } from '../../../lib/http.ts'
import { type CountAttempts, clientKey } from '../../../lib/rate-limit.ts'
import { cleanName } from '../../accounts/rules.ts'
import { joinQueue } from '../joining/join-queue.ts'
import { getQueueOf, getQueueOfDoor } from '../queries.ts'
import { changeOwnEntry, getLinkedId, listOwnQueues, showOwnEntry } from './own-entry.ts'
import { showQueue } from './show-queue.ts'
import { type ScreenDeps, showScreen } from './show-screen.ts'

type OwnQueueDeps = ScreenDeps & { countAttempts: CountAttempts }

/** For customers: with an account, with the key of the door, or with the link of an entry. */
export function ownQueueRoutes(app: App, deps: OwnQueueDeps) {
  accountRoutes(app, deps)
  doorRoutes(app, deps)
  linkRoutes(app, deps)
}

const UNVERIFIED_MESSAGE = 'Confirme seu e-mail para entrar na fila: peça o código e digite os 6 números.'

type Joiner = { userId: string; barbershopId: string; client: string }

/** One address may join one queue as often as a family comes. Who stands at the door with its key has the limits of the door. */
const accountLimits = ({ userId, barbershopId, client }: Joiner) => [
  { action: 'join-queue', of: [userId], max: 20, seconds: 3600 },
  { action: 'join-queue-of-client', of: [barbershopId.toLowerCase(), client], max: 6, seconds: 600 },
  { action: 'join-queues-of-client', of: [client], max: 40, seconds: 3600 },
]

function accountRoutes(app: App, deps: OwnQueueDeps) {
  const { db, countAttempts } = deps
  app.route({
    ...queueApi.get,
    access: 'public',
    statements: 5,
    handler: async ({ params }) => {
      const found = await getQueueOf(db, params.id)
      if (!found.isActive) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { queue: await showQueue(deps, found) }
    },
  })
  app.route({
    ...queueApi.join,
    access: 'self',
    statements: 19,
    handler: async (request, reply) => {
      const { caller, params, body } = request
      if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED', {}, UNVERIFIED_MESSAGE)
      await countAttempts(...accountLimits({ userId: caller.id, barbershopId: params.id, client: clientKey(request) }))
      const customer = { userId: caller.id, profileId: null, name: null, phone: null }
      const findSnapshot = () => getQueueOf(db, params.id)
      const input = { id: randomUUID(), source: 'account', customer, findSnapshot, ...body } as const
      const { id, isNew } = await joinQueue(deps, input)
      return reply.status(isNew ? 201 : 200).send({ entry: await showOwnEntry(deps, id) })
    },
  })
  app.route({
    ...queueApi.listOwn,
    access: 'self',
    // In one queue; an estimate for each further barbershop.
    statements: 6,
    handler: async ({ caller }) => ({ entries: await listOwnQueues(deps, caller.id) }),
  })
}

/**
 * Joins with one key: more than any family, and more than come to any door in that time. Who copies a key fills no queue with it before
 * staff see it, and they can renew the key. The customers in one barbershop may share its network: in an hour they are refused by the limit
 * of the door only.
 */
const doorLimits = (key: string, client: string) => [
  { action: 'join-at-door', of: [key, client], max: 6, seconds: 600 },
  { action: 'join-at-doors', of: [client], max: 40, seconds: 3600 },
  { action: 'joins-of-door', of: [key], max: 15, seconds: 600 },
  { action: 'joins-of-door-hour', of: [key], max: 40, seconds: 3600 },
]

function doorRoutes(app: App, deps: OwnQueueDeps) {
  const { db, countAttempts } = deps
  app.route({
    ...queueApi.door,
    access: 'public',
    statements: 5,
    handler: async ({ params }) => {
      const found = await getQueueOfDoor(db, params.key)
      return { barbershopName: found.name, queue: await showQueue(deps, found) }
    },
  })
  app.route({
    ...queueApi.screen,
    access: 'public',
    statements: 8,
    handler: ({ params }) => showScreen(deps, params.key),
  })
  app.route({
    ...queueApi.joinAtDoor,
    access: 'public',
    statements: 18,
    handler: async (request, reply) => {
      const { params, body } = request
      const { entryId, name, phone, ...choice } = body
      const findSnapshot = () => getQueueOfDoor(db, params.key)
      await findSnapshot()
      await countAttempts(...doorLimits(params.key, clientKey(request)))
      const customer = { userId: null, profileId: null, name: cleanName(name), phone: phone ? toE164(phone) : null }
      const input = { id: entryId.toLowerCase(), source: 'door', customer, findSnapshot, ...choice } as const
      const { id, isNew } = await joinQueue(deps, input)
      return reply.status(isNew ? 201 : 200).send({ entry: await showOwnEntry(deps, id) })
    },
  })
}

/** The token authorizes. GET changes nothing, because messengers follow links for their previews. */
function linkRoutes(app: App, deps: OwnQueueDeps) {
  const { db, countAttempts } = deps
  app.route({
    ...queueApi.getEntry,
    access: 'public',
    statements: 9,
    handler: async ({ params }) => ({ entry: await showOwnEntry(deps, await getLinkedId(db, params.token)) }),
  })
  app.route({
    ...queueApi.leave,
    access: 'public',
    statements: 11,
    handler: async ({ params }) => ({
      entry: await changeOwnEntry(deps, { id: await getLinkedId(db, params.token), action: 'leave' }),
    }),
  })
  app.route({
    ...queueApi.fallBack,
    access: 'public',
    statements: 16,
    handler: async ({ params, body }) => {
      const id = await getLinkedId(db, params.token)
      await countAttempts({ action: 'fall-back', of: [id], max: 20, seconds: 3600 })
      return { entry: await changeOwnEntry(deps, { id, action: 'fallBack', ...body }) }
    },
  })
}
