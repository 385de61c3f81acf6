import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from './clock.ts'

export type LoadingCacheOptions<T> = {
  clock?: Clock
  ttlMs?: number
  /** Values that are returned, but not stored. */
  isStored?: (value: T) => boolean
} & ({ max: number } | { maxBytes: number; sizeOf: (value: T, key: string) => number })

/** The age is checked here and not by lru-cache, which would serve an entry for longer when the clock is set back. */
type Entry<T> = { value: T; storedAt: number }

/**
 * An LRU cache whose misses are loaded once for all concurrent callers. A load that began before clear() is never stored, because
 * its result may be older than the change that cleared the cache.
 */
export class LoadingCache<T> {
  readonly #clock: Clock
  readonly #ttlMs: number
  readonly #isStored: (value: T) => boolean
  readonly #sizeOf: ((value: T, key: string) => number) | undefined
  readonly #entries: LRUCache<string, Entry<T>>
  /** The loads since the last clear(), at most one per key. */
  readonly #loads = new Map<string, Promise<T>>()
  #generation = 0

  constructor(options: LoadingCacheOptions<T>) {
    this.#clock = options.clock ?? systemClock
    this.#ttlMs = options.ttlMs ?? Infinity
    this.#isStored = options.isStored ?? (() => true)
    this.#sizeOf = 'sizeOf' in options ? options.sizeOf : undefined
    this.#entries = new LRUCache('max' in options ? { max: options.max } : { maxSize: options.maxBytes })
  }

  /** The stored value, unless it is too old. */
  find(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const age = this.#clock.now().getTime() - entry.storedAt
    if (age >= 0 && age < this.#ttlMs) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  async get(key: string, produce: () => Promise<T>): Promise<T> {
    return this.find(key) ?? this.load(key, produce)
  }

  /** Joins the load of this key, or starts one. A failure is not stored. */
  load(key: string, produce: () => Promise<T>): Promise<T> {
    const known = this.#loads.get(key)
    if (known) return known
    const load = this.#produce(key, produce)
    this.#loads.set(key, load)
    return load
  }

  isLoading(key: string): boolean {
    return this.#loads.has(key)
  }

  async #produce(key: string, produce: () => Promise<T>): Promise<T> {
    const generation = this.#generation
    try {
      // Also a synchronous failure is handled after load() has registered this promise.
      const value = await Promise.resolve().then(produce)
      if (generation === this.#generation && this.#isStored(value)) this.#store(key, value)
      return value
    } finally {
      if (generation === this.#generation) this.#loads.delete(key)
    }
  }

  #store(key: string, value: T) {
    const entry = { value, storedAt: this.#clock.now().getTime() }
    this.#entries.set(key, entry, this.#sizeOf && { size: this.#sizeOf(value, key) })
  }

  clear() {
    this.#generation++
    this.#entries.clear()
    this.#loads.clear()
  }

  get count(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }
}
