import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { clientKey } from '../rate-limit.ts'
import { createConcurrencyQueues, retakePermit } from './concurrency.ts'
import { isProductRequest } from './request-log.ts'

/** At once, and waiting. An account is one person; many may share an address. */
const PER_ACCOUNT = { concurrency: 2, maxQueued: 8 }
const PER_CLIENT = { concurrency: 4, maxQueued: 24 }
/** The limits of all clients in one process: what the others need stays. */
const PER_PROCESS = { concurrency: 8, maxQueued: 60 }

const MESSAGE = 'Muitas buscas ao mesmo tempo. Aguarde um instante e tente de novo.'

/**
 * Runs at most two requests at once of one account to the routes whose `config` says `isExpensive`, of a user without a session two of
 * one address. Further ones wait in order; beyond that they are refused with 429 and Retry-After.
 */
export function limitExpensive(app: FastifyInstance) {
  const ofAccount = createConcurrencyQueues(PER_ACCOUNT)
  const ofClient = createConcurrencyQueues(PER_CLIENT)
  const ofProcess = createConcurrencyQueues(PER_PROCESS)

  async function handleInTurn(request: FastifyRequest, handle: () => Promise<unknown>) {
    const client = clientKey(request)
    // A queue that is full refuses before the turn comes.
    let hasTurn = false
    async function handleNow() {
      hasTurn = true
      retakePermit(request)
      return handle()
    }
    request.permit?.release()
    const inProcess = () => ofProcess('all', handleNow)
    const inClient = () => ofClient(client, inProcess)
    try {
      return await ofAccount(request.callerId ?? client, inClient)
    } catch (error) {
      if (hasTurn) throw error
      throw new ApiError('TOO_MANY_REQUESTS', { retryAfter: 2 }, MESSAGE)
    }
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.isExpensive) return
    const handle: RouteHandlerMethod = route.handler
    route.handler = function handleExpensive(this, request: FastifyRequest, reply: FastifyReply) {
      const run = async () => handle.call(this, request, reply)
      return isProductRequest(request) ? handleInTurn(request, run) : run()
    }
  })
}
