import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { COMMAND_AHEAD_MINUTES, type Command, type CommandResult, type commandsApi } from '@na-regua/contract/commands'
import type { Body } from '@na-regua/contract/route'
import { commandTarget } from '../src/command-records.ts'
import type { TransportResponse } from '../src/command-sender.ts'

export type Request = Body<typeof commandsApi.send>

/** `leftBy`: who left each version, from the first on. */
export type ModelAppointment = { id: string; status: AppointmentStatus; slot: string; leftBy: string[] }

type Stored = { body: string; deviceId: string; result: CommandResult; version: number }

/** The outcome of a command, once. `isExplained`: it was refused because of what someone else did. */
export type Execution = { id: string; deviceId: string; code: string | null; isExplained: boolean }

const OPEN: AppointmentStatus[] = ['SCHEDULED', 'CONFIRMED']
/** The status rules, without their times. */
export const transitions: Record<string, { from: AppointmentStatus[]; to?: AppointmentStatus }> = {
  confirm: { from: ['SCHEDULED'], to: 'CONFIRMED' },
  cancel: { from: OPEN, to: 'CANCELLED' },
  complete: { from: ['CONFIRMED'], to: 'COMPLETED' },
  noShow: { from: ['CONFIRMED'], to: 'NO_SHOW' },
  move: { from: OPEN },
}

class Refusal extends Error {
  readonly code: string
  readonly isExplained: boolean
  constructor(code: string, isExplained = true) {
    super(code)
    this.code = code
    this.isExplained = isExplained
  }
}

/** The semantics of `POST /commands`: each id once, versions compared, status rules, one appointment per slot. */
export class ModelServer {
  now = Date.parse('2026-03-11T15:00:00Z')
  /** Commands of a request above which it is too large. */
  maxBatch = 50
  readonly appointments = new Map<string, ModelAppointment>()
  readonly executions: Execution[] = []
  /** Labels of walk-ins that were created. */
  readonly walkIns: string[] = []
  readonly #stored = new Map<string, Stored>()
  /** Ids of single commands that were rejected as invalid. */
  readonly #rejected = new Set<string>()
  /** Mutants for proving that the model notices them. */
  protected readonly mutant: string

  constructor(mutant = '') {
    this.mutant = mutant
    for (const [index, status] of (['SCHEDULED', 'SCHEDULED', 'CONFIRMED', 'CONFIRMED'] as const).entries())
      this.appointments.set(`a${index}`, { id: `a${index}`, status, slot: `s${index}`, leftBy: ['customer'] })
  }

  /** Executes at most `limit` commands and returns the results of those. */
  receive({ deviceId, commands }: Request, limit = commands.length): TransportResponse {
    const respond = (status: number, body: unknown) => ({ status, body, serverTime: this.now, retryAfterMs: 0 })
    const reject = () => {
      if (commands.length === 1) this.#rejected.add((commands[0] as Command).id)
      return respond(400, { code: 'INVALID' })
    }
    if (commands.length > this.maxBatch) return respond(413, undefined)
    if (commands.some((command) => labelOf(command).startsWith('invalid'))) return reject()
    const results = commands.slice(0, limit).map((command) => this.#executeOnce(command, deviceId))
    return respond(200, { results, serverTime: new Date(this.now).toISOString() })
  }

  /** The customer cancels or reschedules, with a network. */
  change(id: string, { status, slot }: Partial<Pick<ModelAppointment, 'status' | 'slot'>>, by = 'customer') {
    const appointment = this.appointments.get(id)
    if (!appointment || !OPEN.includes(appointment.status)) return
    if (slot && this.#isTaken(slot)) return
    Object.assign(appointment, { ...(status && { status }), ...(slot && { slot }) })
    appointment.leftBy.push(by)
  }

  #isTaken(slot: string) {
    return [...this.appointments.values()].some((other) => other.slot === slot && other.status !== 'CANCELLED')
  }

  #executeOnce(command: Command, deviceId: string): CommandResult {
    const body = JSON.stringify(command)
    const stored = this.#stored.get(command.id)
    if (stored && this.mutant !== 'server repeats')
      return stored.body === body ? stored.result : this.#refuse(command, deviceId, new Refusal('CONFLICT', false))
    try {
      const ahead = Date.parse(command.issuedAt) - this.now
      if (ahead > COMMAND_AHEAD_MINUTES * 60_000) throw new Refusal('COMMAND_EARLY', false)
      const appointment = this.#apply(command, deviceId)
      this.executions.push({ id: command.id, deviceId, code: null, isExplained: true })
      const result = {
        ...nothing,
        id: command.id,
        outcome: 'applied',
        appointment: toWire(appointment),
      } as CommandResult
      this.#stored.set(command.id, { body, deviceId, result, version: appointment.leftBy.length })
      return result
    } catch (error) {
      const result = this.#refuse(command, deviceId, error as Refusal)
      this.#stored.set(command.id, { body, deviceId, result, version: 0 })
      return result
    }
  }

  #refuse({ id }: Command, deviceId: string, { code, message, isExplained }: Refusal): CommandResult {
    this.executions.push({ id, deviceId, code, isExplained })
    return { ...nothing, id, outcome: 'refused', error: { code, message } }
  }

  #earlier(id: string, deviceId: string): Stored {
    const stored = this.#stored.get(id)
    // Unknown: it was not sent before, although the device must.
    if (stored?.deviceId !== deviceId) throw new Refusal('COMMAND_DEPENDENT', this.#rejected.has(id))
    if (stored.result.outcome !== 'applied') throw new Refusal('COMMAND_DEPENDENT')
    return stored
  }

  #apply(command: Command, deviceId: string): ModelAppointment {
    if (command.type === 'walkIn') return this.#createWalkIn(command.id, labelOf(command), deviceId)
    const named = commandTarget(command)
    if (!named) throw new Refusal('UNKNOWN', false)
    const earlier = command.after ? this.#earlier(command.after, deviceId) : undefined
    const target = 'commandId' in named ? this.#createdBy(named.commandId, deviceId) : named
    const appointment = this.appointments.get(target.appointmentId) as ModelAppointment
    const expected = Math.max(target.version, earlier?.version ?? 0)
    const others = appointment.leftBy.slice(expected).some((by) => by !== deviceId)
    const isStale = appointment.leftBy.length !== expected
    if (isStale) throw new Refusal('STATE_CHANGED', others)
    const { from, to } = transitions[command.type] as (typeof transitions)[string]
    if (!from.includes(appointment.status)) throw new Refusal('STATE_CHANGED', others)
    const slot = command.type === 'move' ? command.input.startTime : appointment.slot
    if (slot !== appointment.slot && this.#isTaken(slot)) throw new Refusal('SLOT_TAKEN')
    Object.assign(appointment, { slot, status: to ?? appointment.status })
    appointment.leftBy.push(deviceId)
    return appointment
  }

  #createdBy(commandId: string, deviceId: string) {
    const { result, version } = this.#earlier(commandId, deviceId)
    return { appointmentId: result.appointment?.id as string, version }
  }

  #createWalkIn(id: string, label: string, deviceId: string): ModelAppointment {
    const slot = label.split('@')[1] as string
    if (this.#isTaken(slot)) throw new Refusal('SLOT_TAKEN')
    const appointment: ModelAppointment = { id: `w${id}`, status: 'CONFIRMED', slot, leftBy: [deviceId] }
    this.appointments.set(appointment.id, appointment)
    this.walkIns.push(label)
    return appointment
  }
}

const nothing = { appointment: null, link: null, timeOff: null, customer: null, error: null }

function toWire({ id, status, slot, leftBy }: ModelAppointment) {
  return { id, status, startTime: slot, version: leftBy.length } as CommandResult['appointment']
}

/** What identifies the act behind a walk-in, and its slot: 'label@slot'. */
function labelOf(command: Command): string {
  return command.type === 'walkIn' ? command.input.serviceId : ''
}
