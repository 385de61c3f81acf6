import type { PushPayload } from '@na-regua/contract/push'
import { LRUCache } from 'lru-cache'
import type webPush from 'web-push'
import { fetchOutside } from '../../../lib/fetch-outside.ts'
import type { Vapid } from '../push/load-vapid.ts'
import { parseRetryAfter, type Urgency } from './rules.ts'

/**
 * sent: accepted by the push service. gone: the device is no longer subscribed. later: the service is busy or out of reach. refused: it
 * never accepts this one.
 */
export type PushResult = {
  outcome: 'sent' | 'gone' | 'later' | 'refused'
  /** For the log, without the endpoint: who knows it could send to it. */
  reason?: string
  retryAfterMs?: number
}

type WebPush = typeof webPush

type PushTarget = { endpoint: string; p256dh: string; auth: string }
type PushOptions = { vapid: Vapid; ttlSeconds: number; urgency: Urgency }

const TIMEOUT_MS = 8000

/** Encrypts for the device (RFC 8291) and posts once, without following a redirect. Never throws. */
export async function postPush(target: PushTarget, payload: PushPayload, options: PushOptions): Promise<PushResult> {
  // Not loaded by a process that never sends: most of it are dependencies.
  const { default: library } = await import('web-push')
  const body = encrypt(library, target, payload)
  if (!body) return { outcome: 'refused', reason: 'the keys of the device are invalid' }
  const headers = {
    Authorization: signVapid(library, new URL(target.endpoint).origin, options.vapid),
    'Content-Encoding': 'aes128gcm',
    'Content-Type': 'application/octet-stream',
    TTL: String(options.ttlSeconds),
    Urgency: options.urgency,
    Topic: payload.tag,
  }
  const request = {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  } as const
  try {
    const response = await fetchOutside(target.endpoint, request)
    await response.arrayBuffer()
    return toResult(response)
  } catch (error) {
    return { outcome: 'later', reason: (error as Error).name }
  }
}

function encrypt(
  library: WebPush,
  { p256dh, auth }: PushTarget,
  payload: PushPayload,
): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(library.encrypt(p256dh, auth, JSON.stringify(payload), 'aes128gcm').cipherText)
  } catch {
    return undefined
  }
}

function toResult({ status, headers }: Response): PushResult {
  const reason = `HTTP ${status}`
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status !== 429 && status < 500) return { outcome: 'refused', reason }
  return { outcome: 'later', reason, retryAfterMs: parseRetryAfter(headers.get('retry-after'), new Date()) }
}

/** A signature is valid for half a day, and used for half of that: signing takes longer than encrypting. */
const VALID_SECONDS = 43_200
const USED_MS = 21_600_000
const signatures = new LRUCache<string, string>({ max: 500, ttl: USED_MS })

function signVapid(library: WebPush, origin: string, { publicKey, privateKey, subject }: Vapid): string {
  const key = `${origin} ${publicKey}`
  const known = signatures.get(key)
  if (known) return known
  const expires = Math.floor(Date.now() / 1000) + VALID_SECONDS
  const { Authorization } = library.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expires)
  signatures.set(key, Authorization)
  return Authorization
}
