type Entry<T> = { key: string; value: T; wasUsed: boolean; position: number }

/**
 * A map of at most `max` entries with second-chance (CLOCK) eviction: a read only sets a bit, so that finding the cards of a page
 * touches no list of recent use (decision 21).
 */
export class SecondChanceCache<T> {
  readonly #max: number
  readonly #entries = new Map<string, Entry<T>>()
  readonly #ring: (Entry<T> | undefined)[] = []
  #hand = 0

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // Written once only: reading leaves the entry unchanged in the caches of the processor.
    if (!entry.wasUsed) entry.wasUsed = true
    return entry.value
  }

  set(key: string, value: T) {
    this.delete(key)
    const position = this.#ring.length < this.#max ? this.#ring.length : this.#evict()
    const entry = { key, value, wasUsed: false, position }
    this.#ring[position] = entry
    this.#entries.set(key, entry)
  }

  delete(key: string) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#ring[entry.position] = undefined
  }

  clear() {
    this.#entries.clear()
    this.#ring.length = 0
    this.#hand = 0
  }

  /** Frees the position of the next entry that was not read since the hand last passed it. */
  #evict(): number {
    for (;;) {
      const position = this.#hand
      this.#hand = (position + 1) % this.#max
      const entry = this.#ring[position]
      if (!entry) return position
      if (!entry.wasUsed) {
        this.#entries.delete(entry.key)
        return position
      }
      entry.wasUsed = false
    }
  }
}
