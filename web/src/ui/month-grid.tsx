import { DayPicker, type Modifiers } from 'react-day-picker'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { fromDeviceDay, toDeviceDay } from '../lib/device-day.ts'
import { weekdayOf, weekdaysShort } from '../lib/format.ts'

const caption = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'Novembro de 2026'. */
function formatCaption(month: Date) {
  const text = caption.format(new Date(fromDeviceDay(month)))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const arrow = 'inline-grid size-11 place-items-center rounded-control hover:bg-sunken aria-disabled:opacity-40'
const classes = {
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
  day_button: 'h-11 w-full rounded-control text-center font-medium tabular-nums hover:bg-sunken',
  today: 'font-bold',
  selected: '[&>button]:bg-ink [&>button]:text-paper [&>button]:hover:bg-ink',
}

const mark =
  'relative after:pointer-events-none after:absolute after:bottom-1.5 after:left-1/2 after:h-1 after:w-3 after:-translate-x-1/2 after:rounded-full after:bg-red'

const offDay = 'rounded-control bg-[repeating-linear-gradient(135deg,var(--color-line)_0_1px,transparent_1px_5px)]'

type MonthGridProps = {
  /** YYYY-MM. */
  month: string
  onMonthChange: (month: string) => void
  today: string
  selected: string | undefined
  /** Without a day the chosen one was pressed again. */
  onSelect: (date: string | undefined) => void
  /** The days that carry a mark, and what it means in words. */
  marked: readonly string[]
  markWords: string
  /** Days on which somebody is away. */
  off?: readonly string[]
}

/** Any month, past or coming, Sunday first. */
export function MonthGrid({ month, onMonthChange, today, selected, onSelect, ...days }: MonthGridProps) {
  const { marked, markWords, off = [] } = days
  const words = ptBR.labels?.labelDayButton as (...given: unknown[]) => string
  const labelDayButton = (day: Date, modifiers: Modifiers) =>
    [words(day, modifiers, { locale: ptBR }), modifiers.marked && markWords, modifiers.off && 'folga']
      .filter(Boolean)
      .join(', ')
  return (
    <>
      <DayPicker
        mode="single"
        locale={ptBR}
        weekStartsOn={0}
        month={toDeviceDay(`${month}-01`)}
        onMonthChange={(next) => onMonthChange(fromDeviceDay(next).slice(0, 7))}
        today={toDeviceDay(today)}
        selected={selected ? toDeviceDay(selected) : undefined}
        onSelect={(day: Date | undefined) => onSelect(day && fromDeviceDay(day))}
        modifiers={{ marked: marked.map(toDeviceDay), off: off.map(toDeviceDay) }}
        modifiersClassNames={{ marked: mark, off: offDay }}
        labels={{ labelDayButton }}
        formatters={{ formatCaption, formatWeekdayName: (day) => weekdaysShort[weekdayOf(fromDeviceDay(day))] ?? '' }}
        classNames={classes}
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
