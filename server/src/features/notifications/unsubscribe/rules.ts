import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Topic, topics } from '@na-regua/contract/notifications'

/** Whose letters of which topic: all that the link in a letter may change. */
export type Subscription = { userId: string; topic: Topic }

/** Opens nothing but the switch of this topic for this person, and for as long as there are such letters. */
export function signToken(secret: string, { userId, topic }: Subscription): string {
  return `${userId}.${topic}.${macOf(secret, userId, topic)}`
}

/** Undefined for what we never signed. */
export function readToken(secret: string, token: string): Subscription | undefined {
  const [userId = '', name = '', mac = '', ...rest] = token.split('.')
  const topic = topics.find((known) => known === name)
  const given = Buffer.from(mac)
  const right = Buffer.from(macOf(secret, userId, name))
  const isSigned = given.length === right.length && timingSafeEqual(given, right)
  return topic && isSigned && rest.length === 0 ? { userId, topic } : undefined
}

function macOf(secret: string, userId: string, topic: string) {
  return createHmac('sha256', secret).update(`unsubscribe:${userId}:${topic}`).digest('base64url').slice(0, 32)
}
