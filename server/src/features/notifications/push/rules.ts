import { MAX_PUSH_ENDPOINT } from '@na-regua/contract/push'

/**
 * The push services of the browsers, by host: of Chrome and those built from it, Firefox, Safari, and Edge on Windows
 * (https://pushpad.xyz/blog/what-are-the-browser-push-services). An endpoint comes from the device and the server posts to it, so any
 * other host is refused.
 */
const knownHosts = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

export type PushEndpoint = { url: string; service: string }

/**
 * The endpoint in its normal form, with the push service that it is of: one service may have many hosts. Undefined if it is not a URL of a
 * known one, or too long. `configured` are further hosts, also with a
 * port or as `http://host:port`. Addresses are no known hosts, so that no private one can be reached.
 */
export function parseEndpoint(endpoint: string, configured: readonly string[]): PushEndpoint | undefined {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!url || url.username || url.password || url.hash || url.href.length > MAX_PUSH_ENDPOINT) return undefined
  const service = findService(url, configured)
  return service === undefined ? undefined : { url: url.href, service }
}

function findService({ protocol, host, origin }: URL, configured: readonly string[]): string | undefined {
  if (protocol === 'http:') return configured.includes(origin) ? origin : undefined
  if (protocol !== 'https:') return undefined
  const pattern = [...knownHosts, ...configured].find((one) => isHost(host, one))
  return pattern && `https://${pattern}`
}

function isHost(host: string, pattern: string): boolean {
  if (!pattern.startsWith('*.')) return host === pattern
  return host.endsWith(pattern.slice(1)) && host.length >= pattern.length
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('pt-BR', { timeZone: name })
    return true
  } catch {
    return false
  }
}
