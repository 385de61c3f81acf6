import type { Appointment } from '@na-regua/contract/appointments'
import type { Command } from '@na-regua/contract/commands'
import type { QueueEntry, queueTodayApi } from '@na-regua/contract/queue-today'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../lib/auth.ts'
import type { Database, RecordChange } from '../../lib/database.ts'
import { checkEarlier, type KnownCommands, resolveEntryVersion } from './resolve-target.ts'
import { actedAt, type StoredResult } from './rules.ts'

type RecordEntry = (
  tx: Database,
  changed: { id: string; version: number; appointmentId: string | null },
) => Promise<void>

/** Staff tapped at `actedAt`. */
type EntryChange = { id: string; userId: string; version: number; actedAt: Date; record: RecordEntry }

/** Use cases of the queue, which depends on appointments: passed in by the app. */
export type QueueUseCases = {
  addToQueue(
    request: { barbershopId: string; userId: string; actedAt: Date; record: RecordChange } & Body<
      typeof queueTodayApi.add
    >,
  ): Promise<{ entry: QueueEntry }>
  changeByStaff(request: EntryChange & { action: 'call' | 'remove'; barberId?: string }): Promise<QueueEntry>
  startEntry(
    request: EntryChange & { barberId: string; serviceId?: string },
  ): Promise<{ entry: QueueEntry; appointment: Appointment }>
}

type QueueCommand = Extract<Command, { type: `queue${string}` }>

type QueueRequest<C extends QueueCommand = QueueCommand> = {
  caller: Caller
  command: C
  deviceId: string
  known: KnownCommands
  record: (tx: Database, result: StoredResult) => Promise<void>
  now: Date
}

type ExecutedQueueCommand = { result: StoredResult; appointment?: Appointment }

/** As `executeCommand`, of one about the queue. */
export function executeQueueCommand(queue: QueueUseCases, request: QueueRequest): Promise<ExecutedQueueCommand> {
  const { command } = request
  const of = <C extends QueueCommand>(typed: C): QueueRequest<C> => ({ ...request, command: typed })
  if (command.type === 'queueAdd') return executeAdd(queue, of(command))
  return command.type === 'queueStart' ? executeStart(queue, of(command)) : executeChange(queue, of(command))
}

type CommandOf<T extends QueueCommand['type']> = Extract<QueueCommand, { type: T }>

const ofEntry = ({ id, version }: { id: string; version: number }): StoredResult => ({
  outcome: 'applied',
  entryId: id,
  entryVersion: version,
})

async function executeAdd(queue: QueueUseCases, request: QueueRequest<CommandOf<'queueAdd'>>) {
  const { caller, command, now } = request
  checkEarlier(command, request)
  const { entry } = await queue.addToQueue({
    barbershopId: command.barbershopId,
    userId: caller.id,
    actedAt: actedAt(command, now),
    ...command.input,
    record: (tx, changed) => request.record(tx, ofEntry(changed)),
  })
  return { result: ofEntry(entry) }
}

function toChange({ caller, command, ...request }: QueueRequest<Exclude<QueueCommand, { type: 'queueAdd' }>>) {
  const { entryId, input, after } = command
  const version = resolveEntryVersion({ after, entryId, version: input.version }, request)
  return { id: entryId.toLowerCase(), userId: caller.id, version, actedAt: actedAt(command, request.now) }
}

async function executeChange(queue: QueueUseCases, request: QueueRequest<CommandOf<'queueCall' | 'queueRemove'>>) {
  const { command } = request
  const entry = await queue.changeByStaff({
    ...toChange(request),
    ...(command.type === 'queueCall' ? { action: 'call', barberId: command.input.barberId } : { action: 'remove' }),
    record: (tx, changed) => request.record(tx, ofEntry(changed)),
  })
  return { result: ofEntry(entry) }
}

/** The appointment is new: version 1. */
const ofStart = (changed: { id: string; version: number; appointmentId: string | null }): StoredResult => ({
  ...ofEntry(changed),
  ...(changed.appointmentId && { appointmentId: changed.appointmentId, version: 1 }),
})

async function executeStart(queue: QueueUseCases, request: QueueRequest<CommandOf<'queueStart'>>) {
  const { command } = request
  const { barberId, serviceId } = command.input
  const { entry, appointment } = await queue.startEntry({
    ...toChange(request),
    barberId,
    serviceId,
    record: (tx, changed) => request.record(tx, ofStart(changed)),
  })
  return { result: ofStart({ ...entry, appointmentId: appointment.id }), appointment }
}
