import { splitLines } from './content-lines.ts'

/** A file as the lines of its events and zones. Nothing is parsed yet: each event is parsed alone, so that a malformed one is one problem. */
type CalendarParts = {
  events: readonly EventLines[]
  /** The text of each VTIMEZONE by its TZID. */
  zones: ReadonlyMap<string, string>
  /** The calendar does not end: events may be missing. */
  isCut: boolean
  isCancellation: boolean
}

/** `isCut`: the event does not end. `isTooLong`: it has more lines than any program writes. */
export type EventLines = { lines: readonly string[]; isCut: boolean; isTooLong: boolean }

/** What an appointment is read from. Files have hundreds of other properties, images among them. */
const used =
  /^(?:UID|DTSTART|DTEND|DURATION|SUMMARY|DESCRIPTION|LOCATION|STATUS|ORGANIZER|ATTENDEE|RRULE|RDATE|EXDATE|EXRULE|RECURRENCE-ID)[;:]/i

const MAX_EVENT_LINES = 2000
const MAX_EVENT_LENGTH = 400_000
const MAX_ZONES = 300
const MAX_ZONE_LINES = 2000

type OpenEvent = { lines: string[]; length: number; inner: string[]; isTooLong: boolean }

/** What was read so far. `event` and `zone` are open; `open` counts the calendars that are. */
type Splitting = {
  events: EventLines[]
  zones: Map<string, string>
  event: OpenEvent | undefined
  zone: string[] | undefined
  open: number
  isCancellation: boolean
}

/** `edge`: BEGIN or END, with the name of what begins or ends; both are empty for any other line. */
type Line = { text: string; edge: string; name: string }

export function splitCalendar(text: string): CalendarParts {
  const splitting: Splitting = {
    events: [],
    zones: new Map(),
    event: undefined,
    zone: undefined,
    open: 0,
    isCancellation: false,
  }
  for (const line of splitLines(text).map(readEdge)) {
    if (line.name === 'VEVENT') readEventEdge(splitting, line)
    else if (splitting.event) readEventLine(splitting.event, line)
    else if (line.name === 'VTIMEZONE') readZoneEdge(splitting, line)
    else if (splitting.zone) readZoneLine(splitting.zone, line)
    else readCalendarLine(splitting, line)
  }
  const { events, zones, event, open, isCancellation } = splitting
  if (event) events.push(closeEvent(event, true))
  return { events, zones, isCut: event !== undefined || open > 0, isCancellation }
}

function readEdge(text: string): Line {
  const [, edge = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(text)?.map((word) => word.toUpperCase()) ?? []
  return { text, edge, name }
}

function readCalendarLine(splitting: Splitting, { text, edge, name }: Line) {
  if (name === 'VCALENDAR') splitting.open += edge === 'BEGIN' ? 1 : -1
  else if (/^METHOD:\s*CANCEL\s*$/i.test(text)) splitting.isCancellation = true
}

/** The end of an open event is missing also where another one begins. */
function readEventEdge(splitting: Splitting, { edge }: Line) {
  if (splitting.event) splitting.events.push(closeEvent(splitting.event, edge === 'BEGIN'))
  splitting.event = edge === 'BEGIN' ? { lines: [], length: 0, inner: [], isTooLong: false } : undefined
}

function readZoneEdge(splitting: Splitting, { edge }: Line) {
  if (edge === 'END' && splitting.zone) addZone(splitting.zones, splitting.zone)
  splitting.zone = edge === 'BEGIN' ? [] : undefined
}

function readZoneLine(zone: string[], { text }: Line) {
  if (zone.length < MAX_ZONE_LINES) zone.push(text)
}

function readEventLine(event: OpenEvent, { text: line, edge, name }: Line) {
  // An alarm has a description and a duration of its own.
  if (edge === 'BEGIN') event.inner.push(name)
  else if (edge === 'END') event.inner.splice(Math.max(0, event.inner.lastIndexOf(name)))
  else if (event.inner.length === 0 && used.test(line)) {
    event.length += line.length
    if (event.lines.length >= MAX_EVENT_LINES || event.length > MAX_EVENT_LENGTH) event.isTooLong = true
    else event.lines.push(line)
  }
}

const closeEvent = ({ lines, isTooLong }: OpenEvent, isCut: boolean): EventLines => ({ lines, isCut, isTooLong })

function addZone(zones: Map<string, string>, lines: readonly string[]) {
  const name = lines.find((line) => /^TZID[;:]/i.test(line))
  if (!name || zones.size >= MAX_ZONES) return
  // Names may be quoted, here or where they are used.
  const id = name
    .slice(name.indexOf(':') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1')
  zones.set(id, ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n'))
}
