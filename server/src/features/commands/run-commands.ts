import type { Appointment } from '@na-regua/contract/appointments'
import type { Command, CommandResult } from '@na-regua/contract/commands'
import { ApiError } from '@na-regua/contract/errors'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../lib/auth.ts'
import type { Database } from '../../lib/database.ts'
import { describeResult } from './describe-result.ts'
import { type CommandDeps, executeCommand } from './execute-command.ts'
import { findClosedVisit, findLastChange, insertCommand, listStoredCommands } from './queries.ts'
import { findAppointmentId, type KnownCommands, targetOf } from './resolve-target.ts'
import {
  checkIssued,
  describeClosedVisit,
  describeLastChange,
  hashCommand,
  type StoredAlternative,
  type StoredCommand,
  type StoredResult,
} from './rules.ts'

type CommandBatch = { caller: Caller; deviceId: string; commands: readonly Command[]; log: FastifyBaseLogger }

/** New commands of one user: ten times what a busy day has. Repeated ones are not counted. */
const NEW_PER_DAY = 2000

/** Well within the timeout of a request: the client sends the rest again. */
const MAX_MS = 3000

/**
 * Executes commands in order, each once: its result is stored in the transaction of its change, and returned to a
 * repeated one. Refusals are results too. Whatever else fails ends the batch, because later commands may depend on it: the results so far are
 * returned, and the client sends the others again.
 */
export async function runCommands(deps: CommandDeps, batch: CommandBatch, maxMs = MAX_MS): Promise<CommandResult[]> {
  const { caller, commands, log } = batch
  const known = await loadKnown(deps.db, caller.id, commands)
  const results: CommandResult[] = []
  const deadline = performance.now() + maxMs
  for (const command of commands) {
    if (results.length > 0 && performance.now() > deadline) break
    try {
      results.push(await runCommand(deps, batch, command, known))
    } catch (error) {
      if (results.length === 0) throw error
      log.warn({ err: error, commandId: command.id }, 'command failed, leaving it and the later ones to a retry')
      break
    }
  }
  return results
}

/** What is stored of these commands, and of the earlier ones that they refer to. */
async function loadKnown(db: Database, userId: string, commands: readonly Command[]) {
  const ids = commands.flatMap((command) => {
    const target = targetOf(command)
    return [
      command.id,
      ...(command.after ? [command.after] : []),
      ...(target && 'commandId' in target ? [target.commandId] : []),
    ]
  })
  return new Map((await listStoredCommands(db, userId, ids)).map((stored) => [stored.id, stored]))
}

async function runCommand(
  deps: CommandDeps,
  { caller, deviceId }: CommandBatch,
  command: Command,
  known: Map<string, StoredCommand>,
): Promise<CommandResult> {
  const request = { caller, command, id: command.id.toLowerCase(), deviceId: deviceId.toLowerCase() }
  const bodyHash = hashCommand(command)
  const stored = known.get(request.id)
  // Thrown, and so not stored: each stored result takes room for 30 days.
  if (!stored)
    await deps.countAttempts({ action: 'new-command', of: ['account', caller.id], max: NEW_PER_DAY, seconds: DAY })
  const executed: StoredExecution = stored ? { stored } : await executeOnce(deps, { ...request, bodyHash, known })
  known.set(request.id, executed.stored)
  const { result } = executed.stored
  const isSame = executed.stored.bodyHash.equals(bodyHash)
  const described = isSame ? result : refusal(new ApiError('IDEMPOTENCY_CONFLICT'))
  return describeResult(deps, { userId: caller.id, command, result: described, appointment: executed.appointment })
}

type OnceRequest = {
  caller: Caller
  command: Command
  id: string
  deviceId: string
  bodyHash: Buffer
  known: KnownCommands
}
/** With the appointment, if the command has just been executed. */
type StoredExecution = { stored: StoredCommand; appointment?: Appointment | undefined }

/** Thrown in the transaction of a change whose command another request has just executed: undoes the change. */
class AlreadyStored extends Error {}

async function executeOnce(deps: CommandDeps, request: OnceRequest): Promise<StoredExecution> {
  const { caller, id, deviceId, bodyHash } = request
  const now = deps.clock.now()
  const toStored = (result: StoredResult) => ({ id, deviceId, bodyHash, result })
  const recorded: { result?: StoredResult } = {}
  async function record(tx: Database, result: StoredResult) {
    if (!(await insertCommand(tx, { ...toStored(result), userId: caller.id }, now))) throw new AlreadyStored()
    recorded.result = result
  }
  try {
    checkIssued(request.command, now)
    const { result, appointment } = await executeCommand(deps, { ...request, record, now })
    // A repetition of what was already done changes nothing, and so records nothing.
    if (!recorded.result) await record(deps.db, result)
    return { stored: toStored(recorded.result ?? result), appointment }
  } catch (error) {
    if (error instanceof AlreadyStored) return getStored(deps.db, caller.id, id)
    if (!isRefusal(error)) throw error
    const stored = toStored(await explainRefusal(deps.db, request, error, now))
    const isFirst = await insertCommand(deps.db, { ...stored, userId: caller.id }, now)
    return isFirst ? { stored } : getStored(deps.db, caller.id, id)
  }
}

async function getStored(db: Database, userId: string, id: string): Promise<StoredExecution> {
  const [stored] = await listStoredCommands(db, userId, [id])
  if (!stored) throw new ApiError('UNAVAILABLE')
  return { stored }
}

const HOUR = 3600
const DAY = 86_400

/** A result that a retry would not soon change. An ended session and an outage are none, nor is a limit that ends within the hour. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status === 401) return false
  return error.status === 429 ? Number(error.details.retryAfter) > HOUR : error.status < 500
}

function refusal({ code, message }: ApiError): StoredResult {
  return { outcome: 'refused', error: { code, message } }
}

/** What became of the appointment, and the choices left. Texts of ours with the name of a barber are replaced: `describeResult` adds it. */
async function explainRefusal(db: Database, request: OnceRequest, error: ApiError, now: Date): Promise<StoredResult> {
  const { command } = request
  const appointmentId = findAppointmentId(command, request)
  if (error.code === 'STATE_CHANGED' && appointmentId) {
    const change = await findLastChange(db, appointmentId)
    const message = change ? describeLastChange(change, now) : error.message
    return { ...refusal(error), appointmentId, error: { code: error.code, message } }
  }
  if (error.code === 'VISIT_CLOSED' && command.type === 'closeVisit') {
    const closed = await findClosedVisit(db, { id: command.visitId, appointmentId })
    const message = closed ? describeClosedVisit(closed, now) : error.message
    return { ...refusal(error), appointmentId, error: { code: error.code, message } }
  }
  if (error.code === 'SLOT_TAKEN') {
    const alternatives = ((error.details.alternatives ?? []) as Alternative[]).map(toStored)
    return { ...refusal(error), appointmentId, error: { code: error.code, message: 'Horário ocupado.' }, alternatives }
  }
  const isOfBarber = (command.type === 'move' || command.type === 'edit') && error.code === 'SERVICE_NOT_FOUND'
  const stored = isOfBarber ? new ApiError(error.code, {}, 'Este barbeiro não faz este serviço.') : error
  return { ...refusal(stored), appointmentId }
}

function toStored({ barberName: _, ...alternative }: Alternative): StoredAlternative {
  return alternative
}
