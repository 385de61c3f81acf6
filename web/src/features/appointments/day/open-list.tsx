import type { Appointment } from '@na-regua/contract/appointments'
import { useId } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { DayActions } from './day-actions.tsx'
import type { Undoable } from './use-undoable.ts'

type OpenListProps = { title: string; appointments: readonly Appointment[]; now: Date; undoable: Undoable }

/** What waits for a word of the barber: requests ahead, and whoever's time is over without anybody saying that he came. */
export function OpenList({ title, appointments, now, undoable }: OpenListProps) {
  const titleId = useId()
  if (appointments.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-lg">
        {title} <span className="font-sans text-sm font-semibold text-mute">{appointments.length}</span>
      </h3>
      <ul className="mt-2 grid gap-2">
        {appointments.map((appointment) => (
          <li key={appointment.id} className="grid gap-2 rounded-card border border-line bg-card p-3">
            <p className="flex items-baseline gap-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-semibold">{appointment.customer.name}</span>
                <span className="text-sm text-mute"> · {appointment.service.name}</span>
              </span>
              <span className="ml-auto tabular-nums">{formatTime(appointment.startTime, appointment.timeZone)}</span>
            </p>
            <DayActions {...{ appointment, now, undoable }} />
          </li>
        ))}
      </ul>
    </section>
  )
}
