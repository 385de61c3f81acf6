import { availableParallelism } from 'node:os'
import { ApiError } from '@na-regua/contract/errors'
import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing runs off the main thread; a storm of logins leaves one core to everybody else and then waits in line. */
const atOnce = Math.max(1, availableParallelism() - 1)
const LONGEST_LINE = 200

let running = 0
const line: (() => void)[] = []

async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (line.length >= LONGEST_LINE) throw new ApiError('UNAVAILABLE')
  // A place that becomes free is handed over, so nobody who comes later slips in between.
  if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = line.shift()
    if (next) next()
    else running--
  }
}

/** One person's "ç" is one byte sequence on every keyboard. */
function normalize(password: string) {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(normalize(password), cost))
}

/** A hash that no password opens: comparing with it takes as long as comparing with a real one. */
let closed: Promise<string> | undefined

/** False for a wrong password, and after the same time when there is no hash at all (unknown address, Google account). */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  closed ??= hash(crypto.randomUUID(), cost)
  const against = passwordHash ?? (await closed)
  const isRight = await inLine(() => verify(against, normalize(password)))
  return isRight && passwordHash != null
}
