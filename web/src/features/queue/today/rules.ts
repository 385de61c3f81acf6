import type { Appointment } from '@na-regua/contract/appointments'
import type { BarberNow, QueueEntry, QueueToday } from '@na-regua/contract/queue-today'
import { formatDuration, formatInstantInSentence } from '../../../lib/format.ts'
import type { StaffCommand } from '../../../lib/use-commands.ts'

const MINUTE_MS = 60_000
/** How long an entry without a service takes. */
const USUAL_MINUTES = 30
/** A booking that starts so soon is what the barber does next. */
const DUE_MINUTES = 10
/** A smaller difference is not worth a word. */
const QUIET_MINUTES = { late: 5, early: 10 }

/** A booking that is served, or not after all. */
type ServedAppointment = { id: string; barberId: string; name: string; startTime: string }

/** What was tapped and the queue does not contain yet: under way, or waiting for the network. */
export type QueueAct =
  | { type: 'put'; entry: QueueEntry; index?: number }
  | { type: 'call'; entryId: string; barberId: string; at: string }
  | { type: 'start'; entryId: string; barberId: string; appointmentId: string; at: string }
  | { type: 'remove'; entryId: string }
  | { type: 'fallBack'; entryId: string; positions: number }
  | { type: 'serve'; appointment: ServedAppointment; isServing: boolean; at: string }
  | { type: 'arrive'; appointmentId: string; isArrived: boolean }
  | { type: 'finish'; appointmentId: string }

/** The queue as it will be after the acts, in order. */
export function applyActs(today: QueueToday, acts: readonly QueueAct[], now: Date): QueueToday {
  return acts.reduce((shown, act) => {
    const next = applyAct(shown, act)
    return 'entryId' in act ? { ...next, barbers: suggestAnew(next, act.entryId, now) } : next
  }, today)
}

function applyAct(today: QueueToday, act: QueueAct): QueueToday {
  switch (act.type) {
    case 'put':
      return { ...today, entries: putEntry(today.entries, act.entry, act.index) }
    case 'remove':
      return { ...today, entries: today.entries.filter(({ id }) => id !== act.entryId) }
    case 'call':
      return callEntry(today, act)
    case 'fallBack':
      return { ...today, entries: moveBack(today.entries, act) }
    case 'start':
      return startEntry(today, act)
    default:
      return { ...today, barbers: today.barbers.map((barber) => applyToBarber(barber, act)) }
  }
}

function putEntry(entries: readonly QueueEntry[], entry: QueueEntry, index = entries.length) {
  const known = entries.findIndex(({ id }) => id === entry.id)
  if (known === -1) return entries.toSpliced(index, 0, entry)
  return entry.version > (entries[known]?.version ?? 0) ? entries.with(known, entry) : [...entries]
}

/** The time that is left is known once the server has responded. */
function callEntry(today: QueueToday, { entryId, barberId, at }: Extract<QueueAct, { type: 'call' }>): QueueToday {
  const call = { barberId, calledAt: at, comeBy: at }
  const entries = today.entries.map((entry) =>
    entry.id === entryId ? { ...entry, status: 'CALLED' as const, call } : entry,
  )
  return { ...today, entries }
}

function startEntry(today: QueueToday, act: Extract<QueueAct, { type: 'start' }>): QueueToday {
  const { entryId, barberId, appointmentId, at } = act
  const customerName = today.entries.find(({ id }) => id === entryId)?.name
  if (customerName === undefined) return today
  const serving = { appointmentId, customerName, since: at }
  return {
    ...today,
    entries: today.entries.filter(({ id }) => id !== entryId),
    barbers: today.barbers.map((one) => (one.barberId === barberId ? { ...one, serving, isDoubtful: false } : one)),
  }
}

/** Behind as many who wait as it lets pass. */
function moveBack(entries: readonly QueueEntry[], { entryId, positions }: Extract<QueueAct, { type: 'fallBack' }>) {
  const index = entries.findIndex(({ id }) => id === entryId)
  const entry = entries[index]
  if (!entry) return [...entries]
  const waiting = { ...entry, status: 'WAITING' as const, call: null, slides: entry.slides + 1 }
  return entries.toSpliced(index, 1).toSpliced(index + positions, 0, waiting)
}

/** Until the server suggests another one: the next one who waits for this barber or for anyone, and fits. */
function suggestAnew({ barbers, entries }: QueueToday, entryId: string, now: Date) {
  const taken = new Set([entryId, ...barbers.map(({ suggestedEntryId }) => suggestedEntryId)])
  return barbers.map((barber) => {
    if (barber.suggestedEntryId !== entryId) return barber
    const next = entries.find((entry) => !taken.has(entry.id) && isCandidate(entry, barber) && fits(entry, barber, now))
    return { ...barber, suggestedEntryId: next?.id ?? null }
  })
}

function applyToBarber(barber: BarberNow, act: QueueAct): BarberNow {
  const { serving, next } = barber
  if (act.type === 'finish' && serving?.appointmentId === act.appointmentId)
    return { ...barber, serving: null, isDoubtful: false }
  if (act.type === 'arrive' && next?.appointmentId === act.appointmentId)
    return { ...barber, next: { ...next, isArrived: act.isArrived } }
  if (act.type !== 'serve' || act.appointment.barberId !== barber.barberId) return barber
  return act.isServing ? serveNext(barber, act) : undoServing(barber, act)
}

type ServeAct = Extract<QueueAct, { type: 'serve' }>

function serveNext(barber: BarberNow, { appointment: { id, name }, at }: ServeAct): BarberNow {
  const next = barber.next?.appointmentId === id ? null : barber.next
  return { ...barber, serving: { appointmentId: id, customerName: name, since: at }, isDoubtful: false, next }
}

/** What was being served is what comes next again. */
function undoServing(barber: BarberNow, { appointment: { id, startTime } }: ServeAct): BarberNow {
  if (barber.serving?.appointmentId !== id) return barber
  return { ...barber, serving: null, next: { appointmentId: id, startTime, delayMin: 0, isArrived: true } }
}

const isCandidate = ({ status, barberId }: QueueEntry, barber: BarberNow) =>
  status === 'WAITING' && (barberId === null || barberId === barber.barberId)

const durationOf = ({ service }: QueueEntry) => service?.durationMin ?? USUAL_MINUTES

/** Whether the service would end before the next appointment of the barber, from when they are free. */
function fits(entry: QueueEntry, { next, freeAt }: BarberNow, now: Date) {
  const from = Math.max(now.getTime(), freeAt ? Date.parse(freeAt) : 0)
  return !next || Date.parse(next.startTime) - from >= durationOf(entry) * MINUTE_MS
}

type NewEntry = { entryId: string; customerId?: string; barberId?: string; serviceId?: string; phone?: string }

/** As it stands at the end of the queue before the server knows it. */
export function toNewEntry(input: NewEntry, name: string, joinedAt: string): QueueEntry {
  const { entryId, customerId = null, barberId = null, phone = null } = input
  return {
    id: entryId,
    version: 1,
    status: 'WAITING',
    name,
    phone,
    customerId,
    barberId,
    service: null,
    source: 'staff',
    joinedAt,
    wait: null,
    call: null,
    slides: 0,
    appointmentId: null,
  }
}

/** What a command that waits for the network will change on the queue. */
export function toAct(
  { id, command, preview, state, result }: StaffCommand,
  barbershopId: string,
): QueueAct | undefined {
  if (state === 'refused') return undefined
  const at = command.issuedAt
  switch (command.type) {
    case 'queueAdd':
      if (command.barbershopId !== barbershopId) return undefined
      return { type: 'put', entry: toNewEntry(command.input, preview.name, at) }
    case 'queueCall':
      return { type: 'call', entryId: command.entryId, barberId: command.input.barberId, at }
    case 'queueStart':
      return {
        type: 'start',
        entryId: command.entryId,
        barberId: command.input.barberId,
        at,
        appointmentId: result?.appointment?.id ?? id,
      }
    case 'queueRemove':
      return { type: 'remove', entryId: command.entryId }
    default:
      return preview.appointment && toServingAct(command, preview.appointment)
  }
}

function toServingAct(command: StaffCommand['command'], appointment: Appointment): QueueAct | undefined {
  const { id: appointmentId } = appointment
  if (command.type === 'arrive') return { type: 'arrive', appointmentId, isArrived: command.isArrived }
  if (command.type === 'complete' || command.type === 'closeVisit') return { type: 'finish', appointmentId }
  if (command.type !== 'serve') return undefined
  return { type: 'serve', appointment: toServed(appointment), isServing: command.isServing, at: command.issuedAt }
}

export const nameOf = ({ guestName, customer }: Appointment) => guestName ?? customer.name

export const toServed = (appointment: Appointment): ServedAppointment => ({
  id: appointment.id,
  barberId: appointment.barber.id,
  name: nameOf(appointment),
  startTime: appointment.startTime,
})

type Reading = { now: Date; timeZone: string }

/** Why an entry is not the next one although others behind it are: 'não cabe antes das 15h'. */
export function describePassedOver(today: QueueToday, entry: QueueEntry, { now, timeZone }: Reading) {
  const index = today.entries.findIndex(({ id }) => id === entry.id)
  if (entry.status !== 'WAITING') return undefined
  const { barberId } = entry
  const wanted = today.barbers.find((barber) => barber.barberId === barberId)
  if (wanted && !wanted.isAtWork) return `${wanted.name} não está atendendo`
  const candidates = today.barbers.filter((barber) => barber.isAtWork && isCandidate(entry, barber))
  if (candidates.some(({ suggestedEntryId }) => suggestedEntryId === entry.id)) return undefined
  const positions = new Map(today.entries.map(({ id }, position) => [id, position]))
  const isOvertaken = candidates.some(({ suggestedEntryId }) => (positions.get(suggestedEntryId ?? '') ?? -1) > index)
  // The first of all who cannot begin anywhere, although a barber is free.
  const isStuck = index === 0 && candidates.some(({ serving }) => !serving)
  if (!isOvertaken && !isStuck) return undefined
  const reason = candidates.find((barber) => !barber.serving && !fits(entry, barber, now))
  return reason?.next ? `não cabe antes das ${formatInstantInSentence(reason.next.startTime, timeZone)}` : undefined
}

/** What a barber does at the moment, as the one thing to tap next. */
export type NowState =
  | { kind: 'doubt'; serving: NonNullable<BarberNow['serving']> }
  | { kind: 'serving'; serving: NonNullable<BarberNow['serving']> }
  | { kind: 'called'; entry: QueueEntry }
  | { kind: 'due'; next: NonNullable<BarberNow['next']> }
  | { kind: 'suggestion'; entry: QueueEntry }
  | { kind: 'idle' }

export function findNowState(today: QueueToday, barber: BarberNow, now: Date): NowState {
  const { serving, next, isDoubtful } = barber
  if (serving) return isDoubtful ? { kind: 'doubt', serving } : { kind: 'serving', serving }
  const called = today.entries.find(({ status, call }) => status === 'CALLED' && call?.barberId === barber.barberId)
  if (called) return { kind: 'called', entry: called }
  const isDue = next && (next.isArrived || Date.parse(next.startTime) - now.getTime() <= DUE_MINUTES * MINUTE_MS)
  if (isDue) return { kind: 'due', next }
  const entry = today.entries.find(({ id, status }) => status === 'WAITING' && id === barber.suggestedEntryId)
  return entry ? { kind: 'suggestion', entry } : { kind: 'idle' }
}

/** For a barber without a suggestion: 'Ninguém da fila cabe antes das 15h.' */
export function describeIdle(today: QueueToday, barber: BarberNow, { timeZone }: Pick<Reading, 'timeZone'>) {
  if (!barber.isAtWork) return 'Fora do expediente.'
  const waiting = today.entries.filter((entry) => isCandidate(entry, barber))
  if (waiting.length === 0) return 'Ninguém esperando.'
  const others = waiting.filter(({ id }) => today.barbers.every(({ suggestedEntryId }) => suggestedEntryId !== id))
  if (others.length === 0) return 'Quem espera já tem outro barbeiro livre.'
  // The server suggests no entry while an appointment keeps the present time, until staff say what became of it.
  if (!barber.next) return 'Este horário ainda é de um agendamento: diga o que houve com ele.'
  return `Ninguém da fila cabe antes das ${formatInstantInSentence(barber.next.startTime, timeZone)}.`
}

/** 'próximo 12 min atrasado', 'próximo pode vir 15 min antes'; undefined while it is as booked. */
export function describeDelay({ next }: Pick<BarberNow, 'next'>) {
  const delay = next?.delayMin ?? 0
  if (delay >= QUIET_MINUTES.late) return `próximo ${formatDuration(delay)} atrasado`
  return delay <= -QUIET_MINUTES.early ? `próximo pode vir ${formatDuration(-delay)} antes` : undefined
}

/** How far back who does not come goes. A queue that was stored by an earlier version does not say. */
export const slidePositionsOf = ({ slidePositions }: Pick<QueueToday, 'slidePositions'>) => slidePositions || 1
