type Entry<T> = { value: T; keptAt: number; bytes: number; wasFound: boolean }

/** Things kept for a while under a name: what is too old is not found, and what nobody asked for lately makes room. */
export type Shelf<T> = {
  find(key: string): T | undefined
  keep(key: string, value: T, bytes: number): void
  drop(key: string): void
  clear(): void
  readonly bytes: number
  readonly count: number
}

type Options = { lifeMs: number; maxBytes: number; now: () => number }

/** `now` in milliseconds. */
export function createShelf<T>({ lifeMs, maxBytes, now }: Options): Shelf<T> {
  const entries = new Map<string, Entry<T>>()
  let total = 0

  function drop(key: string) {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  /** A mark for each find, and a new place only when room is needed: finding is what is done most. */
  function giveAnotherRound(key: string, entry: Entry<T>) {
    entry.wasFound = false
    entries.delete(key)
    entries.set(key, entry)
  }

  return {
    find(key) {
      const entry = entries.get(key)
      const age = entry ? now() - entry.keptAt : -1
      if (!entry || age < 0 || age >= lifeMs) return void drop(key)
      entry.wasFound = true
      return entry.value
    },
    keep(key, value, bytes) {
      drop(key)
      entries.set(key, { value, keptAt: now(), bytes, wasFound: false })
      total += bytes
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break
        if (entry.wasFound) giveAnotherRound(oldest, entry)
        else drop(oldest)
      }
    },
    drop,
    clear() {
      entries.clear()
      total = 0
    },
    get bytes() {
      return total
    },
    get count() {
      return entries.size
    },
  }
}
