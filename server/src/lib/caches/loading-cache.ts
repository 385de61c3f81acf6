import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'

export type LoadingCacheOptions<T> = {
  clock?: Clock
  ttlMs?: number
  /** Values that are returned, but not stored. */
  isStored?: (value: T) => boolean
} & ({ max: number } | { maxBytes: number; sizeOf: (value: T, key: string) => number })

/** The age is checked here and not by lru-cache, which would serve an entry for longer when the clock is set back. */
type Entry<T> = { value: T; storedAt: number }

/**
 * An LRU cache whose misses are loaded once for all concurrent callers. A load that began before clear() or delete() is never stored,
 * because its result may be older than the change that was the reason.
 */
export class LoadingCache<T> {
  readonly #clock: Clock
  readonly #ttlMs: number
  readonly #isStored: (value: T) => boolean
  readonly #sizeOf: ((value: T, key: string) => number) | undefined
  readonly #entries: LRUCache<string, Entry<T>>
  /** The loads whose results will be stored, at most one per key. */
  readonly #loads = new Map<string, Promise<T>>()

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
    // Also a synchronous failure is handled after the promise was registered.
    const load = Promise.resolve().then(produce)
    this.#loads.set(key, load)
    return this.#finish(key, load)
  }

  isLoading(key: string): boolean {
    return this.#loads.has(key)
  }

  async #finish(key: string, load: Promise<T>): Promise<T> {
    const isCurrent = () => this.#loads.get(key) === load
    try {
      const value = await load
      if (isCurrent() && this.#isStored(value)) this.set(key, value)
      return value
    } finally {
      if (isCurrent()) this.#loads.delete(key)
    }
  }

  /** Stores a value that was not loaded: nothing may have changed since it was computed. */
  set(key: string, value: T) {
    const entry = { value, storedAt: this.#clock.now().getTime() }
    this.#entries.set(key, entry, this.#sizeOf && { size: this.#sizeOf(value, key) })
  }

  delete(key: string) {
    this.#entries.delete(key)
    this.#loads.delete(key)
  }

  clear() {
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
