import type { ContentLine } from './content-lines.ts'

/** Calendars list everyone: the owner of the calendar, rooms, and who has declined. None of them is the customer. */
const noPerson = /^(?:RESOURCE|ROOM|GROUP)$/i
const noGuest = /^(?:CHAIR|NON-PARTICIPANT)$/i

/** The name of the first guest; empty if there is none with a name. */
export function findGuest(attendees: readonly ContentLine[], organizer: ContentLine | undefined): string {
  const host = organizer && addressOf(organizer)
  const hostName = organizer && nameOf(organizer)
  const guest = attendees.find((attendee) => {
    const { params } = attendee
    const has = (name: string, unwanted: RegExp) => params.get(name)?.some((value) => unwanted.test(value)) === true
    if (has('CUTYPE', noPerson) || has('ROLE', noGuest) || has('PARTSTAT', /^DECLINED$/i)) return false
    const name = nameOf(attendee)
    // Without a name Google writes the address.
    if (!name || name.includes('@')) return false
    return addressOf(attendee) !== host && name.toLowerCase() !== hostName?.toLowerCase()
  })
  return guest ? nameOf(guest) : ''
}

const nameOf = ({ params }: ContentLine) => (params.get('CN')?.join(', ') ?? '').replaceAll(/^["']+|["']+$/g, '').trim()

const addressOf = ({ value }: ContentLine) =>
  value
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')
