import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatLocalDate } from '../../../lib/format.ts'
import { deviceTimeZone, wallClock } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { markedDaysQuery } from './queries.ts'
import type { Side } from './rules.ts'

type DateFilterProps = {
  side: Side
  barbershopId?: string
  date: string | undefined
  onChange: (date: string | undefined) => void
}

function MarkedCalendar({ side, barbershopId, date, onChange }: DateFilterProps) {
  const today = wallClock(new Date(), deviceTimeZone()).date
  const [month, setMonth] = useState((date ?? today).slice(0, 7))
  const { data } = useQuery(markedDaysQuery(side, { month, barbershopId }))
  return (
    <MonthCalendar
      month={month}
      onMonthChange={setMonth}
      today={today}
      selected={date}
      onSelect={onChange}
      marked={data?.marked ?? []}
      markWords="com agendamento"
      off={data?.off}
    />
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="ghost" onClick={onClear}>
      <Icon name="close" className="size-4.5" />
      Limpar data
    </Button>
  )
}

/** Beside the list, where there is room for it. */
export function DateCard(props: DateFilterProps) {
  return (
    <section aria-label="Filtrar por data" className="rounded-card border border-line bg-card p-3">
      {/* Another day from outside, as by "back", opens its month. */}
      <MarkedCalendar key={props.date?.slice(0, 7)} {...props} />
      {props.date && (
        <div className="mt-1 flex items-center justify-between border-t border-line pt-2 pl-2">
          <span className="font-semibold tabular-nums">{formatLocalDate(props.date)}</span>
          <ClearButton onClear={() => props.onChange(undefined)} />
        </div>
      )}
    </section>
  )
}

/** On a phone: a button that says the day, and the calendar behind it. */
export function DateButton(props: DateFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const { date, onChange } = props
  return (
    <div className="flex items-center gap-2">
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="calendar" />
        <span className="tabular-nums">{date ? formatLocalDate(date) : 'Filtrar por data'}</span>
      </Button>
      {date && <ClearButton onClear={() => onChange(undefined)} />}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Filtrar por data">
        <MarkedCalendar
          {...props}
          onChange={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Dialog>
    </div>
  )
}
