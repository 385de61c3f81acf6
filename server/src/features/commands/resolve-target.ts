import type { Command, CommandTarget } from '@na-regua/contract/commands'
import { ApiError } from '@na-regua/contract/errors'
import type { StoredCommand, StoredResult } from './rules.ts'

/** By id, of one user. */
export type KnownCommands = ReadonlyMap<string, StoredCommand>

/** What an appointment was when staff acted on it, as far as they knew. */
export type ExpectedAppointment = { id: string; version: number }

type Context = { deviceId: string; known: KnownCommands }

function findEarlier({ deviceId, known }: Context, id: string | undefined): StoredResult | undefined {
  const earlier = id === undefined ? undefined : known.get(id.toLowerCase())
  return earlier?.deviceId === deviceId ? earlier.result : undefined
}

/** An earlier command of the device, with its result. Throws COMMAND_DEPENDENT unless it was applied. */
function getEarlier(context: Context, id: string): StoredResult {
  const earlier = findEarlier(context, id)
  if (earlier?.outcome !== 'applied') throw new ApiError('COMMAND_DEPENDENT')
  return earlier
}

/** The appointment that a command is about, as the device named it. */
export function targetOf(command: Command): CommandTarget | undefined {
  return 'target' in command ? command.target : undefined
}

/** The appointment that the command is about, also of one that cannot be executed. */
export function findAppointmentId(command: Command, context: Context): string | undefined {
  const target = targetOf(command)
  if (target && 'appointmentId' in target) return target.appointmentId.toLowerCase()
  return target && findEarlier(context, target.commandId)?.appointmentId
}

/** The version counts that the last command of the device has left, unless the device has seen a newer one since. */
export function resolveTarget(
  { after, target }: { after?: string; target: CommandTarget },
  context: Context,
): ExpectedAppointment {
  const earlier = after === undefined ? undefined : getEarlier(context, after)
  const { appointmentId, version } = 'appointmentId' in target ? target : getEarlier(context, target.commandId)
  const id = appointmentId?.toLowerCase()
  if (!id || !version || (earlier && earlier.appointmentId !== id)) throw new ApiError('COMMAND_DEPENDENT')
  return { id, version: Math.max(earlier?.version ?? 0, version) }
}

/** Returns the version of a customer's profile that an earlier command of the device has left, or the one that was seen if it is newer. */
export function resolveProfileVersion(
  { after, customerId, version }: { after?: string; customerId: string; version: number },
  context: Context,
): number {
  if (after === undefined) return version
  const earlier = getEarlier(context, after)
  return earlier.customerId === customerId.toLowerCase() ? Math.max(earlier.version ?? 0, version) : version
}

/** The same of an entry of the queue. */
export function resolveEntryVersion(
  { after, entryId, version }: { after: string | undefined; entryId: string; version: number },
  context: Context,
): number {
  if (after === undefined) return version
  const earlier = getEarlier(context, after)
  return earlier.entryId === entryId.toLowerCase() ? Math.max(earlier.entryVersion ?? 0, version) : version
}

/** Checks a command about nothing that exists yet. */
export function checkEarlier({ after }: Pick<Command, 'after'>, context: Context): void {
  if (after !== undefined) getEarlier(context, after)
}
