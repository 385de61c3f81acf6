import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import type { Config } from './config.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What a proxy may call a request: short, and nothing that could end a line of a log or look like markup. A UUID fits. */
const shape = /^[\w-]{8,36}$/

/**
 * Names each request, so that its answer, its lines in the log and the words of whoever complains can be brought together.
 * A proxy that we trust has named it already, for its own log; what anybody else writes there is not read.
 */
export function createRequestIds({ trustProxy }: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const isTrusted = trustProxy ? compile(trustProxy) : () => false
  // No two processes share it, so a number behind it is enough; a random id for each call would cost more than the call's log.
  const process = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x')
  let count = 0
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER]
    if (typeof given === 'string' && shape.test(given) && isTrusted(socket.remoteAddress ?? '', 0)) return given
    count++
    return `${process}-${count.toString(36)}`
  }
}
