type Task = { owner: object | null; run: () => void }

/** A seeded source of numbers from 0 to 1. */
export function createSeededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Runs what is due one by one, in an order that the seed decides. What an owner has begun ends with it. */
export class Scheduler {
  readonly random: () => number
  /** How many tasks have run. */
  steps = 0
  #tasks: Task[] = []

  constructor(seed: number) {
    this.random = createSeededRandom(seed)
  }

  get isIdle() {
    return this.#tasks.length === 0
  }

  add(owner: object | null, run: () => void) {
    this.#tasks.push({ owner, run })
  }

  /** The effect happens in one step, its owner continues in a later one. */
  effect<T>(owner: object, run: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.add(owner, () => {
        const done = Promise.resolve().then(run)
        this.add(owner, () => void done.then(resolve, reject))
      })
    })
  }

  /** The script ends here: nothing that it awaits continues. */
  kill(owner: object) {
    this.#tasks = this.#tasks.filter((task) => task.owner !== owner)
  }

  async step(): Promise<void> {
    const index = Math.floor(this.random() * this.#tasks.length)
    const [task] = this.#tasks.splice(index, 1)
    this.steps += 1
    task?.run()
    // All that follows without waiting for another task.
    await new Promise(setImmediate)
  }

  async run(steps = Infinity): Promise<void> {
    for (let done = 0; done < steps && !this.isIdle; done++) await this.step()
  }
}

/** As the Web Locks of one browser: a script that ends releases its locks. */
export class LockTable {
  readonly #scheduler: Scheduler
  readonly #held = new Map<string, object>()
  #waiting: { name: string; owner: object; start: () => void }[] = []

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  request<T>(owner: object, name: string, run: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const release = () => {
        if (this.#held.get(name) === owner) this.#held.delete(name)
        this.#grant()
      }
      const start = () => void run().finally(release).then(resolve, reject)
      this.#waiting.push({ name, owner, start })
      this.#grant()
    })
  }

  kill(owner: object) {
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner)
    for (const [name, holder] of this.#held) if (holder === owner) this.#held.delete(name)
    this.#grant()
  }

  #grant() {
    for (const waiting of [...this.#waiting]) {
      if (this.#held.has(waiting.name)) continue
      this.#held.set(waiting.name, waiting.owner)
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      this.#scheduler.add(waiting.owner, waiting.start)
    }
  }
}
