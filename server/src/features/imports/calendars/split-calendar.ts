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

export function splitCalendar(text: string): CalendarParts {
  const events: EventLines[] = []
  const zones = new Map<string, string>()
  let event: OpenEvent | undefined
  let zone: string[] | undefined
  let open = 0
  let isCancellation = false
  for (const line of splitLines(text)) {
    const [, edge = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line)?.map((word) => word.toUpperCase()) ?? []
    if (name === 'VEVENT') {
      // The end of an open event is missing also where another one begins.
      if (event) events.push(closeEvent(event, edge === 'BEGIN'))
      event = edge === 'BEGIN' ? { lines: [], length: 0, inner: [], isTooLong: false } : undefined
    } else if (event) {
      readEventLine(event, line, edge, name)
    } else if (name === 'VTIMEZONE') {
      if (edge === 'END' && zone) addZone(zones, zone)
      zone = edge === 'BEGIN' ? [] : undefined
    } else if (zone) {
      if (zone.length < MAX_ZONE_LINES) zone.push(line)
    } else if (name === 'VCALENDAR') {
      open += edge === 'BEGIN' ? 1 : -1
    } else if (/^METHOD:\s*CANCEL\s*$/i.test(line)) isCancellation = true
  }
  if (event) events.push(closeEvent(event, true))
  return { events, zones, isCut: event !== undefined || open > 0, isCancellation }
}

function readEventLine(event: OpenEvent, line: string, edge: string, name: string) {
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
