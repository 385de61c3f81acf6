type Entry<T> = { value: T; keptAt: number; bytes: number; wasFound: boolean }

/** `now` in milliseconds. */
type Options = { lifeMs: number; maxBytes: number; now: () => number }

/** Things kept for a while under a name: what is too old is not found, and what nobody asked for lately makes room. */
export class Shelf<T> {
  readonly #options: Options
  readonly #entries = new Map<string, Entry<T>>()
  #bytes = 0

  constructor(options: Options) {
    this.#options = options
  }

  find(key: string): T | undefined {
    const entry = this.#entries.get(key)
    const age = entry ? this.#options.now() - entry.keptAt : -1
    if (!entry || age < 0 || age >= this.#options.lifeMs) return void this.drop(key)
    entry.wasFound = true
    return entry.value
  }

  keep(key: string, value: T, bytes: number) {
    this.drop(key)
    this.#entries.set(key, { value, keptAt: this.#options.now(), bytes, wasFound: false })
    this.#bytes += bytes
    this.#makeRoom()
  }

  drop(key: string) {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  clear() {
    this.#entries.clear()
    this.#bytes = 0
  }

  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#entries.size
  }

  /** A mark for each find, and a new place only here, when room is needed: finding is what is done most. */
  #makeRoom() {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#options.maxBytes) return
      if (!entry.wasFound) this.drop(oldest)
      else {
        entry.wasFound = false
        this.#entries.delete(oldest)
        this.#entries.set(oldest, entry)
      }
    }
  }
}
