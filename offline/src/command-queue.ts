import type { Command, CommandResult } from '@na-regua/contract/commands'
import { type CommandRecord, type RecordFormat, recordFormat } from './command-records.ts'
import { CommandSender, type CommandTransport, type SendOutcome } from './command-sender.ts'
import { type CommandDraft, CommandStore, listCurrent, type QueueLock, type RecordStore } from './command-store.ts'
import { createServerTime, type DeviceClock, type ServerTime } from './server-time.ts'

/** A command as the screens see it. */
export type QueuedCommand = {
  id: string
  /** 'pending': not known to be executed. 'refused': until it is dismissed. 'applied': until what the page shows contains it. */
  state: 'pending' | 'refused' | 'applied'
  command: Command
  /** As it was given to `add`. */
  preview: unknown
  /** Null while it is pending. */
  result: CommandResult | null
  /** Server time of the result, in milliseconds since the epoch. */
  settledAt: number | null
}

export type AddOptions = {
  /** What the screen needs to draw the command; any JSON. */
  preview?: unknown
  /** The refused command that this one stands for: it disappears in the same step. */
  replaces?: string
}

export type QueueOptions = {
  store: RecordStore
  transport: CommandTransport
  clock: DeviceClock
  lock: QueueLock
  /** Notifies the other scripts with this user's queue. */
  publish: () => void
  createId: () => string
  format?: RecordFormat
}

/**
 * The commands of one user on one device. Pure: everything outside is injected. It holds no state that matters: a script may end
 * between any two steps, another continues from what is stored.
 */
export class CommandQueue {
  readonly #options: QueueOptions
  readonly #commands: CommandStore
  readonly #time: ServerTime
  readonly #restored: Promise<void>
  readonly #send: () => Promise<SendOutcome>
  readonly #listeners = new Set<() => void>()

  constructor({ format = recordFormat, ...options }: QueueOptions) {
    this.#options = options
    this.#commands = new CommandStore({ ...options, format })
    this.#time = createServerTime(options.clock)
    this.#restored = this.#commands.readOffset().then(this.#time.restore, () => {})
    const { transport, lock } = options
    const publish = () => this.#publish()
    const sender = new CommandSender({ commands: this.#commands, transport, time: this.#time, publish })
    this.#send = createSingleRun(() => lock('send', () => sender.send()))
  }

  /** Resolves when the command is stored, and may be shown as pending. Rejects with CommandNotStoredError. */
  async add(draft: CommandDraft, { preview = null, replaces }: AddOptions = {}): Promise<QueuedCommand> {
    await this.#restored
    const { clock } = this.#options
    const times = { now: this.#time.now(), deviceTime: clock.now(), isCertain: this.#time.isCertain() }
    const record = await this.#commands.insert(draft, { ...times, preview, replaces: replaces ?? null })
    this.#publish()
    return toQueued(record)
  }

  /** In the order in which they were added. `withHidden`: also applied ones that were forgotten and that others still name. */
  async list({ withHidden = false } = {}): Promise<QueuedCommand[]> {
    const records = await this.#commands.list()
    if (withHidden) return records.flatMap(({ record }) => (record ? [toQueued(record)] : []))
    return listCurrent(records).map(({ record }) => toQueued(record))
  }

  /** Commands that would be lost with the vault. */
  async countUnsent(): Promise<number> {
    return (await this.#commands.list()).filter(({ record }) => !record || record.state === 'pending').length
  }

  /** Whether a request has contained a command that is pending. */
  async mayBeSent(): Promise<boolean> {
    return (await this.#commands.list()).some(({ record }) => record?.state === 'pending' && record.isSent)
  }

  /** Sends what is pending. Never rejects. */
  send(): Promise<SendOutcome> {
    return this.#send().catch(() => ({ state: 'retry', retryAfterMs: 0 }))
  }

  /** Refusals that no tab has reported yet: each is returned once, and stays in the list until it is dismissed. */
  async takeRefusals(): Promise<QueuedCommand[]> {
    return (await this.#commands.takeRefusals()).map(toQueued)
  }

  async dismiss(id: string): Promise<void> {
    await this.#commands.dismiss(id)
    this.#publish()
  }

  /** Those that were applied before the page began to fetch what it shows now, which contains them. Without any clock. */
  async forgetApplied(ids: readonly string[]): Promise<void> {
    await this.#commands.forgetApplied(ids)
    this.#publish()
  }

  /** Applied commands that no stored day can be older than. */
  async forgetExpired(): Promise<void> {
    await this.#restored
    await this.#commands.forgetExpired(this.#time.now())
  }

  /** Takes back a pending command and those that build on it. False if the server may have received one of them. */
  async discard(id: string): Promise<boolean> {
    const isGone = await this.#commands.discard(id)
    if (isGone) this.#publish()
    return isGone
  }

  async discardAll(): Promise<void> {
    await this.#commands.discardAll()
    this.#publish()
  }

  /** The server's time as far as the device knows it, in milliseconds since the epoch. */
  now(): number {
    return this.#time.now()
  }

  /** Called after every change of the list, in whichever script. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Another script has changed the list. */
  notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #publish() {
    this.#options.publish()
    this.notify()
  }
}

function toQueued({ command, state, preview, result, settledAt }: CommandRecord): QueuedCommand {
  return { id: command.id, state, command, preview, result, settledAt }
}

/** All calls during a run share one more run afterwards: the first may have read the list before them. */
function createSingleRun<T>(run: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    current = run().finally(() => {
      current = undefined
    })
    return current
  }
  return () => {
    if (!current) return start()
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}
