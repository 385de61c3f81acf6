/** An event of an iCalendar file (RFC 5545). Written by hand instead of with a library: decision 20. */
export type CalendarEvent = {
  uid: string
  start: Date
  end: Date
  title: string
  description: string
  location: string
  url: string
  stamp: Date
  /** Calendars replace an event of the same uid that has a lower sequence. */
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
}

/** No client invites or replies, also when the event is cancelled: its status says so (decision 20). */
export const CALENDAR_METHOD = 'PUBLISH'

/** A file with these events. */
export function formatCalendarEvents(events: readonly CalendarEvent[]): string {
  return renderCalendar([], events)
}

const REFRESH_INTERVAL = 'PT1H'

/** A calendar to subscribe to. Clients reload it at REFRESH_INTERVAL. */
export function formatCalendar({ name, events }: { name: string; events: readonly CalendarEvent[] }): string {
  const headers = [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH_INTERVAL}`,
    `X-PUBLISHED-TTL:${REFRESH_INTERVAL}`,
  ]
  return renderCalendar(headers, events)
}

function renderCalendar(headers: readonly string[], events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Na Regua//Agendamentos//PT-BR',
    `METHOD:${CALENDAR_METHOD}`,
    ...headers,
    ...events.flatMap(renderEvent),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function renderEvent(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}@naregua`,
    `DTSTAMP:${formatUtc(event.stamp)}`,
    `DTSTART:${formatUtc(event.start)}`,
    `DTEND:${formatUtc(event.end)}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.status}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    'END:VEVENT',
  ]
}

/** UTC: clients resolve time zone names differently, `Z` alike. */
function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** Some clients end the line at a lone carriage return or another control character. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** Folds lines at 75 octets, with a space at the start of each continuation, and never inside a UTF-8 character. */
function fold(line: string): string {
  const parts: string[] = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 74) {
      parts.push('')
      octets = 0
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n ')
}
