import { DayPicker, type Modifiers } from 'react-day-picker'
import { fromDeviceDay, toDeviceDay } from '../lib/local-time.ts'
import { calendarStyle, dayMark, describeDay } from './calendar-look.ts'

const offDay = 'rounded-control bg-[repeating-linear-gradient(135deg,var(--color-line)_0_1px,transparent_1px_5px)]'

type MonthGridProps = {
  /** YYYY-MM. */
  month: string
  onMonthChange: (month: string) => void
  today: string
  selected: string | undefined
  /** Without a date the selected day was pressed again. */
  onSelect: (date: string | undefined) => void
  /** Marked days, and the text for their mark. */
  marked: readonly string[]
  markLabel: string
  /** Days off. */
  off?: readonly string[]
}

/** Any month, past or future, starting with Sunday. */
export function MonthGrid({ month, onMonthChange, today, selected, onSelect, ...days }: MonthGridProps) {
  const { marked, markLabel: markWords, off = [] } = days
  const labelDayButton = (day: Date, modifiers: Modifiers) =>
    describeDay(day, modifiers, modifiers.marked && markWords, modifiers.off && 'folga')
  return (
    <>
      <DayPicker
        mode="single"
        {...calendarStyle}
        weekStartsOn={0}
        month={toDeviceDay(`${month}-01`)}
        onMonthChange={(next) => onMonthChange(fromDeviceDay(next).slice(0, 7))}
        today={toDeviceDay(today)}
        selected={selected ? toDeviceDay(selected) : undefined}
        onSelect={(day: Date | undefined) => onSelect(day && fromDeviceDay(day))}
        modifiers={{ marked: marked.map(toDeviceDay), off: off.map(toDeviceDay) }}
        modifiersClassNames={{ marked: dayMark, off: offDay }}
        labels={{ labelDayButton }}
      />
      {off.length > 0 && (
        <p className="flex items-center gap-2 pt-2 pl-2 text-sm text-mute">
          <span aria-hidden="true" className={`size-5 ${offDay}`} />
          Folga
        </p>
      )}
    </>
  )
}
