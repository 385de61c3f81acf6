import type { ScheduleConflict } from '@na-regua/contract/staff'
import { formatPhone, formatShortDate, formatTime } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'

type ConflictingAppointmentsProps = { appointments: readonly ScheduleConflict[]; timeZone: string }

/** Appointments that a change affects, with the customers' phone numbers. */
export function ConflictingAppointments({ appointments, timeZone }: ConflictingAppointmentsProps) {
  return (
    <ul className="grid gap-1">
      {appointments.map(({ id, startTime, serviceName, customer }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <span className="font-semibold tabular-nums">
            {formatShortDate(toLocalTime(new Date(startTime), timeZone).date)} às {formatTime(startTime, timeZone)}
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
