import type { ScheduleConflict } from '@na-regua/contract/staff'
import { Link } from 'react-router'
import { formatInstantInSentence, formatPhone, formatShortDate } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { callHref } from '../../../lib/phone-links.ts'
import type { StaffCommand } from '../../../lib/use-commands.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'

type ConflictListProps = {
  conflicts: readonly ScheduleConflict[]
  timeZone: string
  /** Link to the day of the appointment, where it can be cancelled. */
  dayLink: (date: string) => string
}

const linkClass = 'inline-flex min-h-11 items-center text-sm text-navy underline underline-offset-2 tabular-nums'

/** Appointments outside of the schedule, with phone number and link to the day. */
export function ConflictList({ conflicts, timeZone, dayLink }: ConflictListProps) {
  return (
    <ul className="grid gap-2">
      {conflicts.map(({ id, startTime, serviceName, customer, isOfSeries }) => {
        const { date } = toLocalTime(new Date(startTime), timeZone)
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 rounded-control border border-line bg-card px-3 py-2"
          >
            <p className="min-w-0 grow basis-52 wrap-anywhere">
              <span className="font-semibold tabular-nums">
                {formatShortDate(date)} às {formatInstantInSentence(startTime, timeZone)}
              </span>
              <span className="block text-sm text-mute">
                {customer.name} · {serviceName}
              </span>
              {isOfSeries && <Badge tone="navy">Horário fixo</Badge>}
            </p>
            {customer.phone && (
              <a href={callHref(customer.phone)} className={linkClass}>
                <span className="sr-only">Ligar para {customer.name}: </span>
                {formatPhone(customer.phone)}
              </a>
            )}
            <Link to={dayLink(date)} className={`${linkClass} font-semibold`}>
              Ver no dia
              <span className="sr-only">: {customer.name}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Time off that waits for the network. */
export function WaitingTimeOff({ commands }: { commands: readonly StaffCommand[] }) {
  return commands.map(({ id, preview }) => (
    <li key={id} className="flex items-center gap-2 rounded-control border border-dashed border-edge px-4 py-2">
      <Icon name="clock" className="size-4.5 shrink-0" />
      <span className="min-w-0">
        <span className="font-semibold tabular-nums">{preview.name}</span> · Aguardando rede
      </span>
    </li>
  ))
}
