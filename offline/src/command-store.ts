import type { Command, CommandResult } from '@na-regua/contract/commands'
import {
  type CommandRecord,
  deviceName,
  findCreator,
  findPredecessor,
  listWithDependents,
  type NamedRecord,
  nameRecord,
  offsetName,
  parseRecord,
  type RecordFormat,
  recordPrefix,
  toKnownTarget,
} from './command-records.ts'

/** As a vault. Names sort as text; `write` is false when nothing was stored. */
export type RecordStore = {
  read<T>(name: string): Promise<T | undefined>
  list<T>(prefix: string): Promise<{ name: string; value: T }[]>
  write(name: string, value: unknown): Promise<boolean>
  remove(name: string): Promise<void>
}

/** 'send': one script at a time sends. 'change': held for moments, around each read that decides a write. */
export type QueueLock = <T>(name: 'send' | 'change', run: () => Promise<T>) => Promise<T>

type Draft<C> = C extends Command ? Omit<C, 'id' | 'issuedAt' | 'after'> : never
/** A command before it is stored. */
export type CommandDraft = Draft<Command>

export type StoreOptions = {
  store: RecordStore
  lock: QueueLock
  createId: () => string
  format: RecordFormat
}

type InsertOptions = {
  /** Milliseconds since the epoch: of the server as far as it is known, and of the device. */
  now: number
  deviceTime: number
  isCertain: boolean
  preview: unknown
  replaces: string | null
}

const DAY_MS = 86_400_000
/** As long as the stored day, which a page may still show as it was before the command. */
const APPLIED_DAYS = 14

/** The storage is full, or the user has logged out in another tab. */
export class CommandNotStoredError extends Error {
  constructor() {
    super('command not stored on this device')
    this.name = 'CommandNotStoredError'
  }
}

/** The records of a queue. Each method can be repeated: a script may end between any two writes. */
export class CommandStore {
  readonly #options: StoreOptions

  constructor(options: StoreOptions) {
    this.#options = options
  }

  /** In order. */
  async list(): Promise<NamedRecord[]> {
    const { store, format } = this.#options
    return (await store.list<unknown>(recordPrefix)).map((stored) => parseRecord(format, stored))
  }

  #change<T>(run: (records: NamedRecord[]) => Promise<T>): Promise<T> {
    return this.#options.lock('change', async () => run(await this.list()))
  }

  async #write(name: string, value: unknown): Promise<void> {
    if (!(await this.#options.store.write(name, value))) throw new CommandNotStoredError()
  }

  /** Rejects with CommandNotStoredError. */
  insert(
    draft: CommandDraft,
    { now, deviceTime, isCertain, preview, replaces }: InsertOptions,
  ): Promise<CommandRecord> {
    return this.#change(async (records) => {
      await this.#claimDeviceId()
      const id = this.#options.createId()
      const command = toKnownTarget({ ...draft, id, issuedAt: new Date(now).toISOString() } as Command, records)
      const after = findPredecessor(command, records)
      const record: CommandRecord = {
        format: this.#options.format.version,
        state: 'pending',
        command: after ? { ...command, after } : command,
        provisionalSince: isCertain ? null : deviceTime,
        isSent: false,
        preview,
        replaces,
        result: null,
        settledAt: null,
        isReported: false,
        isHidden: false,
      }
      await this.#write(nameRecord((records.at(-1)?.sequence ?? 0) + 1, id), record)
      await this.#remove(replaces, records)
      return record
    })
  }

  /** First what a record replaced, then the record: in the other order a refusal that is settled could come back. */
  async #remove(id: string | null, records: NamedRecord[]): Promise<void> {
    const found = id === null ? undefined : records.find(({ record }) => record?.command.id === id)
    if (!found?.record) return
    await this.#remove(found.record.replaces, records)
    await this.#options.store.remove(found.name)
  }

  /** Stores the results of commands that are still pending. Returns how many. */
  settle(results: readonly CommandResult[], settledAt: number): Promise<number> {
    return this.#change(async (records) => {
      let count = 0
      for (const result of results) {
        const found = records.find(({ record }) => record?.command.id === result.id && record.state === 'pending')
        if (!found?.record) continue
        const settled = { ...found.record, state: result.outcome, result, settledAt }
        // Without room it stays pending: the server returns the result again later. Without the record a later command would build on
        // the version before this one, and be refused for the user's own change.
        if (await this.#options.store.write(found.name, settled)) count += 1
      }
      return count
    })
  }

  /** Removes a command that was never sent, with those that build on it. False if a request may have contained one. */
  discard(id: string): Promise<boolean> {
    return this.#change(async (records) => {
      const own = listWithDependents(id, records)
      if (own.some(({ record }) => record?.state !== 'pending' || record.isSent)) return false
      for (const { name } of own.toReversed()) await this.#options.store.remove(name)
      return own.length > 0
    })
  }

  /** Removes a refused command for good. */
  dismiss(id: string): Promise<void> {
    return this.#change(async (records) => {
      if (records.some(({ record }) => record?.command.id === id && record.state === 'refused'))
        await this.#remove(id, records)
    })
  }

  /** Refusals that no page has reported yet; each is returned once. */
  takeRefusals(): Promise<CommandRecord[]> {
    return this.#change(async (records) => {
      const taken: CommandRecord[] = []
      for (const { name, record } of listCurrent(records)) {
        if (record.state !== 'refused' || record.isReported) continue
        if (await this.#options.store.write(name, { ...record, isReported: true })) taken.push(record)
      }
      return taken
    })
  }

  /**
   * Removes those that are applied. What created an appointment is only hidden, because a page may still name it by the command; and
   * it stays while another record does.
   */
  forgetApplied(ids: readonly string[]): Promise<void> {
    return this.#change(async () => {
      for (const id of ids.toReversed()) {
        const records = await this.list()
        const own = records.find(({ record }) => record?.command.id === id && record.state === 'applied')
        const isNeeded = records.some(
          ({ record }) => record?.state !== 'refused' && findCreator(record?.command) === id,
        )
        if (!own?.record || isNeeded) continue
        await this.#remove(own.record.replaces, records)
        if (own.record.command.type === 'walkIn' || own.record.command.type === 'book')
          await this.#options.store.write(own.name, { ...own.record, isHidden: true })
        else await this.#remove(id, records)
      }
    })
  }

  /** Applied commands that no stored day can be older than. */
  async forgetExpired(now: number): Promise<void> {
    await this.#change(async (records) => {
      for (const { record } of records)
        if (record?.state === 'applied' && now - (record.settledAt ?? now) > APPLIED_DAYS * DAY_MS)
          await this.#remove(record.command.id, records)
    })
  }

  /** Before the first request with these commands: from then on they neither change nor can be taken back. */
  markSent(ids: readonly string[], toIssuedAt: (deviceTime: number) => number): Promise<void> {
    return this.#change(async (records) => {
      for (const { name, record } of records) {
        if (!record || record.isSent || !ids.includes(record.command.id)) continue
        const since = record.provisionalSince
        const issuedAt = since === null ? record.command.issuedAt : new Date(toIssuedAt(since)).toISOString()
        const command = { ...record.command, issuedAt }
        await this.#write(name, { ...record, isSent: true, provisionalSince: null, command })
      }
    })
  }

  discardAll(): Promise<void> {
    return this.#change(async (records) => {
      for (const { name } of records.toReversed()) await this.#options.store.remove(name)
    })
  }

  getDeviceId(): Promise<string> {
    return this.#options.lock('change', () => this.#claimDeviceId())
  }

  /** The same as long as there are commands: one command refers to another of the same device. */
  async #claimDeviceId(): Promise<string> {
    const stored = await this.#options.store.read<string>(deviceName)
    if (stored) return stored
    const id = this.#options.createId()
    await this.#write(deviceName, id)
    return id
  }

  async readOffset(): Promise<number> {
    return (await this.#options.store.read<number>(offsetName)) ?? 0
  }

  async writeOffset(offset: number): Promise<void> {
    await this.#options.store.write(offsetName, offset)
  }
}

/** Without hidden ones, refusals that another command has replaced, and records of a newer version. */
export function listCurrent(records: readonly NamedRecord[]): { name: string; record: CommandRecord }[] {
  const replaced = new Set(records.map(({ record }) => record?.replaces))
  return records.flatMap(({ name, record }) =>
    record && !record.isHidden && !replaced.has(record.command.id) ? { name, record } : [],
  )
}
