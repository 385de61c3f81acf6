import { useState } from 'react'
import { formatDayOfYear } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MarkedCalendar } from '../agenda/marked-calendar.tsx'
import { formatDayName } from './rules.ts'

type DayButtonProps = {
  /** Undefined until it is known. */
  date: string | undefined
  today: string | undefined
  /** Set on an owner's day. */
  barbershopId: string | undefined
  onSelect: (date: string) => void
}

/** The day that is shown; a press opens the calendar for another one. */
export function DayButton({ date, today, barbershopId, onSelect }: DayButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h2 aria-live="polite" className="min-w-0 text-xl sm:min-w-36">
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={!date}
          onClick={() => setOpen(true)}
          className="-mx-2 min-h-11 rounded-control px-2 py-0.5 text-left transition-colors hover:bg-sunken"
        >
          <span className="flex items-center gap-1">
            {date ? formatDayName(date, today) : 'Hoje'}
            <Icon name="chevron-down" className="size-4 text-mute" />
          </span>
          {date && (
            <span className="block font-sans text-sm font-medium tracking-normal text-mute">
              {formatDayOfYear(date)}
            </span>
          )}
        </button>
      </h2>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Escolher o dia">
        {date && (
          <MarkedCalendar
            side={barbershopId ? 'owner' : 'barber'}
            barbershopId={barbershopId}
            date={date}
            today={today}
            onSelect={(next) => {
              setOpen(false)
              onSelect(next ?? date)
            }}
          />
        )}
      </Dialog>
    </>
  )
}
