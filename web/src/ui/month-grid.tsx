import { DayPicker, type Modifiers } from 'react-day-picker'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { weekdaysShort } from '../lib/format.ts'

/** The calendar counts in this device's days; noon keeps each clear of changes of clocks. */
function toDeviceDay(date: string) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

function fromDeviceDay(day: Date) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

const caption = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric' })

/** 'Novembro de 2026'. */
function formatCaption(month: Date) {
  const text = caption.format(month)
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
}

/** Any month, past or coming, Sunday first. */
export function MonthGrid({ month, onMonthChange, today, selected, onSelect, marked, markWords }: MonthGridProps) {
  const words = ptBR.labels?.labelDayButton as (...given: unknown[]) => string
  const labelDayButton = (day: Date, modifiers: Modifiers) =>
    words(day, modifiers, { locale: ptBR }) + (modifiers.marked ? `, ${markWords}` : '')
  return (
    <DayPicker
      mode="single"
      locale={ptBR}
      weekStartsOn={0}
      month={toDeviceDay(`${month}-01`)}
      onMonthChange={(next) => onMonthChange(fromDeviceDay(next).slice(0, 7))}
      today={toDeviceDay(today)}
      selected={selected ? toDeviceDay(selected) : undefined}
      onSelect={(day: Date | undefined) => onSelect(day && fromDeviceDay(day))}
      modifiers={{ marked: marked.map(toDeviceDay) }}
      modifiersClassNames={{ marked: mark }}
      labels={{ labelDayButton }}
      formatters={{ formatCaption, formatWeekdayName: (day) => weekdaysShort[day.getDay()] ?? '' }}
      classNames={classes}
    />
  )
}
