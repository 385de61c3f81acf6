/** One event as RFC 5545 text. Instants stand in UTC, because calendars read a zone's name differently and Z alike. */
export type CalendarEvent = {
  uid: string
  start: Date
  end: Date
  title: string
  description: string
  location: string
  url: string
  stamp: Date
}

export function formatCalendarEvent(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Na Regua//Agendamentos//PT-BR',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}@naregua`,
    `DTSTAMP:${formatInstant(event.stamp)}`,
    `DTSTART:${formatInstant(event.start)}`,
    `DTEND:${formatInstant(event.end)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function formatInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
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
