import { createHash } from 'node:crypto'
import { EMAIL_PATTERN, MAX_EMAIL, MAX_NAME, matchesPattern } from '@na-regua/contract/text-limits'

/** An account of the demo's Google, chosen or typed in since the start. */
export type LocalAccount = { email: string; name: string }

export const testAccounts: readonly LocalAccount[] = [
  { name: 'Marina Duarte', email: 'marina.duarte@google.test' },
  { name: 'Caio Brandão', email: 'caio.brandao@google.test' },
  { name: 'Cliente da demonstração', email: 'cliente@naregua.test' },
]

const MAX_ACCOUNTS = 1000

/** The subject is derived from the email, so it is the same after every start. */
export function createAccounts() {
  const accounts = new Map<string, LocalAccount>()
  return {
    add(account: LocalAccount): string {
      const subject = subjectOf(account.email)
      accounts.delete(subject)
      accounts.set(subject, account)
      for (const oldest of accounts.keys()) if (accounts.size > MAX_ACCOUNTS) accounts.delete(oldest)
      return subject
    },
    find: (subject: string) => accounts.get(subject),
  }
}

/** 21 digits, like Google's. */
function subjectOf(email: string) {
  const bits = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 20)
  return `1${BigInt(`0x${bits}`)}`.slice(0, 21)
}

/** Undefined when email or name is not valid for an account. */
export function readAccount(params: URLSearchParams): LocalAccount | undefined {
  const email = params.get('email')?.trim() ?? ''
  const name = params.get('name')?.trim() || (email.split('@')[0] ?? '')
  const isEmail = matchesPattern(EMAIL_PATTERN, email) && email.length <= MAX_EMAIL
  return isEmail && name.length <= MAX_NAME ? { email, name } : undefined
}
