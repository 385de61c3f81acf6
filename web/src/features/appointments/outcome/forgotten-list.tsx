import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { useCommands } from '../../../lib/use-commands.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { getServedName, isUpcoming } from '../agenda/rules.ts'
import { applyToAppointment } from '../commands/rules.ts'
import { forgottenQuery } from './queries.ts'
import { canHaveMissed, formatVisit, mergeForgotten, type OutcomeChanges } from './rules.ts'
import { VisitRow } from './visit-row.tsx'

type ForgottenListProps = {
  /** Of all its barbers; without it they are the barber's own. */
  barbershopId?: string
  /** Of today, as they are shown. */
  appointments: readonly Appointment[]
  now: Date
  changes: OutcomeChanges
  onOpen: (appointment: Appointment) => void
}

/**
 * One question for all visits of which it was not said whether the customer came, also of earlier days. During the day it is a line, at
 * its end it is open.
 */
export function ForgottenList({ barbershopId, appointments, now, changes, onOpen }: ForgottenListProps) {
  const { data } = useQuery(forgottenQuery(barbershopId))
  const { commands } = useCommands()
  // Kept here, because an undone act brings back a list that was gone.
  const [isOpen, setOpen] = useState<boolean>()
  const listed = data && { ...data, appointments: data.appointments.map((one) => applyToAppointment(one, commands)) }
  const { rows, more } = mergeForgotten(listed, appointments, now)
  const open = rows.filter(({ id }) => !changes.findPending(id))
  const isDayOver = !appointments.some((one) => isUpcoming(one, now))
  if (open.length === 0) return null
  return (
    <details
      open={isOpen ?? isDayOver}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-card border border-line bg-card"
    >
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 py-2">
        <span>
          <span className="font-semibold">Faltou dizer</span>{' '}
          <span className="text-sm text-mute tabular-nums">
            {formatCount(open.length + more, 'visita passou', 'visitas passaram')}
          </span>
        </span>
        <Icon name="chevron-down" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-2 border-t border-line p-3">
        {open.length > 1 && (
          <Button variant="ink" isWide onClick={() => changes.changeAll(open, { action: 'complete' })}>
            <Icon name="check" className="size-4.5" />
            Todos vieram ({open.length})
          </Button>
        )}
        <ul className="grid grid-cols-1 divide-y divide-line">
          {open.map((appointment) => (
            <ForgottenRow
              key={appointment.id}
              appointment={appointment}
              now={now}
              hasBarber={barbershopId !== undefined}
              changes={changes}
              onOpen={() => onOpen(appointment)}
            />
          ))}
        </ul>
        {more > 0 && (
          <p className="text-sm text-mute">
            E mais {formatCount(more, 'visita antiga', 'visitas antigas')}, depois destas.
          </p>
        )}
      </div>
    </details>
  )
}

type ForgottenRowProps = {
  appointment: Appointment
  now: Date
  hasBarber: boolean
  changes: OutcomeChanges
  onOpen: () => void
}

function ForgottenRow({ appointment, now, hasBarber, changes, onOpen }: ForgottenRowProps) {
  const name = getServedName(appointment)
  const { service, barber } = appointment
  const texts = [formatVisit(appointment, now), service.name, ...(hasBarber ? [barber.name] : [])]
  return (
    <VisitRow name={name} text={texts.join(' · ')} onOpen={onOpen}>
      <Button
        variant="outline"
        className="px-3!"
        aria-label={`Veio: ${name}`}
        onClick={() => changes.change(appointment, 'complete')}
      >
        Veio
      </Button>
      {canHaveMissed(appointment, now) && (
        <Button
          variant="outline"
          className="px-3!"
          aria-label={`Não veio: ${name}`}
          onClick={() => changes.change(appointment, 'no-show')}
        >
          Não veio
        </Button>
      )}
    </VisitRow>
  )
}
