import type { Appointment } from '@na-regua/contract/appointments'
import { clsx } from 'clsx'
import { formatMoney, formatTime } from '../../../lib/format.ts'
import { appointmentCardId } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatStatus, getServedName, statusTones } from '../agenda/rules.ts'
import { useMark } from '../commands/command-bar.tsx'
import { formatDayOfRow } from './rules.ts'
import { handleRowKeys, type RowsProps } from './use-rows.ts'

/** The rows on a phone: two lines each. */
export function AppointmentLines({ groups, ...rows }: RowsProps) {
  return (
    <div data-rows className="grid grid-cols-1 gap-5">
      {groups.map(({ title, isTitleShown, appointments }) => (
        <section key={title} aria-label={title}>
          <h2 className={isTitleShown ? 'mb-2 text-xl' : 'sr-only'}>{title}</h2>
          <ul className="divide-y divide-line rounded-card border border-line bg-card">
            {appointments.map((appointment) => (
              <Line key={appointment.id} appointment={appointment} {...rows} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type LineProps = Omit<RowsProps, 'groups'> & { appointment: Appointment }

function Line({ appointment, side, now, selection, isDay, hasShops, onOpen }: LineProps) {
  const { id, service, barber, barbershop, status, startTime, timeZone, priceCents } = appointment
  const name = getServedName(appointment)
  const mark = useMark(id)
  const isSelectable = selection.isSelectable(id)
  const who = side === 'owner' ? barber.name : undefined
  const day = !isDay && formatDayOfRow(appointment, now)
  const details = [day, service.name, who, hasShops && barbershop.name].filter(Boolean).join(' · ')
  return (
    <li
      id={appointmentCardId(id)}
      tabIndex={-1}
      className={clsx('flex items-center', selection.isSelected(id) && 'bg-navy-soft')}
    >
      {selection.requests.length > 0 && (
        <div className="-mr-2 w-11 shrink-0 pl-3">
          {isSelectable && (
            <Checkbox checked={selection.isSelected(id)} onChange={() => selection.toggle(id)}>
              <span className="sr-only">Selecionar {name}</span>
            </Checkbox>
          )}
        </div>
      )}
      <button
        type="button"
        data-row
        aria-haspopup="dialog"
        onClick={() => onOpen(id)}
        {...handleRowKeys(isSelectable ? () => selection.toggle(id) : undefined)}
        className="grid min-h-16 min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 px-3 py-2 text-left -outline-offset-2"
      >
        <span className="font-semibold tabular-nums">{formatTime(startTime, timeZone)}</span>
        <span className="truncate font-semibold">{name}</span>
        <Badge tone={mark ? 'neutral' : statusTones[status]}>
          {mark ? 'Aguardando rede' : formatStatus(status, side)}
        </Badge>
        <span className="col-span-full flex gap-3 text-sm text-mute tabular-nums">
          <span className="min-w-0 flex-1 truncate">{details}</span>
          <span>{formatMoney(priceCents)}</span>
        </span>
      </button>
    </li>
  )
}
