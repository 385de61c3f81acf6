import type { Appointment } from '@na-regua/contract/appointments'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format.ts'

type CardActionsProps = { appointment: Appointment; children: ReactNode }

/** The buttons below a card. The group says whose they are: a list has the same words many times over. */
export function CardActions({ appointment: { service, startTime, timeZone }, children }: CardActionsProps) {
  return (
    <fieldset
      aria-label={`${service.name} às ${formatTime(startTime, timeZone)}`}
      className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4 empty:hidden"
    >
      {children}
    </fieldset>
  )
}
