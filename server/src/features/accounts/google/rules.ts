import { randomBytes } from 'node:crypto'
import type { ProvedPerson } from '../../../lib/google.ts'
import { cleanName } from '../rules.ts'

const MINUTE_MS = 60_000
const VISIT_MINUTES = 15
const CODE_MINUTES = 2
const LINK_MINUTES = 10
export const LINK_TRIES = 5
const LONGEST_NAME = 120

/** 256 bits, as tokens have them. */
export function drawSecret() {
  return randomBytes(32).toString('base64url')
}

const later = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)

/** Long enough to look for a second factor. */
export const endOfVisit = (now: Date) => later(now, VISIT_MINUTES)
/** The page fetches the session as soon as it stands. */
export const endOfCode = (now: Date) => later(now, CODE_MINUTES)
export const endOfLink = (now: Date) => later(now, LINK_MINUTES)

/** Who has no name at Google is called by the address. */
export function nameOf({ name, email }: Pick<ProvedPerson, 'name' | 'email'>) {
  const given = [...name].slice(0, LONGEST_NAME).join('').slice(0, LONGEST_NAME)
  return cleanName(given.trim() || (email.split('@')[0] ?? email).slice(0, LONGEST_NAME))
}

export type EmailOwner = { isVerified: boolean; hasPassword: boolean; hasIdentity: boolean }

/**
 * What happens to somebody whom Google vouches for, by who has the address here. Never a silent merge: an account that
 * proved the address keeps it and must be opened with its password once; one that never did was anybody's.
 */
export function judgeArrival({ isEmailVerified }: ProvedPerson, owner: EmailOwner | undefined) {
  if (!isEmailVerified) return 'refuse-unverified'
  if (!owner) return 'open-account'
  if (!owner.isVerified) return 'claim-account'
  return owner.hasIdentity ? 'refuse-other' : 'ask-password'
}
