import type { Command, CommandResult, CommandTarget } from '@na-regua/contract/commands'

/** A command as it is stored on the device. Its place in the order is part of its name in the store. */
export type CommandRecord = {
  format: number
  state: 'pending' | 'applied' | 'refused'
  /** Exactly what is sent, each time the same: with another body the server would reject a repeated id. */
  command: Command
  /**
   * Device time at which it was added, in milliseconds since the epoch, while the server's time was not known. `issuedAt` is then
   * provisional until just before the first request. Null: it is final.
   */
  provisionalSince: number | null
  /** A request may have contained it: the server may have executed it, whatever became of the response. */
  isSent: boolean
  /** What the screen needs to draw it; the queue does not read it. */
  preview: unknown
  /** The refused command that this one stands for, which disappears with it. */
  replaces: string | null
  /** Null while it is pending. */
  result: CommandResult | null
  /** Server time of the result, in milliseconds since the epoch. */
  settledAt: number | null
  /** A refusal that a page has reported. */
  isReported: boolean
  /** An applied command that the pages show no more. */
  isHidden: boolean
}

/** A record and its name. `record` is null when a newer version of the app wrote it. */
export type NamedRecord = { name: string; sequence: number; record: CommandRecord | null }

type Upgrade = (record: Record<string, unknown>) => Record<string, unknown>

/** Reads records of this format and of all earlier ones. `upgrades` by the format that they start from. */
export type RecordFormat = { version: number; upgrades: Readonly<Record<number, Upgrade>> }

/** A change of `CommandRecord` increments the version and adds an upgrade: commands outlive an update of the app. */
export const recordFormat: RecordFormat = { version: 1, upgrades: {} }

/** Begins every name that the queue uses in the vault. */
export const commandPrefix = 'command/'
const PREFIX = `${commandPrefix}sequence/`
const SEQUENCE_DIGITS = 12

export const recordPrefix = PREFIX
export const deviceName = `${commandPrefix}device`
export const offsetName = `${commandPrefix}offset`

/** Sorts by sequence. */
export function nameRecord(sequence: number, id: string): string {
  return `${PREFIX}${String(sequence).padStart(SEQUENCE_DIGITS, '0')}-${id}`
}

export function parseRecord(format: RecordFormat, { name, value }: { name: string; value: unknown }): NamedRecord {
  const sequence = Number(name.slice(PREFIX.length, PREFIX.length + SEQUENCE_DIGITS))
  let record = value as Record<string, unknown>
  while ((record.format as number) < format.version) {
    const upgrade = format.upgrades[record.format as number]
    if (!upgrade) break
    record = upgrade(record)
  }
  const isKnown = record.format === format.version
  return { name, sequence, record: isKnown ? (record as CommandRecord) : null }
}

/** The appointment that a command is about, where it names one. */
export function commandTarget(command: Command): CommandTarget | undefined {
  return 'target' in command ? command.target : undefined
}

/** The command that creates the appointment that this one is about. */
export function findCreator(command: Command | undefined): string | undefined {
  const target = command && commandTarget(command)
  return target && 'commandId' in target ? target.commandId : undefined
}

/** Names of the records that no user waits for: applied, or a refusal that was reported. Not those that others refer to. */
export function listSettled(records: readonly NamedRecord[]): string[] {
  const replaced = new Set(records.map(({ record }) => record?.replaces))
  const isSettled = ({ record }: NamedRecord) =>
    record?.state === 'applied' ||
    (record?.state === 'refused' && (record.isReported || replaced.has(record.command.id)))
  const waiting = records.filter((one) => !isSettled(one))
  const creators = new Set(waiting.map(({ record }) => findCreator(record?.command)))
  return records.filter((one) => isSettled(one) && !creators.has(one.record?.command.id)).map(({ name }) => name)
}

/** With the appointment itself instead of the command that has created it. */
export function toKnownTarget(command: Command, records: readonly NamedRecord[]): Command {
  const creator = findCreator(command)
  const created = records.find(({ record }) => creator && record?.command.id === creator)?.record?.result?.appointment
  if (!created || !('target' in command)) return command
  return { ...command, target: { appointmentId: created.id, version: created.version } }
}

/** A command and the later ones that build on it. */
export function listWithDependents(id: string, records: readonly NamedRecord[]): NamedRecord[] {
  const ids = new Set([id])
  for (const { record } of records) {
    if (!record) continue
    const { command } = record
    if (ids.has(command.after ?? '') || ids.has(findCreator(command) ?? '')) ids.add(command.id)
  }
  return records.filter(({ record }) => record && ids.has(record.command.id))
}

/** What a command is about: two commands with the same subject follow one another. Undefined: it depends on no other. */
function findSubject(command: Command, records: readonly NamedRecord[]): string | undefined {
  if (command.type === 'note') return `customer ${command.customerId}`
  if (command.type === 'queueAdd') return `entry ${command.input.entryId}`
  if ('entryId' in command) return `entry ${command.entryId}`
  const target = commandTarget(command)
  if (!target) return undefined
  if ('appointmentId' in target) return `appointment ${target.appointmentId}`
  const creation = records.find(({ record }) => record?.command.id === target.commandId)?.record
  return `appointment ${creation?.result?.appointment?.id ?? target.commandId}`
}

/** The version of its subject that the device saw; undefined for what this or another command creates. */
function findSeenVersion(command: Command): number | undefined {
  if (command.type === 'note' || 'entryId' in command) return command.input.version
  const target = commandTarget(command)
  return target && 'version' in target ? target.version : undefined
}

/**
 * The earlier command whose outcome this one builds on: the last one about the same subject that is pending, or that left a newer
 * version than the one that the device saw.
 */
export function findPredecessor(command: Command, records: readonly NamedRecord[]): string | undefined {
  const subject = findSubject(command, records)
  if (!subject) return undefined
  const last = records.findLast(
    ({ record }) => record && record.state !== 'refused' && findSubject(record.command, records) === subject,
  )?.record
  if (!last || last.state === 'pending') return last?.command.id
  const { entry, appointment, customer } = last.result ?? {}
  const left = (entry ?? appointment ?? customer)?.version ?? 0
  const seen = findSeenVersion(command)
  return seen === undefined || seen < left ? last.command.id : undefined
}
