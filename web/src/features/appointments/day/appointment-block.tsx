import type { Appointment } from '@na-regua/contract/appointments'
import { classNames } from '../../../ui/class-names.ts'
import { statusWord } from '../agenda/rules.ts'
import { formatClock, type Placed } from './rules.ts'

const looks = {
  SCHEDULED: 'border-l-brass bg-brass-soft',
  CONFIRMED: 'border-l-green bg-green-soft',
  COMPLETED: 'border-l-navy bg-card',
  NO_SHOW: 'border-l-red bg-card',
  CANCELLED: 'border-l-line bg-card text-mute line-through',
}

type BlockProps = {
  placed: Placed
  style: { top: number; height: number }
  onOpen: (appointment: Appointment) => void
}

/** An appointment as long as it lasts. */
export function AppointmentBlock({ placed, style, onOpen }: BlockProps) {
  const { appointment, start, end, lane, lanes } = placed
  const { customer, service, status } = appointment
  const isLow = style.height < 44
  const isSure = status === 'CONFIRMED' && appointment.isPresenceConfirmed
  const hours = `${formatClock(start)}–${formatClock(end)}`
  return (
    <li className="absolute py-px" style={{ ...style, left: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(appointment)}
        className={classNames(
          'flex h-full w-full flex-col overflow-hidden rounded-small border border-l-4 border-line px-2.5 text-left text-sm leading-tight transition-colors hover:border-y-edge hover:border-r-edge',
          style.height < 56 ? 'justify-center' : 'py-1.5',
          looks[status],
        )}
      >
        <span className="flex w-full min-w-0 items-baseline gap-2">
          <span className="truncate font-semibold">{customer.name}</span>
          <span className="ml-auto shrink-0 text-xs tabular-nums">{isLow ? formatClock(start) : hours}</span>
        </span>
        <span className={isLow ? 'sr-only' : 'w-full truncate text-xs'}>
          {service.name} · {isSure ? 'Presença confirmada' : statusWord(status, 'barber')}
        </span>
      </button>
    </li>
  )
}
