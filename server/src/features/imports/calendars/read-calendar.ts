import { isPastEvent } from '@na-regua/contract/calendar-files'
import { MAX_IMPORT_ROWS } from '@na-regua/contract/imports'
import ICAL from 'ical.js'
import { cutText, type ImportTable, RowProblem, type TableRow } from '../rows/rules.ts'
import { cleanDescription } from './clean-description.ts'
import { type ContentLine, parseContentLine, unescapeText } from './content-lines.ts'
import { findGuest } from './find-guest.ts'
import { type CalendarZone, createZoneFinder } from './find-time-zone.ts'
import {
  type FileBudget,
  fromDayNumber,
  listRuleDays,
  parseRecurrence,
  type Recurrence,
  spend,
  toDayNumber,
  unreadableRecurrence,
} from './read-recurrence.ts'
import { type EventLines, splitCalendar } from './split-calendar.ts'

/** How far ahead a repeated event is read. */
const REPEATED_WEEKS = 8
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type CalendarOptions = { timeZone: string; uploadedAt: Date }

export function isCalendar(text: string): boolean {
  return /^\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 4096))
}

const header = ['Título', 'Início', 'Fim', 'Descrição', 'Local', 'Participante', 'Situação']

/** What one file may cost. Real ones need a hundredth: a year of three barbers has some thousand events. */
const createBudget = (): FileBudget => ({ days: 1_000_000, dates: 20_000 })

/** Past events that are listed one by one; the others are one row with their number. */
const MAX_PAST_ROWS = 200

type Row = Omit<TableRow, 'number'>

type Reading = CalendarOptions & {
  zoneOf: (name: string) => CalendarZone
  budget: FileBudget
  /** What replaces occurrences of repeated events, by UID. */
  changes: ReadonlyMap<string, Changes>
  isCancellation: boolean
  /** What the owner should know of the file, in the order in which it was found. */
  notes: Set<string>
}

/** Each event, and each occurrence of the next weeks of a repeated one, is a row. A malformed event is a row with a problem. */
export function readCalendar(text: string, options: CalendarOptions): ImportTable {
  const { events, zones, isCut, isCancellation } = splitCalendar(text)
  const reading: Reading = {
    ...options,
    zoneOf: createZoneFinder(zones, options.timeZone),
    budget: createBudget(),
    changes: new Map(),
    isCancellation,
    notes: new Set(),
  }
  const changes = listChanges(events, reading)
  const rows: Row[] = []
  let past = 0
  for (const event of events) {
    if (!event.isCut && isPastEvent(event.lines, options.uploadedAt) && ++past > MAX_PAST_ROWS) continue
    rows.push(...readEvent(event, { ...reading, changes }))
    if (rows.length > MAX_IMPORT_ROWS) break
  }
  if (past > MAX_PAST_ROWS) rows.push(describePast(past - MAX_PAST_ROWS))
  if (isCut && !events.at(-1)?.isCut) rows.push({ cells: [], problem: cutOff })
  const notes = [...reading.notes].slice(0, MAX_NOTES)
  return { header, rows: rows.map((row, at) => ({ ...row, number: at + 1 })), notes }
}

const cutOff = new RowProblem('O arquivo está cortado no fim: pode faltar algum evento. Exporte de novo')
const eventCutOff = new RowProblem('O arquivo acaba no meio deste evento. Exporte de novo')

function describePast(count: number): Row {
  const text = `Mais ${count.toLocaleString('pt-BR')} eventos já passaram: só horários à frente são importados`
  return { cells: [], problem: new RowProblem(text, 'skipped') }
}

const MAX_NOTES = 5

type EventProperties = {
  find: (name: string) => ContentLine | undefined
  list: (name: string) => ContentLine[]
  textOf: (name: string) => string
}

function parseProperties(lines: readonly string[]): EventProperties {
  const all = lines.flatMap((line) => parseContentLine(line) ?? [])
  const find = (name: string) => all.find((property) => property.name === name)
  return {
    find,
    list: (name) => all.filter((property) => property.name === name),
    textOf: (name) => unescapeText(find(name)?.value ?? '').trim(),
  }
}

function readEvent({ lines, isCut, isTooLong }: EventLines, reading: Reading): Row[] {
  const event = parseProperties(lines)
  let start: Start | undefined
  try {
    if (isCut && !event.find('DTSTART')) throw eventCutOff
    start = readStart(event.find('DTSTART'), reading)
    if (isTooLong) throw new RowProblem('Evento longo demais')
    if (isCut) throw eventCutOff
    const details = readDetails(event, start, reading)
    if (!event.find('RRULE') && !event.find('RDATE')) return [toRow(details, start)]
    const starts = listOccurrences(event, start, reading)
    const rows = starts.map((one) => toRow(...applyChange(details, one, reading)))
    return rows.length > 0 ? rows : [{ ...toRow(details, start), problem: noneAhead }]
  } catch (error) {
    const problem = error instanceof RowProblem ? error : new RowProblem('Evento ilegível')
    const title = event.textOf('SUMMARY')
    return [{ cells: [title], ...describeEvent(title, start?.shown ?? findDay(event)), problem }]
  }
}

const onlyWeeksAhead = `Horários que se repetem entram pelas próximas ${REPEATED_WEEKS} semanas.`

const noneAhead = new RowProblem(`Não se repete nas próximas ${REPEATED_WEEKS} semanas`, 'skipped')

type Details = {
  uid: string
  title: string
  minutes: number | undefined
  description: string
  location: string
  guest: string
  status: string
}

function readDetails(event: EventProperties, start: Start, reading: Reading): Details {
  const location = event.textOf('LOCATION')
  return {
    uid: event.textOf('UID'),
    title: event.textOf('SUMMARY'),
    minutes: readMinutes(event, start, reading),
    description: cleanDescription(event.textOf('DESCRIPTION'), location),
    location,
    guest: findGuest(event.list('ATTENDEE'), event.find('ORGANIZER')),
    status: reading.isCancellation ? 'CANCELLED' : event.textOf('STATUS'),
  }
}

function readMinutes(event: EventProperties, start: Start, reading: Reading): number | undefined {
  const end = event.find('DTEND')
  if (end) return (readStart(end, reading).instant.getTime() - start.instant.getTime()) / MINUTE_MS
  const duration = event.textOf('DURATION')
  if (!duration) return undefined
  try {
    return ICAL.Duration.fromString(duration).toSeconds() / 60
  } catch {
    throw new RowProblem('Evento com duração ilegível')
  }
}

function toRow({ title, minutes, description, location, guest, status }: Details, start: Start): Row {
  const from = start.instant.toISOString()
  const end = minutes === undefined ? '' : new Date(start.instant.getTime() + minutes * MINUTE_MS).toISOString()
  return { cells: [title, from, end, description, location, guest, status], ...describeEvent(title, start.shown) }
}

const MAX_TITLE = 60

/** What the owner finds an event by. */
function describeEvent(title: string, at: Temporal.PlainDateTime | Temporal.PlainDate | undefined) {
  const shown = cutText(title.replaceAll(/\s+/g, ' '), MAX_TITLE) || 'Evento sem título'
  if (!at) return { title: shown }
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = `${pad(at.day)}/${pad(at.month)}`
  return { title: shown, startText: 'hour' in at ? `${day} ${pad(at.hour)}:${pad(at.minute)}` : day }
}

/** The day of an event that has no time of day, or none that could be read. */
function findDay(event: EventProperties): Temporal.PlainDate | undefined {
  try {
    return readTime(event.find('DTSTART')?.value ?? '').local.toPlainDate()
  } catch {
    return undefined
  }
}

/** `local` is in the zone of the event, `shown` in that of the barbershop. */
type Start = { instant: Date; local: Temporal.PlainDateTime; shown: Temporal.PlainDateTime; zone: CalendarZone }

const timeForm = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i

/** A day, or a time with the name of its zone: in UTC, in the stated one, or the barbershop's. */
function readTime(value: string): { local: Temporal.PlainDateTime; isDay: boolean; isUtc: boolean } {
  const [whole, year, month, day, hour = '0', minute = '0', , utc] = timeForm.exec(value.trim()) ?? []
  if (!whole) throw new RowProblem('Evento ilegível')
  const fields = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  }
  try {
    const local = Temporal.PlainDateTime.from(fields, { overflow: 'reject' })
    return { local, isDay: whole.length === 'YYYYMMDD'.length, isUtc: utc !== undefined }
  } catch {
    throw new RowProblem('Evento com data ou hora que não existe')
  }
}

/** An event with a time of day. */
function readStart(property: ContentLine | undefined, reading: Reading): Start {
  if (!property?.value.trim()) throw new RowProblem('Evento sem horário')
  const { local, isDay, isUtc } = readTime(property.value)
  if (isDay) throw new RowProblem('Evento de dia inteiro', 'skipped')
  return toStart(local, zoneOf(property, isUtc, reading), reading)
}

function zoneOf({ params }: ContentLine, isUtc: boolean, { zoneOf: find, notes }: Reading): CalendarZone {
  const [name = ''] = params.get('TZID') ?? []
  const zone = find(isUtc ? 'UTC' : name)
  if (zone.isGuessed) notes.add(unknownZone(name))
  return zone
}

const unknownZone = (name: string) =>
  `Não conhecemos o fuso "${cutText(name, 60)}" do arquivo. Lemos esses horários como horários da barbearia.`

function toStart(local: Temporal.PlainDateTime, zone: CalendarZone, { timeZone }: CalendarOptions): Start {
  const instant = zone.toInstant(local)
  const shown = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return { instant, local, shown, zone }
}

/** What replaces occurrences of one repeated event. A file may state their days only. */
type Changes = {
  times: Set<number>
  days: Set<string>
  /** Those of 'this and all following'. */
  forFuture: FutureChange[]
}

type FutureChange = {
  instant: number
  local: Temporal.PlainDateTime
  isDay: boolean
  isUtc: boolean
  read: () => Changed
}

/** What such a change says, read once however many occurrences follow. */
type Changed = { details: Details; start: Start }

/** The most changes of one repeated event; each occurrence is compared with all. */
const MAX_FUTURE_CHANGES = 50

function listChanges(events: readonly EventLines[], reading: Reading): Map<string, Changes> {
  const changes = new Map<string, Changes>()
  for (const lines of events) {
    if (!lines.lines.some((line) => /^RECURRENCE-ID[;:]/i.test(line))) continue
    const event = parseProperties(lines.lines)
    const uid = event.textOf('UID')
    const known = changes.get(uid) ?? { times: new Set(), days: new Set(), forFuture: [] }
    changes.set(uid, known)
    addChange(known, event.find('RECURRENCE-ID'), lines, reading)
  }
  return changes
}

function addChange(changes: Changes, property: ContentLine | undefined, lines: EventLines, reading: Reading) {
  if (!property) return
  try {
    const { local, isDay, isUtc } = readTime(property.value)
    const instant = zoneOf(property, isUtc, reading).toInstant(local).getTime()
    if (isDay) changes.days.add(local.toPlainDate().toString())
    else changes.times.add(instant)
    if (property.params.get('RANGE')?.[0]?.toUpperCase() !== 'THISANDFUTURE') return
    const read = readOnce(() => {
      const event = parseProperties(lines.lines)
      const start = readStart(event.find('DTSTART'), reading)
      return { details: readDetails(event, start, reading), start }
    })
    changes.forFuture.push({ instant, local, isDay, isUtc, read })
  } catch (error) {
    // The event itself is a problem.
    if (!(error instanceof RowProblem)) throw error
  }
}

function readOnce<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => {
    known ??= { value: read() }
    return known.value
  }
}

/** An occurrence after a change of 'this and all following': as that event, moved by as much. */
function applyChange(details: Details, start: Start, reading: Reading): [Details, Start] {
  const forFuture = reading.changes.get(details.uid)?.forFuture ?? []
  if (forFuture.length > MAX_FUTURE_CHANGES) throw unreadableRecurrence()
  const [latest] = forFuture
    .filter(({ instant }) => instant <= timeOf(start))
    .toSorted((one, other) => other.instant - one.instant)
  if (!latest) return [details, start]
  const { details: changed, start: changedStart } = latest.read()
  // A move is of local time. Both are stated in the zone of the series; a change that states UTC is moved by its instants.
  const replaced = latest.isDay ? latest.local.withPlainTime(start.local.toPlainTime()) : latest.local
  const moved = latest.isUtc
    ? start.local.add({ minutes: (timeOf(changedStart) - latest.instant) / MINUTE_MS })
    : start.local.add(replaced.until(changedStart.local))
  return [changed, toStart(moved, latest.isUtc ? start.zone : changedStart.zone, reading)]
}

/** Those in the weeks after the upload, without the excluded and the changed ones. */
function listOccurrences(event: EventProperties, start: Start, reading: Reading): Start[] {
  const { uploadedAt } = reading
  const until = new Date(uploadedAt.getTime() + REPEATED_WEEKS * 7 * DAY_MS)
  const rules = event.list('RRULE').map(({ value }) => parseRecurrence(value, start.local))
  const excluding = event.list('EXRULE').map(({ value }) => parseRecurrence(value, start.local))
  const byRules = rules.flatMap((rule) => listByRule(rule, start, until, reading))
  if (byRules.length > 0 && rules.some(({ count }) => count === undefined)) reading.notes.add(onlyWeeksAhead)
  const listed = [...(rules.length > 0 ? [] : [start]), ...listDates(event, 'RDATE', start, reading)]
  const leftOut = new Set(excluding.flatMap((rule) => listByRule(rule, start, until, reading)).map(timeOf))
  const excluded = readExcluded(event, start, reading)
  const changed = reading.changes.get(event.textOf('UID'))
  const unique = new Map([...byRules, ...listed].map((one) => [timeOf(one), one] as const))
  return [...unique.values()]
    .filter((one) => one.instant > uploadedAt && one.instant <= until)
    .filter((one) => !leftOut.has(timeOf(one)) && !excluded.times.has(timeOf(one)))
    .filter((one) => !excluded.days.has(dayOf(one)))
    .filter((one) => !changed?.times.has(timeOf(one)) && !changed?.days.has(dayOf(one)))
    .toSorted((one, other) => timeOf(one) - timeOf(other))
}

const timeOf = ({ instant }: Start) => instant.getTime()
const dayOf = ({ local }: Start) => local.toPlainDate().toString()

/** Only the days near the weeks ahead are compared with the rule: no series is too old. */
function listByRule(rule: Recurrence, start: Start, until: Date, reading: Reading): Start[] {
  const span = {
    from: Math.floor(reading.uploadedAt.getTime() / DAY_MS) - 1,
    to: Math.floor(until.getTime() / DAY_MS) + 1,
  }
  const last = rule.until && endOf(rule.until, start)
  const time = start.local.toPlainTime()
  return listRuleDays(rule, span, reading.budget)
    .map((day) => toStart(fromDayNumber(day).toPlainDateTime(time), start.zone, reading))
    .filter(({ instant }) => !last || instant <= last)
}

function endOf({ year, month, day, hour, minute, second, isDate, zone }: ICAL.Time, start: Start): Date {
  const time = isDate ? { hour: 23, minute: 59 } : { hour, minute, second }
  const local = Temporal.PlainDateTime.from({ year, month, day, ...time })
  if (zone !== ICAL.Timezone.utcTimezone) return start.zone.toInstant(local)
  return new Date(local.toZonedDateTime('UTC').epochMilliseconds)
}

/** The values of all properties of a name, which may be very many. */
function readValues(event: EventProperties, name: string, { budget }: Reading) {
  return event.list(name).flatMap((property) => {
    spend(budget, 'dates', 1 + property.value.split(',', budget.dates + 2).length)
    return property.value.split(',').map((value) => ({ property, value: value.trim() }))
  })
}

/** A day has the time of the first event. */
function listDates(event: EventProperties, name: string, start: Start, reading: Reading): Start[] {
  return readValues(event, name, reading).map(({ property, value }) => {
    // A period, whose length would be another one.
    if (value.includes('/')) throw unreadableRecurrence()
    const { local, isDay, isUtc } = readTime(value)
    return isDay
      ? toStart(local.toPlainDate().toPlainDateTime(start.local.toPlainTime()), start.zone, reading)
      : toStart(local, zoneOf(property, isUtc, reading), reading)
  })
}

/** Outlook excludes days by their midnight, also of events at another time. */
function readExcluded(event: EventProperties, start: Start, reading: Reading) {
  const days = new Set<string>()
  const times = new Set<number>()
  const firstDay = toDayNumber(Temporal.PlainDate.from(reading.uploadedAt.toISOString().slice(0, 10))) - 2
  for (const { property, value } of readValues(event, 'EXDATE', reading)) {
    const { local, isDay, isUtc } = readTime(value)
    if (toDayNumber(local.toPlainDate()) < firstDay) continue
    const isMidnight = !isUtc && isAtMidnight(local) && !isAtMidnight(start.local)
    if (isDay || isMidnight) days.add(local.toPlainDate().toString())
    else times.add(zoneOf(property, isUtc, reading).toInstant(local).getTime())
  }
  return { days, times }
}

const isAtMidnight = ({ hour, minute }: Temporal.PlainDateTime) => hour === 0 && minute === 0
