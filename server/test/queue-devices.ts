import { CommandQueue } from '../../offline/src/command-queue.ts'
import type { CommandTransport, TransportResponse } from '../../offline/src/command-sender.ts'
import type { QueueLock, RecordStore } from '../../offline/src/command-store.ts'
import { createMemoryStore } from '../../offline/test/test-queue.ts'

type NetworkOptions = { post: (body: unknown) => Promise<TransportResponse>; random: () => number; now: () => number }

/** A network that loses, delays and repeats requests and responses, until it is repaired. */
export class FaultyNetwork implements CommandTransport {
  isFaulty = true
  readonly #options: NetworkOptions
  #late: Promise<unknown>[] = []

  constructor(options: NetworkOptions) {
    this.#options = options
  }

  async send(body: unknown): Promise<TransportResponse> {
    const { post, random } = this.#options
    const fault = this.isFaulty ? random() : 1
    if (fault < 0.15) throw new TypeError('request lost')
    const response = post(body)
    this.#late.push(response)
    if (fault < 0.4) this.#late.push(post(body))
    if (fault < 0.35) throw new TypeError('response lost')
    return response
  }

  readServerTime = async () => this.#options.now()

  /** All requests that are still on their way have arrived. */
  async settle() {
    while (this.#late.length > 0) await Promise.all(this.#late.splice(0))
  }
}

/** A device with one tab, which can end anywhere: what it was doing does not continue, what is stored stays. */
export class QueueDevice {
  queue: CommandQueue
  /** Ids of refusals in the order in which they were reported. */
  readonly reported: string[] = []
  readonly #memory = { records: new Map<string, string>(), isFull: false }
  readonly #network: FaultyNetwork
  readonly #now: () => number
  #end: () => void = () => {}

  constructor(network: FaultyNetwork, now: () => number) {
    this.#network = network
    this.#now = now
    this.queue = this.#open()
  }

  restart() {
    this.#end()
    this.queue = this.#open()
  }

  async report() {
    this.reported.push(...(await this.queue.takeRefusals()).map(({ id }) => id))
  }

  #open() {
    let isEnded = false
    this.#end = () => {
      isEnded = true
    }
    const step = <T>(run: () => Promise<T>) => unlessEnded(run, () => isEnded)
    const stored = createMemoryStore(this.#memory)
    const store: RecordStore = {
      read: (name) => step(() => stored.read(name)),
      list: (prefix) => step(() => stored.list(prefix)),
      write: (name, value) => step(() => stored.write(name, value)),
      remove: (name) => step(() => stored.remove(name)),
    }
    const clock = { now: this.#now, monotonic: () => performance.now() }
    const createId = () => crypto.randomUUID()
    return new CommandQueue({ store, transport: this.#network, clock, lock: createLock(), publish: () => {}, createId })
  }
}

/** A promise of a script that has ended never settles, and what it did not begin does not happen. */
async function unlessEnded<T>(run: () => Promise<T>, isEnded: () => boolean): Promise<T> {
  const never = new Promise<T>(() => {})
  if (isEnded()) return never
  const value = await run()
  return isEnded() ? never : value
}

function createLock(): QueueLock {
  const ends = new Map<string, Promise<unknown>>()
  return async (name, run) => {
    const turn = (ends.get(name) ?? Promise.resolve()).then(run, run)
    ends.set(name, turn)
    return turn
  }
}
