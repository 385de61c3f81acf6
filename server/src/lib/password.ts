import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyQueue } from './concurrency.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing runs off the main thread; a storm of logins leaves one core to everybody else and then waits in line. */
const inLine = createConcurrencyQueue({ concurrency: Math.max(1, availableParallelism() - 1), maxQueued: 400 })

/** One person's "ç" is one byte sequence on every keyboard. */
function normalize(password: string) {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(normalize(password), cost))
}

let closed: Promise<string> | undefined

/** A hash that no password opens: comparing with it takes as long as comparing with a real one. */
export function getUnusableHash(): Promise<string> {
  closed ??= hash(crypto.randomUUID(), cost)
  return closed
}

/** False for a wrong password, and after the same time when there is no hash at all (unknown address, Google account). */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await getUnusableHash())
  const isRight = await inLine(() => verify(against, normalize(password)))
  return isRight && passwordHash != null
}
