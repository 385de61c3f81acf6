import type { ScheduleConflict } from '@na-regua/contract/staff'
import { Link } from 'react-router'
import { formatPhone, formatShortDate, formatTime } from '../../../lib/format.ts'
import { wallClock } from '../../../lib/local-time.ts'

type ConflictListProps = {
  conflicts: readonly ScheduleConflict[]
  timeZone: string
  /** The day on which it stands, where it can be cancelled. */
  dayLink: (date: string) => string
}

/** Appointments that no longer fit: who, when, and the ways to settle it. */
export function ConflictList({ conflicts, timeZone, dayLink }: ConflictListProps) {
  return (
    <ul className="grid gap-2">
      {conflicts.map(({ id, startTime, serviceName, customer }) => {
        const { date } = wallClock(new Date(startTime), timeZone)
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 rounded-control border border-line bg-card px-3 py-2"
          >
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="font-semibold tabular-nums">
                {formatShortDate(date)} às {formatTime(startTime, timeZone)}
              </span>
              <span className="block text-sm text-mute">
                {customer.name} · {serviceName}
              </span>
            </p>
            {customer.phone && (
              <a
                href={`tel:+55${customer.phone}`}
                className="inline-flex min-h-11 items-center text-sm text-navy underline underline-offset-2 tabular-nums"
              >
                <span className="sr-only">Ligar para {customer.name}: </span>
                {formatPhone(customer.phone)}
              </a>
            )}
            <Link
              to={dayLink(date)}
              className="inline-flex min-h-11 items-center text-sm font-semibold text-navy underline underline-offset-2"
            >
              Ver no dia
              <span className="sr-only">: {customer.name}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
