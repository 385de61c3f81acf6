import { createHash } from 'node:crypto'
import { ANY_BARBER, type AppointmentStatus } from '@na-regua/contract/appointments'
import {
  COMMAND_AHEAD_MINUTES,
  COMMAND_DAYS,
  type Command,
  type CommandResult,
  type CommandType,
} from '@na-regua/contract/commands'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { formatCents } from '../../lib/format-cents.ts'
import { formatCalendarDate, formatMinuteInSentence } from '../../lib/format-time.ts'
import { parseMinute, toEpochMinute, toLocal } from '../../lib/local-time.ts'

/** What is stored of a result: no names, because the row outlives what it refers to. */
export type StoredResult = {
  outcome: CommandResult['outcome']
  /** The appointment, for a refused command too, if it was about one. */
  appointmentId?: string | undefined
  /** That an applied command left: of the appointment, or of the customer's profile. */
  version?: number
  customerId?: string
  timeOffId?: string
  /** The entry of the queue, with the version that an applied command left. */
  entryId?: string
  entryVersion?: number
  error?: { code: ErrorCode; message: string }
  /** The names of their barbers are read for each response. */
  alternatives?: StoredAlternative[]
}

export type StoredAlternative = Omit<Alternative, 'barberName'>

export type StoredCommand = { id: string; deviceId: string; bodyHash: Buffer; result: StoredResult }

/** The same for one command, in whatever order its fields are. */
export function hashCommand(command: Command): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sortFields(command)))
    .digest()
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, sortFields(field)]),
  )
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** Throws for a command that is too old, or from the future. */
export function checkIssued({ issuedAt }: Pick<Command, 'issuedAt'>, now: Date): void {
  const age = now.getTime() - Date.parse(issuedAt)
  if (age > COMMAND_DAYS * DAY) throw new ApiError('COMMAND_EXPIRED')
  if (age < -COMMAND_AHEAD_MINUTES * MINUTE) throw new ApiError('COMMAND_EARLY')
}

/** As far back as staff may add a walk-in: the state of an appointment is always the server's, so this only moves time limits. */
const ACTED_HOURS = 12

/** When the time limits of a command are evaluated: when staff acted, which the device states, but never long ago. */
export function actedAt({ issuedAt }: Pick<Command, 'issuedAt'>, now: Date): Date {
  const earliest = now.getTime() - ACTED_HOURS * 60 * MINUTE
  return new Date(Math.min(now.getTime(), Math.max(earliest, Date.parse(issuedAt))))
}

/** An appointment with its last change. */
export type LastChange = {
  status: AppointmentStatus
  version: number
  cancelledBy: string | null
  startsAt: Date
  requestedAt: Date
  updatedAt: Date
  timeZone: string
  /** The service began. */
  isServed: boolean
  /** The last change was a move by staff. */
  isMovedByStaff: boolean
  /** The last change was of services, duration, price or barber. */
  isEditedByStaff: boolean
}

const cancellations: Record<string, string> = {
  customer: 'Cancelado pelo cliente',
  barber: 'Cancelado pelo barbeiro',
  owner: 'Cancelado pela barbearia',
  system: 'Cancelado por falta de resposta',
}

/** What became of an appointment: 'Cancelado pelo cliente às 10h12.', in local time of the barbershop. */
export function describeLastChange(change: LastChange, now: Date): string {
  const { status, cancelledBy, startsAt, updatedAt, timeZone } = change
  const at = formatWhen(updatedAt, timeZone, now)
  if (status === 'CANCELLED') return `${cancellations[cancelledBy ?? ''] ?? 'Cancelado'} ${at}.`
  if (status === 'COMPLETED') return `Finalizado ${at}.`
  if (status === 'NO_SHOW') return `Falta marcada ${at}.`
  const start = formatWhen(startsAt, timeZone, now)
  if (change.isMovedByStaff) return `Mudado pela barbearia ${at}: agora é ${start}.`
  if (change.isEditedByStaff) return `Serviço, preço ou barbeiro mudado ${at}.`
  if (change.isServed) return `Atendimento iniciado ${at}.`
  const isRescheduled = change.version > 1 && change.requestedAt.getTime() === updatedAt.getTime()
  if (isRescheduled) return `Remarcado pelo cliente ${at}: agora é ${start}.`
  return status === 'CONFIRMED' ? `Aceito ${at}.` : `Mudado ${at}: agora é ${start}.`
}

/** A visit that another device closed. */
export type EarlierClosing = { number: number; closedAt: Date; totalCents: number; timeZone: string }

/** 'A comanda 3 já foi fechada às 10h12, com R$ 45,00. …', in local time of the barbershop. */
export function describeClosedVisit({ number, closedAt, totalCents, timeZone }: EarlierClosing, now: Date): string {
  const closed = `A comanda ${number} já foi fechada ${formatWhen(closedAt, timeZone, now)}, com ${formatCents(totalCents)}.`
  return `${closed} Para corrigir, estorne e use a cópia.`
}

/** 'às 10h12', or 'em 12/03/2026 às 10h12' on another day than `now`. */
function formatWhen(instant: Date, timeZone: string, now: Date): string {
  const { date, minute } = toLocal(toEpochMinute(instant), timeZone)
  const isToday = date === toLocal(toEpochMinute(now), timeZone).date
  return `${isToday ? '' : `em ${formatCalendarDate(date)} `}às ${formatMinuteInSentence(minute)}`
}

const verbs: Partial<Record<CommandType, string>> = {
  walkIn: 'encaixar',
  book: 'marcar',
  move: 'mudar',
  queueStart: 'começar',
}

/** 'Horário ocupado: encaixar às 11h15?', with the first alternative. The requested day and barber are not repeated. */
export function describeChoice(
  { type, start, barberId }: { type: CommandType; start: string; barberId: string | undefined },
  [first]: readonly Alternative[],
): string {
  if (!first) return 'Horário ocupado.'
  // The offset of the barbershop's zone, in which the alternative states its day.
  const offset = Date.parse(`${first.date}T${first.time}Z`) - Date.parse(first.startTime)
  const requestedDate = new Date(Date.parse(start) + offset).toISOString().slice(0, 10)
  const who = !barberId || first.barberId === barberId.toLowerCase() ? '' : ` com ${first.barberName}`
  const isSameDay = first.date === requestedDate
  const isMove = type === 'move'
  const day = isSameDay ? '' : `${isMove ? ' para' : ' em'} ${formatCalendarDate(first.date)}`
  const at = isMove && isSameDay ? 'para as' : 'às'
  return `Horário ocupado: ${verbs[type]}${who}${day} ${at} ${formatMinuteInSentence(parseMinute(first.time))}?`
}

/** Without a barber of its own the command takes any, or the one whom the appointment has. */
export function requestedSlot(command: Command): Parameters<typeof describeChoice>[0] {
  const { type, issuedAt } = command
  if (type === 'queueStart') return { type, barberId: command.input.barberId, start: issuedAt }
  if (type === 'edit') return { type, barberId: command.input.barberId, start: issuedAt }
  const slot = type === 'move' || type === 'walkIn' || type === 'book' ? command.input : undefined
  const barberId = slot?.barberId === ANY_BARBER ? undefined : slot?.barberId
  return { type, barberId, start: slot?.startTime ?? issuedAt }
}
