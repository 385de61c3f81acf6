import { ApiError } from '@na-regua/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Config, siteUrlOf } from '../config.ts'

/** Names of DNS and of containers, IPv4, IPv6 in brackets, each with or without a port. */
const hostFormat = /^(?:[\w-]{1,63}(?:\.[\w-]{1,63})*|\[[\da-f.:]{2,45}\])(?::(\d{1,5}))?$/i
const MAX_HOST_LENGTH = 255
const MAX_PORT = 65_535

function isHost(host: string): boolean {
  const match = host.length <= MAX_HOST_LENGTH && hostFormat.exec(host)
  return match ? Number(match[1] ?? 0) <= MAX_PORT : false
}

/** Node uses the first of several Host headers, a proxy perhaps another one. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count++
  return count > 1
}

/** Rejects every other Host, and X-Forwarded-Host of a trusted proxy, with 400. HTTP/1.0 has none: health checks of some proxies. */
export function rejectHosts(app: FastifyInstance) {
  /** Nearly all requests are for one host. */
  let last: string | undefined
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, rawHeaders } = request.raw
    const forwarded = headers['x-forwarded-host'] === undefined ? undefined : request.host
    const isValid = headers.host === last || headers.host === undefined || isHost(headers.host)
    if (!isValid || (forwarded && !isHost(forwarded)) || hasSeveralHosts(rawHeaders))
      return done(new ApiError('INVALID_INPUT'))
    last = headers.host
    done()
  })
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/**
 * The origin that shared responses name: pages, robots.txt, sitemaps. Any client can send any Host, so without PUBLIC_URL only the
 * loopback names are taken from the request.
 */
export function originOf(
  config: Pick<Config, 'publicUrl' | 'port'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  if (config.publicUrl || !loopback.test(host)) return siteUrlOf(config)
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`
}
