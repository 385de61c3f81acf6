import { readFileSync } from 'node:fs'
import type { User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'

const DAY_MS = 86_400_000
export const SESSION_DAYS = 30
export const SESSION_IDLE_DAYS = 7

export function sessionExpiresAt(now: Date) {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS)
}

/** Google manages email and password of such an account: neither can be changed here. */
export function isGoogleManaged({ google_id, hasPassword }: Pick<User, 'google_id' | 'hasPassword'>) {
  return google_id !== null && !hasPassword
}

/** One line with single spaces, because names appear in headings and email greetings. Throws INVALID_INPUT for a blank name. */
export function cleanName(name: string) {
  const clean = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (!clean) throw new ApiError('INVALID_INPUT')
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
