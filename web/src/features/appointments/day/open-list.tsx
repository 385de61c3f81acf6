import type { Appointment } from '@na-regua/contract/appointments'
import { useId, useRef, useState } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { DayActions } from './day-actions.tsx'
import { foldList } from './rules.ts'
import type { Undoable } from './use-undoable.ts'

type OpenListProps = { title: string; appointments: readonly Appointment[]; now: Date; undoable: Undoable }

/** What waits for a word of the barber: requests ahead, and whoever's time is over without anybody saying that he came. */
export function OpenList({ title, appointments, now, undoable }: OpenListProps) {
  const titleId = useId()
  const { shown, hidden, list, unfold } = useFold(appointments)
  if (appointments.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-lg">
        {title} <span className="font-sans text-sm font-semibold text-mute">{appointments.length}</span>
      </h3>
      <ul ref={list} className="mt-2 grid gap-2">
        {shown.map((appointment) => (
          <OpenRow key={appointment.id} {...{ appointment, now, undoable }} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="ghost" isWide className="mt-1" onClick={unfold}>
          {hidden === 1 ? 'Ver mais 1' : `Ver mais ${hidden}`}
          <span className="sr-only"> em {title}</span>
        </Button>
      )}
    </section>
  )
}

/** On a phone the day's line begins below the list: a long one is folded, and opens where it was pressed. */
function useFold(appointments: readonly Appointment[]) {
  const isWide = useIsWide()
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const { shown, hidden } = foldList(appointments, isWide || isOpen)

  function unfold() {
    setOpen(true)
    requestAnimationFrame(() => list.current?.querySelectorAll('li')[shown.length]?.focus())
  }

  return { shown, hidden, list, unfold }
}

type OpenRowProps = Omit<OpenListProps, 'title' | 'appointments'> & { appointment: Appointment }

function OpenRow({ appointment, now, undoable }: OpenRowProps) {
  return (
    <li tabIndex={-1} className="grid gap-2 rounded-card border border-line bg-card p-3">
      <p className="flex items-baseline gap-3">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">{appointment.customer.name}</span>
          <span className="text-sm text-mute"> · {appointment.service.name}</span>
        </span>
        <span className="ml-auto tabular-nums">{formatTime(appointment.startTime, appointment.timeZone)}</span>
      </p>
      <DayActions {...{ appointment, now, undoable }} />
    </li>
  )
}
