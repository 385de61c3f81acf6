import type { Database } from '../../lib/database.ts'

/** The time of a barber's user that is wanted. */
export type WantedTime = { barberUserId: string; start: Date; end: Date; bufferMin: number }

type Attempt = { barberUserId: string; from: number; until: number; hasTaken: Promise<boolean> }

/** A rival that takes longer waits for a lock or for the network, and holds up no other any further. */
const PATIENCE_MS = 250

const underWay = new WeakMap<Database, Set<Attempt>>()

/**
 * Those who want overlapping times of one barber in this process try one after the other: without a connection, instead of all waiting
 * for one lock with one each. `attempt` is not made if another has taken the time meanwhile: it must be decided again, for which many share
 * a statement. PostgreSQL decides as before about all that is attempted. `hasTaken` says of a result whether the time is taken by it.
 */
export async function tryInTurn<Result>(
  db: Database,
  { barberUserId, start, end, bufferMin }: WantedTime,
  { attempt, hasTaken }: { attempt: () => Promise<Result>; hasTaken: (result: Result) => boolean },
): Promise<Result | 'version-conflict'> {
  // What has locked something must not wait for those who wait for its locks.
  if (db.isTransaction) return attempt()
  const attempts = underWay.get(db) ?? new Set()
  underWay.set(db, attempts)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const own = { barberUserId, from: start.getTime(), until: end.getTime() + bufferMin * 60_000, hasTaken: promise }
  const rivals = [...attempts].filter((other) => areRivals(own, other))
  attempts.add(own)
  try {
    if (rivals.length > 0 && (await isTakenBy(rivals))) return 'version-conflict'
    const result = await attempt()
    resolve(hasTaken(result))
    return result
  } finally {
    resolve(false)
    attempts.delete(own)
  }
}

function areRivals(one: Attempt, other: Attempt): boolean {
  return one.barberUserId === other.barberUserId && one.from < other.until && other.from < one.until
}

/** Whether one of them takes its time, in good time. */
async function isTakenBy(rivals: readonly Attempt[]): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean[]>()
  const timer = setTimeout(() => resolve([]), PATIENCE_MS)
  const results = await Promise.race([Promise.all(rivals.map(({ hasTaken }) => hasTaken)), tooLate])
  clearTimeout(timer)
  return results.includes(true)
}
