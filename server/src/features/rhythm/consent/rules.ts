import { createHmac, timingSafeEqual } from 'node:crypto'

/** The token ends the nudges of this user and authorizes nothing else. It does not expire. */
export function signNudgeToken(secret: string, userId: string): string {
  return `${userId}.${createHmac('sha256', secret).update(`nudges:${userId}`).digest('base64url').slice(0, 32)}`
}

/** The user; undefined when the signature is not ours. */
export function parseNudgeToken(secret: string, token: string): string | undefined {
  const [userId = ''] = token.split('.')
  const given = Buffer.from(token)
  const expected = Buffer.from(signNudgeToken(secret, userId))
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined
}

/** An appointment that is made within so many days follows a nudge, which was not ignored. */
export const FOLLOWED_DAYS = 7

/** So many ignored nudges in a row are the last ones. */
export const MOST_IGNORED = 2
