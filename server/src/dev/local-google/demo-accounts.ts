import { createHash } from 'node:crypto'

/** Somebody whom the demo's Google knows: whoever was chosen or typed in since the start. */
export type LocalAccount = { email: string; name: string }

export const testAccounts: readonly LocalAccount[] = [
  { name: 'Marina Duarte', email: 'marina.duarte@google.test' },
  { name: 'Caio Brandão', email: 'caio.brandao@google.test' },
  { name: 'Cliente da demonstração', email: 'cliente@naregua.test' },
]

const REMEMBERED = 1000

/** The demo's accounts: an address is a subject, the same one after every start. */
export function createAccounts() {
  const people = new Map<string, LocalAccount>()
  return {
    add(person: LocalAccount): string {
      const subject = subjectOf(person.email)
      people.delete(subject)
      people.set(subject, person)
      for (const oldest of people.keys()) if (people.size > REMEMBERED) people.delete(oldest)
      return subject
    },
    find: (subject: string) => people.get(subject),
  }
}

/** 21 digits, as Google's. */
function subjectOf(email: string) {
  const bits = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 20)
  return `1${BigInt(`0x${bits}`)}`.slice(0, 21)
}

/** Undefined unless both can stand in an account. */
export function readAccount(words: URLSearchParams): LocalAccount | undefined {
  const email = words.get('email')?.trim() ?? ''
  const name = words.get('name')?.trim() || (email.split('@')[0] ?? '')
  const isShaped = /^[^\s@,;:"()<>[\]\\]+@[^\s@,;:"()<>[\]\\]+\.[^\s@,;:"()<>[\]\\]+$/.test(email)
  return isShaped && email.length <= 254 && name.length <= 120 ? { email, name } : undefined
}
