import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { FastifyInstance } from 'fastify'

/** How long a client may read its error response before the connection is destroyed. */
const LINGER_MS = 2000
/** The response to a refused upload comes while the client still sends megabytes, and some read it only afterwards. */
const UPLOAD_LINGER_MS = 10_000

/**
 * Destroys the connection of a request whose response was sent before it had arrived, unless the rest follows soon. Node would keep it
 * open until the request timeout, which allows for slow uploads.
 */
export function destroyUnfinishedRequests(app: FastifyInstance) {
  app.addHook('onResponse', ({ raw, routeOptions }, _reply, done) => {
    // Undefined for requests without a socket.
    if (raw.complete === false) {
      const lingerMs = Object(routeOptions.schema).upload ? UPLOAD_LINGER_MS : LINGER_MS
      setTimeout(() => raw.complete || raw.socket.destroy(), lingerMs).unref()
    }
    done()
  })
}

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** Malformed, oversized or unfinished HTTP never becomes a request: the error body is written to the socket. */
export function respondOnSocket(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const apiError = new ApiError(codes[error.code ?? ''] ?? 'INVALID_INPUT')
  const body = JSON.stringify(apiError.body())
  const head = [
    `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Ended is only our half: a client that never closes its own would keep the descriptor.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
