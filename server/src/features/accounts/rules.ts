import { readFileSync } from 'node:fs'
import type { User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'

const DAY_MS = 86_400_000
export const SESSION_DAYS = 30
export const SESSION_IDLE_DAYS = 7

export function endOfSession(now: Date) {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS)
}

/** Google keeps e-mail and password of such an account: neither can be changed here. */
export function isGoogleManaged({ google_id, hasPassword }: Pick<User, 'google_id' | 'hasPassword'>) {
  return google_id !== null && !hasPassword
}

/** One line, single spaces: a name stands in headings and in the first line of letters. Throws when nothing is left. */
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

/** What somebody tries who knows where he is: these alone, with whatever digits and signs around them. */
const wordsOfHouse = new Set([
  'naregua',
  'regua',
  'barbearia',
  'barbearias',
  'barbeiro',
  'barbeiros',
  'barber',
  'barbershop',
])

/** What a guesser tries first, whatever its capitals and accents. */
export function isCommonPassword(password: string) {
  const plain = password.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return commonPasswords.has(plain) || wordsOfHouse.has(plain.replaceAll(/[^a-z]/g, ''))
}
