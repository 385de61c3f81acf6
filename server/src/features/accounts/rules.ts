import { readFileSync } from 'node:fs'
import type { User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { hasWebAddress, NAME_WITH_WEB_ADDRESS, normalizeName } from '@na-regua/contract/names'

const DAY_MS = 86_400_000
const SESSION_DAYS = 30
export const SESSION_IDLE_DAYS = 7

export function sessionExpiresAt(now: Date) {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS)
}

/** Google manages email and password of such an account: neither can be changed here. */
export function isGoogleManaged({ google_id, hasPassword }: Pick<User, 'google_id' | 'hasPassword'>) {
  return google_id !== null && !hasPassword
}

/**
 * One line of visible characters. Throws INVALID_INPUT for a name with a web address, and `blank` for one without any visible
 * character. For every name that other users read: of accounts, barbershops, services, customers without an account.
 */
export function cleanName(name: string, blank = new ApiError('INVALID_INPUT')): string {
  const clean = normalizeName(name)
  if (!clean) throw blank
  if (hasWebAddress(clean)) throw new ApiError('INVALID_INPUT', {}, NAME_WITH_WEB_ADDRESS)
  return clean
}

const commonPasswords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

/** Words that attackers derive from the site itself: rejected alone and with any digits and punctuation around them. */
const siteWords = new Set([
  'naregua',
  'regua',
  'barbearia',
  'barbearias',
  'barbeiro',
  'barbeiros',
  'barber',
  'barbershop',
])

/** Ignores case and accents. */
export function isCommonPassword(password: string) {
  const plain = password.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return commonPasswords.has(plain) || siteWords.has(plain.replaceAll(/[^a-z]/g, ''))
}

const dateAndTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
})

/** For security emails. An account has no time zone, so the text names the one that it uses. */
export function formatBrasiliaTime(instant: Date) {
  return `${dateAndTime.format(instant)}, horário de Brasília`
}
