import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { MAX_IMPORT_ROWS } from '@na-regua/contract/imports'
import ICAL from 'ical.js'
import { type ImportTable, RowProblem, type TableRow } from '../rules.ts'

/** How far ahead a repeated event is read. */
const REPEATED_WEEKS = 8
/** Of one repeated event: the occurrences that are counted to find those ahead. */
const MAX_STEPS = 2000

type CalendarOptions = { timeZone: string; uploadedAt: Date }

export function isCalendar(text: string): boolean {
  return /^\s*BEGIN:VCALENDAR/i.test(text)
}

const header = ['Título', 'Início', 'Fim', 'Descrição', 'Local', 'Participante', 'Situação']

/** Each event, and each occurrence of the next weeks of a repeated one, is a row. Events are parsed one by one: a malformed one is a row with a problem. */
export async function readCalendar(text: string, options: CalendarOptions): Promise<ImportTable> {
  const events = splitEvents(text)
  const rows: Omit<TableRow, 'number'>[] = []
  const moved = new Set(events.flatMap((event) => movedOccurrence(event, options)))
  for (const [index, event] of events.entries()) {
    // Other requests run in between.
    if (index % 200 === 199) await yieldToOthers()
    rows.push(...readEvent(event, { ...options, moved }))
    if (rows.length > MAX_IMPORT_ROWS) break
  }
  return { header, rows: rows.map((row, at) => ({ ...row, number: at + 1 })) }
}

/** The parser receives single events: it is never given time zone rules, which it would expand. */
function splitEvents(text: string): string[] {
  const events: string[] = []
  let lines: string[] | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) lines = []
    lines?.push(line)
    if (lines && /^END:VEVENT\s*$/i.test(line)) {
      events.push(lines.join('\r\n'))
      lines = undefined
    }
    if (events.length > MAX_IMPORT_ROWS) break
  }
  return events
}

function parseEvent(event: string): ICAL.Component {
  const parsed = new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR`))
  const found = parsed.getFirstSubcomponent('vevent')
  if (!found) throw new RowProblem('Evento ilegível')
  return found
}

/** An occurrence that has an event of its own is not repeated. */
function movedOccurrence(event: string, options: CalendarOptions): string[] {
  if (!/^RECURRENCE-ID/im.test(event)) return []
  try {
    const parsed = parseEvent(event)
    return [occurrenceKey(parsed, toInstant(parsed.getFirstProperty('recurrence-id'), options).start)]
  } catch {
    return []
  }
}

function occurrenceKey(event: ICAL.Component, start: Date): string {
  return `${textOf(event, 'uid')} ${start.getTime()}`
}

function textOf(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name)
  return typeof value === 'string' ? value.trim() : ''
}

type Reading = CalendarOptions & { moved: ReadonlySet<string> }

function readEvent(text: string, reading: Reading): Omit<TableRow, 'number'>[] {
  try {
    const event = parseEvent(text)
    const { start, local } = toInstant(event.getFirstProperty('dtstart'), reading)
    const end = findEnd(event, start, reading)
    const cells = (from: Date) => [
      textOf(event, 'summary'),
      from.toISOString(),
      end ? new Date(from.getTime() + (end.getTime() - start.getTime())).toISOString() : '',
      textOf(event, 'description'),
      textOf(event, 'location'),
      attendeeOf(event),
      textOf(event, 'status'),
    ]
    const rule = event.getFirstPropertyValue('rrule')
    if (!rule) return [{ cells: cells(start) }]
    const starts = listOccurrences(event, rule as ICAL.Recur, { start, local }, reading)
    return starts.map((from) => ({ cells: cells(from) }))
  } catch (error) {
    const problem = error instanceof RowProblem ? error : new RowProblem('Evento ilegível')
    return [{ cells: [], problem }]
  }
}

function findEnd(event: ICAL.Component, start: Date, reading: CalendarOptions): Date | undefined {
  const property = event.getFirstProperty('dtend')
  if (property) return toInstant(property, reading).start
  const duration = event.getFirstPropertyValue('duration')
  return duration instanceof ICAL.Duration ? new Date(start.getTime() + duration.toSeconds() * 1000) : undefined
}

/** The first participant with a name. */
function attendeeOf(event: ICAL.Component): string {
  const names = event.getAllProperties('attendee').map((property) => String(property.getParameter('cn') ?? ''))
  return names.find((name) => name && !name.includes('@')) ?? ''
}

type Start = { start: Date; local: Temporal.PlainDateTime; zone: string }

/** An event with a time of day. Times without a zone are the barbershop's. */
function toInstant(property: ICAL.Property | null, { timeZone }: CalendarOptions): Start {
  const value = property?.getFirstValue()
  if (!(value instanceof ICAL.Time)) throw new RowProblem('Evento sem horário')
  if (value.isDate) throw new RowProblem('Evento de dia inteiro', 'skipped')
  const { year, month, day, hour, minute } = value
  const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute }, { overflow: 'reject' })
  const named = String(property?.getParameter('tzid') ?? '')
  const zone = value.zone === ICAL.Timezone.utcTimezone ? 'UTC' : named || timeZone
  return { ...toZone(local, zone), local, zone }
}

function toZone(local: Temporal.PlainDateTime, zone: string): { start: Date } {
  try {
    return { start: new Date(local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds) }
  } catch {
    throw new RowProblem('Fuso horário desconhecido')
  }
}

type Repeated = Pick<Start, 'start' | 'local'>

/** Those in the weeks after the upload, without the excluded and the moved ones. */
function listOccurrences(event: ICAL.Component, rule: ICAL.Recur, { local }: Repeated, reading: Reading): Date[] {
  requireSupported(rule)
  const { uploadedAt, moved } = reading
  const property = event.getFirstProperty('dtstart')
  const { zone } = toInstant(property, reading)
  const until = new Date(uploadedAt.getTime() + REPEATED_WEEKS * 7 * 86_400_000)
  const last = rule.until && endOf(rule.until, reading)
  const excluded = new Set(event.getAllProperties('exdate').flatMap((one) => excludedBy(one, reading)))
  rule.until = null
  const { year, month, day, hour, minute } = skipPast(local, rule, uploadedAt)
  const iterator = rule.iterator(
    new ICAL.Time({ year, month, day, hour, minute, second: 0 }, ICAL.Timezone.localTimezone),
  )
  const starts: Date[] = []
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const next = iterator.next()
    if (!next) return starts
    const { start } = toZone(Temporal.PlainDateTime.from(next.toString()), zone)
    if (start > until || (last && start > last)) return starts
    const isLeftOut = excluded.has(start.getTime()) || moved.has(occurrenceKey(event, start))
    if (start > uploadedAt && !isLeftOut) starts.push(start)
  }
  throw new RowProblem('Repetição longa demais')
}

/** Whole weeks or days of the rule before the upload change nothing, unless the rule counts its occurrences. */
function skipPast(local: Temporal.PlainDateTime, rule: ICAL.Recur, uploadedAt: Date): Temporal.PlainDateTime {
  const unit = { DAILY: 1, WEEKLY: 7 }[rule.freq as 'DAILY' | 'WEEKLY']
  if (!unit || rule.count) return local
  const step = unit * rule.interval
  const days = Math.floor((uploadedAt.getTime() - Date.parse(`${local.toPlainDate()}`)) / 86_400_000) - 7
  return days > step ? local.add({ days: Math.floor(days / step) * step }) : local
}

function endOf(until: ICAL.Time, { timeZone }: CalendarOptions): Date {
  const { year, month, day, hour, minute, second, isDate, zone } = until
  const local = Temporal.PlainDateTime.from({
    year,
    month,
    day,
    ...(isDate ? { hour: 23, minute: 59 } : { hour, minute, second }),
  })
  return toZone(local, zone === ICAL.Timezone.utcTimezone ? 'UTC' : timeZone).start
}

function excludedBy(property: ICAL.Property, reading: CalendarOptions): number[] {
  const named = String(property.getParameter('tzid') ?? '')
  return property.getValues().flatMap((value) => {
    if (!(value instanceof ICAL.Time) || value.isDate) return []
    const { year, month, day, hour, minute } = value
    const zone = value.zone === ICAL.Timezone.utcTimezone ? 'UTC' : named || reading.timeZone
    return toZone(Temporal.PlainDateTime.from({ year, month, day, hour, minute }), zone).start.getTime()
  })
}

const parts: Record<string, readonly string[]> = { DAILY: [], WEEKLY: ['BYDAY'], MONTHLY: ['BYDAY', 'BYMONTHDAY'] }
const MAX_COUNT = 1000

/** Rules that calendars write for appointments. Others may have no occurrence at all, for which the parser would search forever. */
function requireSupported(rule: ICAL.Recur) {
  const used = Object.keys(rule.parts)
  const isKnown = used.every((part) => parts[rule.freq]?.includes(part)) && used.length <= 1
  const days = (rule.parts.BYDAY ?? []) as string[]
  const areDays = days.every((day) =>
    (rule.freq === 'MONTHLY' ? /^(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/ : /^[A-Z]{2}$/).test(day),
  )
  const inMonth = (rule.parts.BYMONTHDAY ?? []) as number[]
  const areShort = inMonth.every((day) => day >= 1 && day <= 28)
  const isBounded = rule.interval >= 1 && rule.interval <= 60 && (rule.count ?? 0) <= MAX_COUNT
  if (!parts[rule.freq] || !isKnown || !areDays || !areShort || !isBounded)
    throw new RowProblem('Repetição que não conseguimos ler. Marque este horário à mão')
}
