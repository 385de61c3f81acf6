import { isDeepStrictEqual } from 'node:util'
import type { Appointment } from '@na-regua/contract/appointments'
import type { Command } from '@na-regua/contract/commands'
import type { CustomerProfile, customersApi } from '@na-regua/contract/customers'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { staffApi, TimeOff } from '@na-regua/contract/staff'
import { type Caller, isAdmitted } from '../../lib/auth.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import type { Database, DatabasePool, RecordChange } from '../../lib/database.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { canSendMessages } from '../../lib/whatsapp.ts'
import { changeServing } from '../appointments/serving/change-serving.ts'
import { changeStatus, type StatusAction } from '../appointments/status/change-status.ts'
import { corrections } from '../appointments/status/rules.ts'
import { bookForCustomer } from '../booking/book-for-customer.ts'
import { changeStaffNote } from '../booking/edit/change-staff-note.ts'
import { editAppointment } from '../booking/edit/edit-appointment.ts'
import { moveAppointment } from '../booking/reschedule/move-appointment.ts'
import { bookWalkIn } from '../booking/walk-in/book-walk-in.ts'
import { getCustomer } from '../customers/queries.ts'
import { closeVisit } from '../visits/close-visit.ts'
import { executeQueueCommand, type QueueUseCases } from './execute-queue-command.ts'
import { checkEarlier, type KnownCommands, resolveProfileVersion, resolveTarget } from './resolve-target.ts'
import { actedAt, type StoredResult } from './rules.ts'

type OtherRequest<Input> = { input: Input; record: RecordChange; now: Date; caller: Caller }

/** The last three are use cases of other features. */
export type CommandDeps = {
  db: DatabasePool
  clock: Clock
  config: Config
  countAttempts: CountAttempts
  addTimeOff: (
    db: DatabasePool,
    request: OtherRequest<Body<typeof staffApi.addTimeOff>> & { barberId: string },
  ) => Promise<TimeOff>
  editProfile: (
    db: DatabasePool,
    request: { id: string; userId: string; record: RecordChange; now: Date },
    input: Body<typeof customersApi.update>,
  ) => Promise<CustomerProfile>
  queue: QueueUseCases
}

type CommandRequest<C extends Command = Command> = {
  caller: Caller
  command: C
  deviceId: string
  known: KnownCommands
  /** Stores the result in the transaction of the change. */
  record: (tx: Database, result: StoredResult) => Promise<void>
  now: Date
}

/** The appointment is as the caller may read it. */
export type ExecutedCommand = { result: StoredResult; appointment?: Appointment }

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>
type StatusCommand = CommandOf<'confirm' | 'cancel' | 'complete' | 'noShow' | 'correct'>

/** Executes one command as its endpoint would. Throws what the endpoint would respond with. */
export function executeCommand(deps: CommandDeps, request: CommandRequest): Promise<ExecutedCommand> {
  const { command } = request
  const of = <C extends Command>(typed: C): CommandRequest<C> => ({ ...request, command: typed })
  switch (command.type) {
    case 'move':
      return executeMove(deps, of(command))
    case 'edit':
      return executeEdit(deps, of(command))
    case 'staffNote':
      return executeStaffNote(deps, of(command))
    case 'walkIn':
      return executeWalkIn(deps, of(command))
    case 'book':
      return executeBooking(deps, of(command))
    case 'break':
      return executeBreak(deps, of(command))
    case 'note':
      return executeNote(deps, of(command))
    case 'queueAdd':
    case 'queueCall':
    case 'queueStart':
    case 'queueRemove':
      checkStaff(request.caller)
      return executeQueueCommand(deps.queue, of(command))
    case 'closeVisit':
      return executeCloseVisit(deps, of(command))
    case 'arrive':
    case 'serve':
      return executeServing(deps, of(command))
    default:
      return executeStatus(deps, of(command))
  }
}

const ofAppointment = ({ id, version }: { id: string; version: number }): StoredResult => ({
  outcome: 'applied',
  appointmentId: id,
  version,
})

function recordAppointment({ record }: Pick<CommandRequest, 'record'>): RecordChange {
  return (tx, changed) => record(tx, ofAppointment(changed))
}

function toExecuted(appointment: Appointment): ExecutedCommand {
  return { result: ofAppointment(appointment), appointment }
}

/** The endpoints of these commands are for staff only. */
function checkStaff(caller: Caller): void {
  if (!isAdmitted(caller, 'staff')) throw new ApiError('FORBIDDEN')
}

async function executeStatus({ db }: CommandDeps, request: CommandRequest<StatusCommand>): Promise<ExecutedCommand> {
  const { caller, command, now } = request
  const appointment = await changeStatus(db, {
    ...resolveTarget(command, request),
    userId: caller.id,
    action: toAction(command),
    actedAt: actedAt(command, now),
    now,
    ...(command.type === 'cancel' && { reason: command.reason }),
    record: recordAppointment(request),
  })
  return toExecuted(appointment)
}

function toAction(command: StatusCommand): StatusAction {
  if (command.type === 'correct') return corrections[command.status]
  return command.type === 'complete' && command.isServed ? 'correctToServed' : command.type
}

async function executeServing({ db }: CommandDeps, request: CommandRequest<CommandOf<'arrive' | 'serve'>>) {
  const { caller, command, now } = request
  const tap = command.type === 'arrive' ? command.isArrived : command.isServing
  const action = command.type === 'arrive' ? (tap ? 'arrive' : 'undoArrive') : tap ? 'serve' : 'undoServe'
  const appointment = await changeServing(db, {
    ...resolveTarget(command, request),
    userId: caller.id,
    action,
    actedAt: actedAt(command, now),
    now,
    record: recordAppointment(request),
  })
  return toExecuted(appointment)
}

async function executeMove(deps: CommandDeps, request: CommandRequest<CommandOf<'move'>>): Promise<ExecutedCommand> {
  const { caller, command, now } = request
  const appointment = await moveAppointment(deps, {
    ...command.input,
    ...resolveTarget(command, request),
    userId: caller.id,
    sendsLink: canSendMessages(deps.config) && caller.isEmailVerified,
    actedAt: actedAt(command, now),
    now,
    record: recordAppointment(request),
  })
  return toExecuted(appointment)
}

async function executeEdit(deps: CommandDeps, request: CommandRequest<CommandOf<'edit'>>): Promise<ExecutedCommand> {
  const { caller, command, now } = request
  const appointment = await editAppointment(deps, {
    ...resolveTarget(command, request),
    edit: command.input,
    userId: caller.id,
    sendsLink: canSendMessages(deps.config) && caller.isEmailVerified,
    actedAt: actedAt(command, now),
    now,
    record: recordAppointment(request),
  })
  return toExecuted(appointment)
}

async function executeStaffNote({ db }: CommandDeps, request: CommandRequest<CommandOf<'staffNote'>>) {
  const { caller, command, now } = request
  const { id } = resolveTarget(command, request)
  const record = recordAppointment(request)
  return toExecuted(await changeStaffNote(db, { ...command.input, id, userId: caller.id, record, now }))
}

async function executeWalkIn({ db }: CommandDeps, request: CommandRequest<CommandOf<'walkIn'>>) {
  const { caller, command, now } = request
  checkEarlier(command, request)
  const input = { ...command.input, startTime: command.input.startTime ?? command.issuedAt }
  const record = recordAppointment(request)
  const issuedAt = new Date(Math.min(now.getTime(), Date.parse(command.issuedAt)))
  return toExecuted(await bookWalkIn(db, { userId: caller.id, input, actedAt: issuedAt, record, now }))
}

/** The id of the command is the idempotency key, as an app that has a network would send one. */
async function executeBooking(deps: CommandDeps, request: CommandRequest<CommandOf<'book'>>): Promise<ExecutedCommand> {
  const { caller, command, now } = request
  checkStaff(caller)
  checkEarlier(command, request)
  const { appointment } = await bookForCustomer(deps, {
    userId: caller.id,
    barbershopId: command.barbershopId,
    body: command.input,
    idempotencyKey: command.id.toLowerCase(),
    sendsLink: new Date(command.input.startTime) > now && canSendMessages(deps.config) && caller.isEmailVerified,
    now,
    record: recordAppointment(request),
  })
  return toExecuted(appointment)
}

async function executeBreak(deps: CommandDeps, request: CommandRequest<CommandOf<'break'>>): Promise<ExecutedCommand> {
  const { caller, command, now } = request
  checkStaff(caller)
  checkEarlier(command, request)
  const toResult = (timeOff: { id: string }): StoredResult => ({ outcome: 'applied', timeOffId: timeOff.id })
  const timeOff = await deps.addTimeOff(deps.db, {
    caller,
    barberId: command.barberId,
    input: command.input,
    now: actedAt(command, now),
    record: (tx, changed) => request.record(tx, toResult(changed)),
  })
  return { result: toResult(timeOff) }
}

async function executeNote(deps: CommandDeps, request: CommandRequest<CommandOf<'note'>>): Promise<ExecutedCommand> {
  const { caller, command, now } = request
  const { customerId, after, input } = command
  checkStaff(caller)
  const version = resolveProfileVersion({ after, customerId, version: input.version }, request)
  const toResult = (profile: { version: number }): StoredResult => ({
    outcome: 'applied',
    customerId: customerId.toLowerCase(),
    version: profile.version,
  })
  const profile = await deps
    .editProfile(
      deps.db,
      { id: customerId, userId: caller.id, now, record: (tx, changed) => request.record(tx, toResult(changed)) },
      { ...input, version },
    )
    .catch(async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'EDIT_CONFLICT') throw error
      const current = await getCustomer(deps.db, customerId, caller.id, now)
      if (!isAsRequested(current, input)) throw error
      return current
    })
  return { result: toResult(profile) }
}

/** A visit is of the day on which it was closed, and not of the day on which the network came back. */
async function executeCloseVisit({ db }: CommandDeps, request: CommandRequest<CommandOf<'closeVisit'>>) {
  const { caller, command, now } = request
  checkStaff(caller)
  const { target, input } = command
  if (!target) checkEarlier(command, request)
  const seen = target && resolveTarget({ ...command, target }, request)
  const toResult = (appointment: { id: string; version: number } | undefined): StoredResult =>
    appointment ? ofAppointment(appointment) : { outcome: 'applied' }
  await closeVisit(db, {
    id: command.visitId,
    userId: caller.id,
    closing: seen ? { ...input, appointmentId: seen.id } : input,
    appointmentVersion: seen?.version,
    actedAt: new Date(Math.min(now.getTime(), Date.parse(command.issuedAt))),
    record: (tx, appointment) => request.record(tx, toResult(appointment ?? seen)),
    now,
  })
  // Of a repetition, which records nothing: the appointment was completed by it.
  return { result: toResult(seen && { id: seen.id, version: seen.version + 1 }) }
}

/** The profile says already what the note says: another device, or a request whose response was lost, has written it. */
function isAsRequested(
  profile: CustomerProfile,
  { notes, allergies, tags, ...others }: CommandOf<'note'>['input'],
): boolean {
  const isOnlyText = Object.keys(others).every((field) => field === 'version')
  const areSame = [notes ?? profile.notes, allergies ?? profile.allergies, ...(tags ?? profile.tags)]
  return isOnlyText && isDeepStrictEqual(areSame, [profile.notes, profile.allergies, ...profile.tags])
}
