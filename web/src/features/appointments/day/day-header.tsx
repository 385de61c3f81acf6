import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { dayName, formatDayMonth } from './rules.ts'
import type { ShownDay } from './use-day.ts'

type DayHeaderProps = { shown: ShownDay }

/** Which day it is, and the way to the days beside it. */
export function DayHeader({ shown: { date, today, move, goTo } }: DayHeaderProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
      <IconButton label="Dia anterior" className="-ml-2" onClick={() => void move(-1)} disabled={!date}>
        <Icon name="chevron-left" />
      </IconButton>
      <h2 aria-live="polite" className="min-w-36 text-xl">
        {date ? dayName(date, today) : 'Hoje'}
        {date && (
          <span className="block font-sans text-sm font-medium tracking-normal text-mute">{formatDayMonth(date)}</span>
        )}
      </h2>
      <IconButton label="Próximo dia" onClick={() => void move(1)} disabled={!date}>
        <Icon name="chevron-right" />
      </IconButton>
      {date && today && date !== today && (
        <Button variant="outline" onClick={() => void goTo(undefined)}>
          Hoje
        </Button>
      )}
    </div>
  )
}
