import type { ScheduleConflict } from '@na-regua/contract/staff'
import { formatPhone, formatShortDate, formatTime } from '../../../lib/format.ts'
import { wallClock } from '../../../lib/local-time.ts'

type BookedListProps = { appointments: readonly ScheduleConflict[]; timeZone: string }

/** Who is booked, and how to reach him: shown before a change that concerns him. */
export function BookedList({ appointments, timeZone }: BookedListProps) {
  return (
    <ul className="grid gap-1">
      {appointments.map(({ id, startTime, serviceName, customer }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <span className="font-semibold tabular-nums">
            {formatShortDate(wallClock(new Date(startTime), timeZone).date)} às {formatTime(startTime, timeZone)}
          </span>{' '}
          {customer.name} · {serviceName}
          {customer.phone && (
            <a href={`tel:+55${customer.phone}`} className="ml-2 text-navy underline tabular-nums">
              {formatPhone(customer.phone)}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
