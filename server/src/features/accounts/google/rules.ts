import { randomBytes } from 'node:crypto'
import { hasWebAddress, normalizeName } from '@na-regua/contract/names'
import type { GoogleIdentity } from '../../../lib/google.ts'

const MINUTE_MS = 60_000
const FLOW_MINUTES = 15
const CODE_MINUTES = 2
const LINK_MINUTES = 10
export const MAX_LINK_ATTEMPTS = 5
const MAX_NAME_LENGTH = 120

/** 256 bits, like session tokens. */
export function generateSecret() {
  return randomBytes(32).toString('base64url')
}

const addMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)

/** Long enough to find the device for a second factor. */
export const signInFlowExpiresAt = (now: Date) => addMinutes(now, FLOW_MINUTES)
/** The login page exchanges the code as soon as it loads. */
export const signInCodeExpiresAt = (now: Date) => addMinutes(now, CODE_MINUTES)
export const linkExpiresAt = (now: Date) => addMinutes(now, LINK_MINUTES)

/** Falls back to the address when the Google account has no name, or one that is not allowed here, and then to a neutral word. */
export function displayNameOf({ name, email }: Pick<GoogleIdentity, 'name' | 'email'>): string {
  const names = [name, email.split('@')[0] ?? ''].map((text) => truncate(normalizeName(text)))
  return names.find((text) => text && !hasWebAddress(text)) ?? 'Cliente'
}

/** Never in the middle of a surrogate pair. */
function truncate(name: string) {
  return [...name]
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim()
}

export type EmailOwner = { isVerified: boolean; hasPassword: boolean; hasIdentity: boolean }

/**
 * Decides by the owner of the address here. Accounts are never merged silently: an account that verified its address must be
 * linked with its password once; one that never verified it may have been registered by anyone, so Google's user takes it over.
 */
export function decideGoogleSignIn({ isEmailVerified }: GoogleIdentity, owner: EmailOwner | undefined) {
  if (!isEmailVerified) return 'reject-unverified'
  if (!owner) return 'create-account'
  if (!owner.isVerified) return 'take-over-account'
  return owner.hasIdentity ? 'reject-linked-to-other' : 'require-password'
}
