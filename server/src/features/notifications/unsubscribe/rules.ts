import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Topic, topics } from '@na-regua/contract/notifications'

/** The emails of one topic to one user: all that a link may change. */
export type UnsubscribeScope = { userId: string; topic: Topic }

/** The token authorizes nothing but this topic of this user. It does not expire. */
export function signUnsubscribeToken(secret: string, { userId, topic }: UnsubscribeScope): string {
  return `${userId}.${topic}.${macOf(secret, userId, topic)}`
}

/** Undefined when the signature is not ours. */
export function parseUnsubscribeToken(secret: string, token: string): UnsubscribeScope | undefined {
  const [userId = '', name = '', mac = '', ...rest] = token.split('.')
  const topic = topics.find((known) => known === name)
  const given = Buffer.from(mac)
  const expected = Buffer.from(macOf(secret, userId, name))
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  return topic && isSigned && rest.length === 0 ? { userId, topic } : undefined
}

function macOf(secret: string, userId: string, topic: string) {
  return createHmac('sha256', secret).update(`unsubscribe:${userId}:${topic}`).digest('base64url').slice(0, 32)
}
