import type { FastifyInstance } from 'fastify'
import { clientKey } from '../rate-limit.ts'
import { type ClientRequest, clientRequests } from './client-connections.ts'
import { isProductRequest } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    clientRequest: ClientRequest | null
  }
}

/** Remembers of which client each request is, for the connections that it takes. Requests of page rendering are part of the page's. */
export function trackClients(app: FastifyInstance) {
  app.decorateRequest('clientRequest', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isProductRequest(request)) return done()
    request.clientRequest = { client: clientKey(request), connections: 0 }
    clientRequests.run(request.clientRequest, done)
  })
  // The events with which a body arrives are not part of the request that receives it.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.clientRequest) clientRequests.run(request.clientRequest, done)
    else done()
  })
}
