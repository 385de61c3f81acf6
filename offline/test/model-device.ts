import type { Command } from '@na-regua/contract/commands'
import { CommandQueue, type QueuedCommand } from '../src/command-queue.ts'
import { type RecordFormat, recordFormat } from '../src/command-records.ts'
import type { TransportResponse } from '../src/command-sender.ts'
import type { CommandDraft } from '../src/command-store.ts'
import { drawScreen, type Seen } from './model-screen.ts'
import { type ModelServer, transitions } from './model-server.ts'
import { LockTable, type Scheduler } from './scheduler.ts'
import { createMemoryStore } from './test-queue.ts'

/** The next version of the app, which stores commands in another way. */
export const nextFormat: RecordFormat = {
  version: 2,
  upgrades: { 1: (record) => ({ ...record, format: 2, preview: { text: record.preview } }) },
}

/** What a barber did on a device. `command`: from the moment in which it was shown as pending. */
export type Act = {
  device: string
  label: string
  startedAt: number
  storedAt: number
  command?: Command
  isDiscarded: boolean
  /** The user has requested it; the tab may have ended before the result was known. */
  isDiscarding: boolean
}

type Environment = ConstructorParameters<typeof CommandQueue>[0]
/** Replaces parts of the environment by ones with a fault, for proving that the model notices it. */
export type Mutate = (environment: Environment, device: ModelDevice) => Environment

/** A script with a queue: a tab or the service worker. */
export class Tab {
  readonly device: ModelDevice
  readonly queue: CommandQueue
  readonly format: RecordFormat
  isTaking = false

  constructor(device: ModelDevice, format: RecordFormat, mutate: Mutate) {
    this.device = device
    this.format = format
    const { scheduler, store, locks } = device
    const effect = <T>(run: () => T | Promise<T>) => scheduler.effect(this, run)
    const environment: Environment = {
      store: {
        read: (name) => effect(() => store.read(name)),
        list: (prefix) => effect(() => store.list(prefix)),
        write: (name, value) => effect(() => store.write(name, value)),
        remove: (name) => effect(() => store.remove(name)),
      },
      transport: {
        send: (request) => device.request(this, (server, limit) => server.receive(structuredClone(request), limit)),
        readServerTime: () => device.request(this, ({ now }) => now),
      },
      clock: { now: () => device.now, monotonic: () => device.server.now },
      lock: (name, run) => locks.request(this, name, run),
      publish: () => {},
      createId: () => `c${device.name}${device.nextId++}`,
      format,
    }
    this.queue = new CommandQueue(mutate(environment, device))
  }
}

/** One device of the barber: what it stores outlives its tabs. */
export class ModelDevice {
  readonly name: string
  readonly server: ModelServer
  readonly scheduler: Scheduler
  readonly locks: LockTable
  readonly records = new Map<string, string>()
  isFull = false
  readonly store = createMemoryStore(this)
  readonly tabs: [Tab | null, Tab | null] = [null, null]
  readonly acts: Act[] = []
  /** The stored day. */
  day: { revision: number; seen: Seen[] } = { revision: -1, seen: [] }
  isOnline = true
  isFaulty = true
  /** The device's clock minus the server's, in milliseconds. */
  clockError: number
  nextId = 0
  format = recordFormat
  /** Tabs of two versions were open: what one has done the other cannot read. */
  isConfused = false
  /** A tab ended while it was reporting. */
  hasLostReports = false
  /** Ids of refusals in the order in which they were reported, and those that were listed and dismissed. */
  readonly reported: string[] = []
  readonly listed = new Set<string>()
  readonly dismissed = new Set<string>()
  /** Dismissed refusals that were listed again. */
  readonly returned: string[] = []
  readonly #mutate: Mutate
  /** The tab in which an act is not shown yet. */
  #acting: Tab | null = null

  constructor(
    name: string,
    options: { server: ModelServer; scheduler: Scheduler; clockError: number; mutate: Mutate },
  ) {
    this.name = name
    this.server = options.server
    this.scheduler = options.scheduler
    this.locks = new LockTable(options.scheduler)
    this.clockError = options.clockError
    this.#mutate = options.mutate
  }

  get now() {
    return this.server.now + this.clockError
  }

  tab(index: 0 | 1): Tab {
    this.tabs[index] ??= new Tab(this, this.format, this.#mutate)
    return this.tabs[index]
  }

  kill(index: 0 | 1) {
    const tab = this.tabs[index]
    if (!tab) return
    this.hasLostReports ||= tab.isTaking
    this.scheduler.kill(tab)
    this.tabs[index] = null
    if (this.#acting === tab) this.#acting = null
    this.locks.kill(tab)
  }

  /** A request on a network that loses, delays and repeats requests and responses. Later ones may arrive earlier. */
  request<T>(tab: Tab, receive: (server: ModelServer, limit?: number) => T): Promise<T> {
    const { scheduler, server } = this
    return new Promise<T>((resolve, reject) => {
      const fail = () => scheduler.add(tab, () => reject(new TypeError('Failed to fetch')))
      const respond = (response: T) => scheduler.add(tab, () => resolve(response))
      const deliver = (isAnswered: boolean, limit?: number) =>
        scheduler.add(null, () => {
          const response = receive(server, limit)
          if (isAnswered) respond(response)
        })
      const fault = this.isFaulty ? scheduler.random() : 1
      if (!this.isOnline || fault < 0.1) return fail()
      if (fault < 0.2) deliver(true, 1)
      else if (fault < 0.25) respond(otherResponse(scheduler.random()) as T)
      else deliver(fault >= 0.4)
      // A repeated request, and a response that comes after the time-out.
      if (fault > 0.25 && fault < 0.5) deliver(false)
      if (fault < 0.4 || (fault > 0.5 && fault < 0.6)) fail()
    })
  }

  /** Fetches the day again; what it contains need not be shown over it any more. */
  async refresh(tab: Tab): Promise<void> {
    const applied = (await tab.queue.list()).filter(({ state }) => state === 'applied').map(({ id }) => id)
    const read = ({ appointments, executions }: ModelServer) => ({
      revision: executions.length + [...appointments.values()].reduce((sum, { leftBy }) => sum + leftBy.length, 0),
      seen: [...appointments.values()].map(({ id, status, leftBy }) => ({ id, status, version: leftBy.length })),
    })
    const day = await this.request(tab, read).catch(() => undefined)
    if (!day?.seen || day.revision < this.day.revision) return
    this.day = day
    await tab.queue.forgetApplied(applied)
  }

  /** The barber looks at the screen and does something that it offers. */
  async act(tab: Tab, pick: number): Promise<void> {
    // One person: the next act begins when the screen shows the last one.
    if (this.#acting) return
    this.#acting = tab
    const act: Act = {
      device: this.name,
      label: '',
      startedAt: this.scheduler.steps,
      storedAt: Infinity,
      isDiscarded: false,
      isDiscarding: false,
    }
    const draft = this.#chooseDraft(await tab.queue.list(), pick)
    if (tab.format !== this.format) this.isConfused = true
    act.startedAt = this.scheduler.steps
    this.acts.push(act)
    if (draft.type === 'walkIn') act.label = draft.input.serviceId
    try {
      act.command = (await tab.queue.add(draft, { preview: act.label })).command
      act.storedAt = this.scheduler.steps
    } catch {
      this.#acting = null
      this.acts.splice(this.acts.indexOf(act), 1)
      return
    }
    if (pick % 7 === 0) {
      act.isDiscarding = true
      act.isDiscarded = await tab.queue.discard(act.command.id)
      act.isDiscarding = act.isDiscarded
    }
    this.#acting = null
    await tab.queue.send()
  }

  #chooseDraft(commands: readonly QueuedCommand[], pick: number): CommandDraft {
    const label = `${pick % 17 === 0 ? 'invalid' : this.name}${this.acts.length}@s${pick % 30}`
    const walkIn = { type: 'walkIn', input: { barberId: 'b', serviceId: label } } as const
    const choices = drawScreen(this.day.seen, commands).flatMap(({ status, target }) =>
      Object.entries(transitions)
        .filter(([, { from }]) => from.includes(status as never))
        .map(([type]) => ({ type, target, ...(type === 'move' && { input: { startTime: `s${pick % 30}` } }) })),
    )
    return pick % 4 === 0 || choices.length === 0 ? walkIn : (choices[pick % choices.length] as CommandDraft)
  }

  /** A page reports new refusals, and its user dismisses the first one in the list. */
  async look(tab: Tab): Promise<void> {
    tab.isTaking = true
    this.reported.push(...(await tab.queue.takeRefusals()).map(({ id }) => id))
    tab.isTaking = false
    const before = new Set(this.dismissed)
    const refused = (await tab.queue.list()).filter(({ state }) => state === 'refused')
    for (const { id } of refused) {
      this.listed.add(id)
      if (before.has(id)) this.returned.push(id)
    }
    const [first] = refused
    if (!first) return
    await tab.queue.dismiss(first.id)
    this.dismissed.add(first.id)
  }
}

/** What is not this server's result: overload, another network's page, an ended session. */
function otherResponse(random: number): TransportResponse {
  const status = [500, 503, 401, 429][Math.floor(random * 5)] ?? 200
  return { status, body: status === 200 ? '<html>' : { code: 'X' }, serverTime: null, retryAfterMs: 0 }
}
