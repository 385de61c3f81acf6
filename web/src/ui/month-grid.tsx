import { DayPicker, type Modifiers } from 'react-day-picker'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { formatMonthName, getWeekday, weekdaysShort } from '../lib/format.ts'

/**
 * Only this widget works with `Date` objects in the device's time zone; everywhere else a day is YYYY-MM-DD in a
 * named time zone. Noon avoids the hours that summer time skips or repeats.
 */
export function toDeviceDay(date: string) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

export function fromDeviceDay(day: Date) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** 'Novembro de 2026'. */
function formatCaption(month: Date) {
  const name = formatMonthName(fromDeviceDay(month))
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} de ${month.getFullYear()}`
}

const arrow = 'inline-grid size-11 place-items-center rounded-control hover:bg-sunken aria-disabled:opacity-40'

/** Language and style of every calendar. */
export const calendarStyle = {
  locale: ptBR,
  formatters: { formatCaption, formatWeekdayName: (day: Date) => weekdaysShort[getWeekday(fromDeviceDay(day))] ?? '' },
  classNames: {
    root: 'w-full',
    hidden: 'invisible',
    months: 'relative',
    month_caption: 'flex h-11 items-center pl-2 font-semibold',
    nav: 'absolute top-0 right-0 flex',
    button_previous: arrow,
    button_next: arrow,
    chevron: 'size-4 fill-ink',
    month_grid: 'w-full table-fixed border-collapse',
    weekday: 'h-9 text-xs font-medium text-mute',
    day: 'p-0 text-center',
    day_button:
      'h-11 w-full rounded-control text-center font-medium tabular-nums hover:bg-sunken disabled:hover:bg-transparent',
    disabled: 'text-mute opacity-45',
    today: 'font-bold',
    selected: '[&>button]:bg-ink [&>button]:text-paper [&>button]:hover:bg-ink',
  },
}

/** The short red line under a marked day. */
export const dayMark =
  'relative after:pointer-events-none after:absolute after:bottom-1.5 after:left-1/2 after:h-1 after:w-3 after:-translate-x-1/2 after:rounded-full after:bg-red'

/** The library's label of a day, followed by ours. */
export function describeDay(day: Date, modifiers: Modifiers, ...more: readonly (string | false | undefined)[]) {
  const labelDay = ptBR.labels?.labelDayButton as (...given: unknown[]) => string
  return [labelDay(day, modifiers, { locale: ptBR }), ...more].filter(Boolean).join(', ')
}

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
