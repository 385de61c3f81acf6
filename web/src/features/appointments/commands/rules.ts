import type { BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import type { Command } from '@na-regua/contract/commands'
import type { CommandDraft } from '@na-regua/offline'
import { formatInstantInSentence } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { type CommandPreview, type StaffCommand, toTarget } from '../../../lib/use-commands.ts'
import type { StatusChange } from '../agenda/queries.ts'
import { getServedName, isCorrection, type StaffAction, staffActionLabels, statusAfter } from '../agenda/rules.ts'
import { computeTimelineSpan, type MinuteSpan, toTimelineMinute } from '../timeline/rules.ts'

type BreakSpan = BarberWorkday['timeOff'][number] & { isPending?: boolean }

/** The day as it will be after the commands that it does not contain yet, in order. */
export function applyCommands(day: StaffDay, commands: readonly StaffCommand[]): StaffDay {
  const current = commands.filter(({ state }) => state !== 'refused')
  if (current.length === 0) return day
  const created = new Map(current.map(({ id, result }) => [id, result?.appointment]))
  let shown = day
  for (const one of current) {
    const { preview, result, command } = one
    if (command.type === 'break') shown = addBreak(shown, one)
    const planned = preview.appointment && {
      ...preview.appointment,
      id: created.get(preview.appointment.id)?.id ?? preview.appointment.id,
    }
    const next = one.state === 'applied' ? result?.appointment : planned
    if (next) shown = applyChange(shown, next, one)
  }
  return shown
}

const placing: readonly string[] = ['walkIn', 'book', 'move', 'queueStart']

/** A change of the status keeps what the day knows better; another time or a new appointment is placed. */
function applyChange(day: StaffDay, next: Appointment, one: StaffCommand): StaffDay {
  const { state, command } = one
  const known = listAppointments(day).find(({ id }) => id === next.id)
  const isKnown = known !== undefined && state === 'applied' && known.version >= next.version
  if (isKnown) return day
  if (command.type === 'edit' && known)
    return putAppointments(day, [{ ...known, ...placeOf(next), ...termsOf(next), confirmBy: known.confirmBy }])
  if (placing.includes(command.type)) return putAppointments(day, [known ? { ...known, ...placeOf(next) } : next])
  const changed =
    command.type === 'staffNote'
      ? { staffNote: next.staffNote }
      : { status: next.status, confirmBy: null, ...attendanceOf(one) }
  const change = (appointment: Appointment) =>
    appointment.id === next.id ? { ...appointment, ...changed } : appointment
  const barbers = day.barbers.map((workday) => ({ ...workday, appointments: workday.appointments.map(change) }))
  const requests = day.requests?.filter(({ id }) => id !== next.id || next.status === 'SCHEDULED')
  return { ...day, barbers, ...(requests && { requests }) }
}

/** What an arrival or a begun service changes until the server has applied it. */
function attendanceOf({ state, command, result }: StaffCommand): Partial<Appointment> {
  const { arrivedAt, servingFrom } = (state === 'applied' && result?.appointment) || {}
  const { type, issuedAt } = command
  if (type === 'arrive') return { arrivedAt: arrivedAt ?? (command.isArrived ? issuedAt : null) }
  return type === 'serve' ? { servingFrom: servingFrom ?? (command.isServing ? issuedAt : null) } : {}
}

const placeOf = ({ status, startTime, endTime, durationMin, barber }: Appointment) => ({
  status,
  startTime,
  endTime,
  durationMin,
  barber,
  confirmBy: null,
})

/** What an edit changes beside the place. */
const termsOf = ({ service, services, priceCents }: Appointment) => ({ service, services, priceCents })

/** Everything in the day, with the requests of other days. */
const listAppointments = ({ barbers, requests = [] }: StaffDay) => [
  ...barbers.flatMap(({ appointments }) => appointments),
  ...requests,
]

/** Appointments at their new places; what they take is not free. */
export function putAppointments(day: StaffDay, appointments: readonly Appointment[]): StaffDay {
  const ids = new Set(appointments.map(({ id }) => id))
  const end = Math.max(1440, computeTimelineSpan(day.barbers, day.date)?.end ?? 0)
  const minuteOf = ({ startTime, timeZone }: Appointment) => toTimelineMinute(startTime, day.date, timeZone)
  const isOfDay = (one: Appointment) => minuteOf(one) >= 0 && minuteOf(one) < end
  const put = (workday: BarberWorkday): BarberWorkday => {
    const staying = workday.appointments.filter(({ id }) => !ids.has(id))
    const added = appointments.filter((one) => one.barber.id === workday.barberId && isOfDay(one))
    const taken = added.map((one) => ({ start: minuteOf(one), end: minuteOf(one) + one.durationMin }))
    return {
      ...workday,
      appointments: [...staying, ...added].toSorted(byStart),
      free: taken.reduce(subtractSpan, workday.free),
    }
  }
  const requests = day.requests?.filter(({ id }) => !ids.has(id))
  return { ...day, barbers: day.barbers.map(put), ...(requests && { requests }) }
}

const byStart = (one: Appointment, other: Appointment) => Date.parse(one.startTime) - Date.parse(other.startTime)

function subtractSpan(free: readonly MinuteSpan[], taken: MinuteSpan): MinuteSpan[] {
  return free
    .flatMap((span) => [
      { start: span.start, end: Math.min(span.end, taken.start) },
      { start: Math.max(span.start, taken.end), end: span.end },
    ])
    .filter(({ start, end }) => end > start)
}

const toMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Time off of the barber, if it falls on the day. */
function addBreak(day: StaffDay, { command, state }: StaffCommand): StaffDay {
  if (command.type !== 'break') return day
  const { barberId, input } = command
  if (day.date < input.startDate || day.date > input.endDate) return day
  const start = day.date === input.startDate && input.startTime ? toMinute(input.startTime) : 0
  const end = day.date === input.endDate && input.endTime ? toMinute(input.endTime) : 1440
  const off: BreakSpan = { start, end, reason: input.reason ?? null, isPending: state === 'pending' }
  const isThere = (workday: BarberWorkday) => workday.timeOff.some((one) => one.start === start && one.end === end)
  const add = (workday: BarberWorkday) =>
    workday.barberId === barberId && !isThere(workday)
      ? { ...workday, timeOff: [...workday.timeOff, off], free: subtractSpan(workday.free, off) }
      : workday
  return { ...day, barbers: day.barbers.map(add) }
}

export const isPendingBreak = (span: Pick<BreakSpan, 'start' | 'isPending'>) => span.isPending === true

/** One appointment as it will be after the commands that it does not contain yet, for lists. */
export function applyToAppointment(appointment: Appointment, commands: readonly StaffCommand[]): Appointment {
  let shown = appointment
  for (const one of commands) {
    const { state, preview } = one
    const next = state === 'applied' ? one.result?.appointment : preview.appointment
    if (state === 'refused' || next?.id !== appointment.id) continue
    if (state === 'pending') shown = { ...shown, ...pendingChange(one, next) }
    else if (next.version > shown.version) shown = { ...shown, ...next }
  }
  return shown
}

function pendingChange(one: StaffCommand, next: Appointment): Partial<Appointment> {
  const { type } = one.command
  if (type === 'staffNote') return { staffNote: next.staffNote }
  if (type === 'edit') return { ...placeOf(next), ...termsOf(next), confirmBy: next.confirmBy }
  return { ...placeOf(next), ...attendanceOf(one) }
}

const types = { confirm: 'confirm', cancel: 'cancel', complete: 'complete', 'no-show': 'noShow' } as const

/** A change of the status as a command, with what is shown of it. */
export function toStatusCommand(appointment: Appointment, { action, reason }: Omit<StatusChange, 'id'>) {
  const target = toTarget(appointment)
  const status = statusAfter[action]
  const draft: CommandDraft = isCorrection(action)
    ? { type: 'correct', target, status: statusAfter[action] }
    : { type: types[action], target, ...(action === 'cancel' && reason ? { reason } : {}) }
  const label: StaffAction = action === 'cancel' && appointment.status === 'SCHEDULED' ? 'decline' : action
  const preview: CommandPreview = {
    name: nameAt(appointment),
    act: staffActionLabels[label],
    appointment: { ...appointment, status },
  }
  return { draft, preview }
}

/** A cancelled appointment whose customer was served without network all the same. */
export function toServedCommand(appointment: Appointment) {
  const draft: CommandDraft = { type: 'complete', target: toTarget(appointment), isServed: true }
  const preview: CommandPreview = {
    name: nameAt(appointment),
    act: 'Foi atendido',
    appointment: { ...appointment, status: 'COMPLETED' },
  }
  return { draft, preview }
}

/** 'Ana Lua, 10h15'. */
export function nameAt(appointment: Appointment) {
  return `${getServedName(appointment)}, ${formatInstantInSentence(appointment.startTime, appointment.timeZone)}`
}

export function toMoveCommand(appointment: Appointment, moved: Appointment) {
  const { startTime, barber } = moved
  const draft: CommandDraft = { type: 'move', target: toTarget(appointment), input: { startTime, barberId: barber.id } }
  const preview: CommandPreview = {
    name: nameAt(appointment),
    act: `Mudar para ${formatInstantInSentence(startTime, moved.timeZone)}`,
    appointment: moved,
  }
  return { draft, preview }
}

type ProposalInput = {
  barber: { id: string; name: string }
  barbershop: BarberWorkday['barbershop']
  timeZone: string
  services: Appointment['services']
  /** UTC; undefined: the current minute. */
  startTime: string | undefined
  customer: { name: string; phone?: string | null }
  isWalkIn: boolean
}

const MINUTE_MS = 60_000

/** An appointment that the server has not seen. It has the id of its command once that is known. */
export function createProposal({ barber, barbershop, services, customer, ...input }: ProposalInput): Appointment {
  const start = input.startTime ? Date.parse(input.startTime) : Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  const durationMin = services.reduce((sum, one) => sum + one.durationMin, 0)
  const startTime = new Date(start).toISOString()
  return {
    id: '',
    version: 0,
    status: 'CONFIRMED',
    startTime,
    endTime: new Date(start + durationMin * MINUTE_MS).toISOString(),
    durationMin,
    priceCents: services.reduce((sum, one) => sum + one.priceCents, 0),
    timeZone: input.timeZone,
    service: { id: services[0]?.id ?? null, name: services.map(({ name }) => name).join(' + ') },
    services: services.map(({ id, name, ...one }) => ({
      id,
      name,
      durationMin: one.durationMin,
      priceCents: one.priceCents,
    })),
    customer: { id: null, name: customer.name, phone: customer.phone ?? null },
    guestName: null,
    note: null,
    barber: { ...barber, avatarUrl: null, user: { name: barber.name, avatarUrl: null }, barbershop },
    barbershop: { ...barbershop, address: '', cancelNoticeMin: 0 },
    reviewed: false,
    isWalkIn: input.isWalkIn,
    cancelledBy: null,
    cancelReason: null,
    isPresenceConfirmed: false,
    changeableUntil: startTime,
    confirmBy: null,
    correctableUntil: null,
    arrivedAt: null,
    servingFrom: null,
    servingUntil: null,
  }
}

type Alternative = { startTime: string; barberId: string; barberName: string; date: string; time: string }

/** What was refused because the time is taken, at another time. Undefined for other commands. */
export function toAlternative(
  { command, preview, result }: StaffCommand,
  { startTime, barberId, barberName }: Alternative,
) {
  const planned = preview.appointment
  if (!planned) return undefined
  const draft = replaceTime(command, { startTime, barberId }, result?.appointment ?? undefined)
  if (!draft) return undefined
  const endTime = new Date(Date.parse(startTime) + planned.durationMin * MINUTE_MS).toISOString()
  const appointment = { ...planned, startTime, endTime, barber: { ...planned.barber, id: barberId, name: barberName } }
  const act = `${verbs[draft.type] ?? ''} ${formatInstantInSentence(startTime, planned.timeZone)}`
  return { draft, preview: { ...preview, act, appointment } }
}

const verbs: Partial<Record<Command['type'], string>> = { walkIn: 'Encaixar às', book: 'Marcar às', move: 'Mudar para' }

function replaceTime(
  command: Command,
  time: { startTime: string; barberId: string },
  current: Appointment | undefined,
) {
  const { id: _id, issuedAt: _issued, after: _after, ...draft } = command as Command & { after?: string }
  if (draft.type === 'walkIn' || draft.type === 'book')
    return { ...draft, input: { ...draft.input, ...time } } as CommandDraft
  if (draft.type !== 'move') return undefined
  const target = current ? { appointmentId: current.id, version: current.version } : draft.target
  return { ...draft, target, input: time } as CommandDraft
}

/** '11h15', with the day if it is another one: 'às 11h15', 'Sáb, 28/11 às 11h15' is for the caller to add. */
export const isOtherDay = (one: { date: string }, now: Date, timeZone: string) =>
  one.date !== toLocalTime(now, timeZone).date
