/** One event as RFC 5545 text. Instants stand in UTC, because calendars read a zone's name differently and Z alike. */
export type IcsEvent = {
  uid: string
  start: Date
  end: Date
  title: string
  description: string
  location: string
  url: string
  stamp: Date
  /** Where the event may change after it was read; a calendar replaces what has the same uid and a lower sequence. */
  sequence?: number
  status?: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
}

export function formatCalendarEvent(event: IcsEvent): string {
  return wrap([], [event])
}

const ASK_AGAIN = 'PT1H'

/** A calendar to subscribe to: programs come back for it by themselves. */
export function formatCalendar({ name, events }: { name: string; events: readonly IcsEvent[] }): string {
  const head = [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${ASK_AGAIN}`,
    `X-PUBLISHED-TTL:${ASK_AGAIN}`,
  ]
  return wrap(head, events)
}

function wrap(head: readonly string[], events: readonly IcsEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Na Regua//Agendamentos//PT-BR',
    'METHOD:PUBLISH',
    ...head,
    ...events.flatMap(listLines),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function listLines({ sequence, status, ...event }: IcsEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}@naregua`,
    `DTSTAMP:${formatInstant(event.stamp)}`,
    `DTSTART:${formatInstant(event.start)}`,
    `DTEND:${formatInstant(event.end)}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ...(status === undefined ? [] : [`STATUS:${status}`]),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    'END:VEVENT',
  ]
}

function formatInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** A lone carriage return or another control character would end the line for some programs. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** A line holds 75 octets; what is longer goes on after a space. Cut between characters, never inside one. */
function fold(line: string): string {
  const pieces: string[] = ['']
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 74) {
      pieces.push('')
      octets = 0
    }
    pieces[pieces.length - 1] += character
    octets += size
  }
  return pieces.join('\r\n ')
}
