import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { MAX_NOTE_LENGTH, MAX_SERVICES_PER_APPOINTMENT } from '@na-regua/contract/appointments'
import type { DateOrder } from '@na-regua/contract/imports'
import type { Database } from '../../../lib/database.ts'
import { fromEpochMinute, localDay } from '../../../lib/local-time.ts'
import {
  type ImportedAppointment,
  insertImportedAppointments,
  listTakenTimes,
  lockImportBarbers,
  type TakenTime,
} from '../../appointments/imported/queries.ts'
import { isWalkInTime } from '../../booking/rules.ts'
import { findProfilesByPhone, insertImportedProfiles } from '../../customers/imported/queries.ts'
import { lockLimits } from '../../plans/queries.ts'
import { type FieldReader, foldWords, type Importer, type ImportScope, type Remark, RowProblem } from '../rows/rules.ts'
import { findCustomersBeyondLimit } from './customer-rows.ts'
import { createTimelines } from './find-overlaps.ts'
import { createNameReaders } from './match-names.ts'
import { createStatusCheck } from './match-status.ts'
import { formatE164 } from './parse-phones.ts'
import { type ParsedTime, parseTime } from './parse-times.ts'
import { parseDuration, parsePrice } from './parse-values.ts'

type AppointmentItem = Omit<ImportedAppointment, 'profileId'> & {
  partOf?: number
  /** The file states when the visit ends. */
  hasEnd: boolean
  phone: string | null
  isPhoneOfText: boolean
  barberName: string
}

/** In milliseconds. */
function spanOf({ start, durationMin }: AppointmentItem) {
  return { start: start.getTime(), end: start.getTime() + durationMin * 60_000 }
}

/**
 * Appointments that are ahead, in the barbershop's time zone, of its barbers and services. The exclusion constraint decides as for
 * every booking: what is taken stays, and the row is reported.
 */
export const appointmentImporter: Importer<AppointmentItem> = {
  kind: 'appointment',
  refusal: new RowProblem('O barbeiro não está livre neste horário'),
  createParser(scope) {
    const readers = createNameReaders(scope)
    const requireOpen = createStatusCheck(scope.mapping.statuses ?? [])
    return (read, remark) => {
      requireOpen(read('status'))
      return parseRow(read, { scope, readers, remark })
    }
  },
  compareRows: (items) => [...removeSharedPhones(items), ...joinVisits(items)],
  createFileCheck: createOverlapCheck,
  describe: ({ start, customerName, serviceName, barberName }, { timeZone }) =>
    `${new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(start)}: ${customerName}, ${serviceName} com ${barberName}`,
  async findProblems(db, scope, items) {
    const taken = await findTaken(db, scope, items)
    const added = items.filter(({ row }) => !taken.has(row))
    return new Map([...taken, ...(await findUnknownBeyondLimit(db, scope, added))])
  },
  async lock(tx, { barbershopId, ownerId, barbers }, items) {
    await lockLimits(tx, ownerId)
    const used = new Set(items.map(({ barberId }) => barberId))
    await lockImportBarbers(
      tx,
      barbershopId,
      barbers.filter(({ id }) => used.has(id)),
    )
  },
  insert: insertWithCustomers,
}

type RowContext = { scope: ImportScope; readers: ReturnType<typeof createNameReaders>; remark: Remark | undefined }

function parseRow(read: FieldReader, { scope, readers, remark }: RowContext) {
  const { start, end } = readSpan(read, scope)
  if (start <= scope.now) throw new RowProblem('Já passou: só horários à frente são importados', 'skipped')
  if (!isWalkInTime(start, scope.now)) throw new RowProblem('Mais de um ano à frente')
  const { id: barberId, userId: barberUserId, name: barberName } = readers.readBarber(read)
  const services = readers.readService(read)
  const serviceName = services.map(({ name: one }) => one).join(' + ')
  const { name, phone, isPhoneOfText } = readers.readCustomer(read, serviceName)
  const durationMin = end
    ? minutesUntil(start, end)
    : (parseDuration(read('duration')) ?? sumOf(services.map((one) => one.durationMin)))
  const priceCents = parsePrice(read('price')) ?? sumOf(services.map((one) => one.priceCents))
  return {
    barberId,
    barberUserId,
    barberName,
    start,
    durationMin,
    priceCents,
    phone,
    isPhoneOfText,
    customerName: name,
    serviceId: services[0]?.id ?? '',
    serviceName,
    services: services.map(({ id, name: one, durationMin: minutes, priceCents: cents }) => ({
      id,
      name: one,
      durationMin: minutes,
      priceCents: cents,
    })),
    hasEnd: end !== undefined,
    note: readNote(read('notes'), remark),
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

function readSpan(read: FieldReader, { timeZone, mapping }: ImportScope): { start: Date; end: Date | undefined } {
  const order = mapping.dateOrder ?? 'DAY_MONTH'
  const day = read('date')
  if (!day) throw new RowProblem('Falta a data')
  const given = parseTime(day, order)
  const time = readStart(given, read('time'), order)
  if (time.instant) return { start: time.instant, end: readEnd(read, { start: time.instant, timeZone, order }) }
  const { date, minute } = time
  if (!date) throw new RowProblem('Falta o dia')
  if (minute === undefined) throw new RowProblem('Falta a hora')
  const start = toInstant(date, minute, timeZone)
  const end = readEnd(read, { start, date, timeZone, order })
  if (end || time.endMinute === undefined || read('duration')) return { start, end }
  return { start, end: toInstant(date, time.endMinute + (time.endMinute < minute ? 1440 : 0), timeZone) }
}

/** A time column that is filled counts more than the midnight that databases write behind a day. */
function readStart(given: ParsedTime, time: string, order: DateOrder): ParsedTime {
  if (given.instant || !time || given.minute) return given
  const { instant, minute, endMinute } = parseTime(time, order)
  if (instant) return { instant }
  return minute === undefined ? given : { ...given, minute, ...(endMinute !== undefined && { endMinute }) }
}

type SpanStart = { start: Date; date?: string; timeZone: string; order: DateOrder }

function readEnd(read: FieldReader, { start, date, timeZone, order }: SpanStart): Date | undefined {
  const text = read('end')
  if (!text) return undefined
  const end = parseTime(text, order)
  if (end.instant) return end.instant
  if (end.minute === undefined) return undefined
  const startDate =
    date ?? Temporal.Instant.from(start.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const sameDay = toInstant(end.date ?? startDate, end.minute, timeZone)
  // A day without a time, as databases write it.
  if (end.date === startDate && end.minute === 0) return undefined
  // Past midnight.
  return sameDay <= start && !end.date ? toInstant(startDate, end.minute + 1440, timeZone) : sameDay
}

function toInstant(date: string, minute: number, timeZone: string): Date {
  return fromEpochMinute(localDay(date, timeZone).toEpoch(minute))
}

function minutesUntil(start: Date, end: Date): number {
  const minutes = Math.round((end.getTime() - start.getTime()) / 60_000)
  if (minutes < 1 || minutes > 720) throw new RowProblem('O fim não combina com o início')
  return minutes
}

/** As much as fits. Calendars write HTML. */
function readNote(text: string, remark: Remark | undefined): string | null {
  const plain = text
    .slice(0, 2000)
    .replaceAll(/<[^>]{0,200}>/g, ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (plain.length > MAX_NOTE_LENGTH) remark?.(`Observações com mais de ${MAX_NOTE_LENGTH} letras: entra só o começo`)
  return plain.slice(0, MAX_NOTE_LENGTH).replace(/[\ud800-\udbff]$/, '') || null
}

/**
 * A number in the text of events with different names is none of these customers': it is of the barbershop, or for dialling in. Returns
 * what the owner should know.
 */
function removeSharedPhones(items: readonly AppointmentItem[]): string[] {
  const ofPhone = new Map<string, AppointmentItem[]>()
  for (const item of items) {
    if (item.phone && item.isPhoneOfText) ofPhone.set(item.phone, [...(ofPhone.get(item.phone) ?? []), item])
  }
  const shared = [...ofPhone].filter(([, several]) => haveDifferentNames(several))
  for (const item of shared.flatMap(([, several]) => several)) item.phone = null
  return shared
    .slice(0, 3)
    .map(
      ([phone]) => `O telefone ${formatE164(phone)} está em horários de nomes diferentes. Não o guardamos para nenhum.`,
    )
}

const MAX_VISIT_MINUTES = 720

/**
 * Salon systems write a line for each service of a visit: the lines of one customer, barber and start become one appointment with all
 * services. Returns what the owner should know.
 */
function joinVisits(items: readonly AppointmentItem[]): string[] {
  const visits = new Map<string, AppointmentItem[]>()
  const joined: string[] = []
  for (const item of items) {
    const key = `${item.barberUserId} ${item.start.getTime()}`
    const others = visits.get(key) ?? []
    visits.set(key, [...others, item])
    const visit = others.find(
      (other) => other.partOf === undefined && isSameCustomer(item, { ...other, name: other.customerName }),
    )
    if (!visit || !addServices(visit, item)) continue
    item.partOf = visit.row
    joined.push(`${item.row} com a ${visit.row}`)
  }
  if (joined.length === 0) return []
  const more = joined.length > 5 ? ` e mais ${joined.length - 5}` : ''
  return [
    `Linhas do mesmo horário viram um agendamento com todos os serviços: ${joined.slice(0, 5).join(', ')}${more}.`,
  ]
}

/** False for a line that repeats a service, or for more than fits in one appointment. */
function addServices(
  visit: AppointmentItem,
  { services, durationMin, priceCents, hasEnd, phone }: AppointmentItem,
): boolean {
  const isRepeated = services.some(({ id }) => visit.services.some((one) => one.id === id))
  // Both lines state the same end: that of the visit.
  const isSameEnd = hasEnd && visit.hasEnd && durationMin === visit.durationMin
  const total = isSameEnd ? durationMin : visit.durationMin + durationMin
  if (isRepeated || visit.services.length + services.length > MAX_SERVICES_PER_APPOINTMENT || total > MAX_VISIT_MINUTES)
    return false
  visit.services = [...visit.services, ...services]
  visit.serviceName = visit.services.map(({ name }) => name).join(' + ')
  visit.durationMin = total
  visit.priceCents += priceCents
  visit.phone ??= phone
  return true
}

/** 'Ana' and 'Ana Souza' may be one person. */
function haveDifferentNames(items: readonly AppointmentItem[]): boolean {
  const names = [...new Set(items.map(({ customerName }) => foldWords(customerName)))].toSorted()
  return names.some((name) => !name.startsWith(names[0] ?? ''))
}

/** The same appointment twice, or two of one barber at one time. */
function createOverlapCheck() {
  const timelineOf = createTimelines<{ start: number; end: number; item: AppointmentItem }>()
  return (item: AppointmentItem) => {
    const timeline = timelineOf(item.barberUserId)
    const span = spanOf(item)
    const [overlap] = timeline.find(span)
    if (!overlap) return timeline.add({ ...span, item })
    const { start, item: other } = overlap
    const isSame = start === span.start && isSameCustomer(item, { ...other, name: other.customerName })
    if (isSame) throw new RowProblem(`O mesmo horário está na linha ${other.row}`, 'doubled')
    throw new RowProblem(`Choca com a linha ${other.row}, do mesmo barbeiro`)
  }
}

function isSameCustomer({ phone, customerName }: AppointmentItem, other: Pick<TakenTime, 'name' | 'phone'>): boolean {
  return (phone !== null && phone === other.phone) || foldWords(customerName) === foldWords(other.name ?? '')
}

/** Times that are compared before other requests run. */
const PER_TURN = 1000

async function findTaken(db: Database, { barbershopId, now }: ImportScope, items: readonly AppointmentItem[]) {
  const problems = new Map<number, RowProblem>()
  if (items.length === 0) return problems
  const spans = items.map(spanOf)
  const span = {
    from: new Date(Math.min(...spans.map(({ start }) => start))),
    to: new Date(Math.max(...spans.map(({ end }) => end))),
  }
  const barberUserIds = [...new Set(items.map(({ barberUserId }) => barberUserId))]
  const timelineOf = createTimelines<Taken>()
  const taken = await listTakenTimes(db, { barbershopId, barberUserIds, now, ...span })
  for (const [index, time] of taken.entries()) {
    if (index % PER_TURN === 0) await yieldToOthers()
    timelineOf(time.barberUserId).add({ start: time.start.getTime(), end: time.end.getTime(), time })
  }
  for (const [index, item] of items.entries()) {
    if (index % PER_TURN === 0) await yieldToOthers()
    const problem = findConflict(item, timelineOf(item.barberUserId).find(spans[index] ?? spanOf(item)))
    if (problem) problems.set(item.row, problem)
  }
  return problems
}

/** In milliseconds, with what is known of it. */
type Taken = { start: number; end: number; time: TakenTime }

function findConflict(item: AppointmentItem, conflicts: readonly Taken[]): RowProblem | undefined {
  if (conflicts.length === 0) return undefined
  const isKnown = conflicts.some(({ start, time }) => start === item.start.getTime() && isSameCustomer(item, time))
  return isKnown
    ? new RowProblem('Este horário já está na agenda', 'known')
    : new RowProblem(`O horário já está ocupado na agenda de ${item.barberName}`)
}

/** The customers of these appointments whose profile the barbershop may not add. */
async function findUnknownBeyondLimit(db: Database, { barbershopId }: ImportScope, items: readonly AppointmentItem[]) {
  const customers = items.flatMap(({ row, phone }) => (phone ? [{ row, phone }] : []))
  const phones = customers.map(({ phone }) => phone)
  const known = await findProfilesByPhone(db, barbershopId, phones)
  return findCustomersBeyondLimit(
    db,
    barbershopId,
    customers.filter(({ phone }) => !known.has(phone)),
  )
}

/** Customers with a phone get a profile; one without is only named by the appointment. */
async function insertWithCustomers(tx: Database, scope: ImportScope, items: readonly AppointmentItem[]) {
  const { barbershopId, now } = scope
  const byPhone = new Map(items.flatMap((item) => (item.phone ? [[item.phone, item] as const] : [])))
  const customers = [...byPhone].map(([phone, { row, customerName: name }]) => ({
    row,
    name,
    phone,
    email: null,
    birthday: null,
    notes: '',
    allergies: '',
    tags: [],
  }))
  const added = await insertImportedProfiles(tx, barbershopId, customers, now)
  const profiles = await findProfilesByPhone(tx, barbershopId, [...byPhone.keys()])
  const rows = items.map(({ phone, barberName: _, isPhoneOfText: __, hasEnd: ___, ...item }) => ({
    ...item,
    profileId: (phone && profiles.get(phone)) || null,
  }))
  const inserted = await insertImportedAppointments(tx, scope, rows)
  return [
    ...added.map((profile) => ({ ...profile, kind: 'customer' as const })),
    ...inserted.map((appointment) => ({ ...appointment, kind: 'appointment' as const })),
  ]
}
