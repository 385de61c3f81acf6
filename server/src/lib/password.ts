import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyQueue } from './requests/concurrency.ts'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing runs off the main thread. Many logins at once leave one core to other requests and then queue. */
const enqueue = createConcurrencyQueue({ concurrency: Math.max(1, availableParallelism() - 1), maxQueued: 400 })

/** The same "ç" has different byte sequences on different keyboards. */
function normalize(password: string) {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return enqueue(() => hash(normalize(password), cost))
}

let unusableHash: Promise<string> | undefined

/** A hash that matches no password; comparing with it takes as long as with a real one. */
export function getUnusableHash(): Promise<string> {
  unusableHash ??= hash(crypto.randomUUID(), cost)
  return unusableHash
}

/** False for a wrong password, and in the same time without a hash (unknown email, Google account). */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const against = passwordHash ?? (await getUnusableHash())
  const isCorrect = await enqueue(() => verify(against, normalize(password)))
  return isCorrect && passwordHash != null
}
