import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { ptBR } from 'react-day-picker/locale/pt-BR'
import { fromDeviceDay, toDeviceDay } from '../../lib/device-day.ts'
import { weekdayOf, weekdaysShort } from '../../lib/format.ts'
import { availabilityQuery, type Target } from './queries.ts'
import { statusOf } from './rules.ts'

const caption = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'Novembro de 2026'. */
function formatCaption(month: Date) {
  const text = caption.format(new Date(fromDeviceDay(month)))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const cell = 'size-11 rounded-control text-center'
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
  day_button: `${cell} w-full font-medium tabular-nums hover:bg-sunken disabled:hover:bg-transparent`,
  disabled: 'text-mute opacity-45',
  today: 'font-bold',
  selected: '[&>button]:bg-ink [&>button]:text-paper [&>button]:hover:bg-ink',
}

const statusClasses = {
  full: 'text-mute line-through decoration-line',
  closed: 'text-mute line-through decoration-line',
  free: 'relative after:pointer-events-none after:absolute after:bottom-1.5 after:left-1/2 after:h-1 after:w-3 after:-translate-x-1/2 after:rounded-full after:bg-red',
}
const statusWords = { full: ', cheio', closed: ', fechado', free: ', com horários livres' }

/** The words of the library, and how the day stands. */
function labelDayButton(day: Date, modifiers: Modifiers) {
  const words = ptBR.labels?.labelDayButton as (...given: unknown[]) => string
  const status = (['full', 'closed', 'free'] as const).find((name) => modifiers[name])
  return words(day, modifiers, { locale: ptBR }) + (status ? statusWords[status] : '')
}

type DayCalendarProps = {
  target: Target
  today: string
  /** Until when the shop's book is open. */
  lastDay: string
  selected: string | undefined
  onSelect: (date: string) => void
}

/** Any later day. Past days and those that cannot be booked yet are off; full and closed ones are struck through as soon as their month is known. */
export function DayCalendar({ target, today, lastDay, selected, onSelect }: DayCalendarProps) {
  const [month, setMonth] = useState(() => toDeviceDay(selected ?? today))
  const first = `${fromDeviceDay(month).slice(0, 7)}-01`
  const { data } = useQuery(availabilityQuery({ target, from: first > today ? first : undefined }))
  const daysOf = (status: string) =>
    (data?.days ?? []).filter((day) => statusOf(day) === status).map(({ date }) => toDeviceDay(date))

  return (
    <DayPicker
      mode="single"
      required
      locale={ptBR}
      month={month}
      onMonthChange={setMonth}
      startMonth={toDeviceDay(today)}
      endMonth={toDeviceDay(lastDay)}
      today={toDeviceDay(today)}
      selected={selected ? toDeviceDay(selected) : undefined}
      onSelect={(day: Date) => onSelect(fromDeviceDay(day))}
      disabled={[{ before: toDeviceDay(today) }, { after: toDeviceDay(lastDay) }]}
      modifiers={{ full: daysOf('full'), closed: daysOf('closed'), free: daysOf('free') }}
      modifiersClassNames={statusClasses}
      labels={{ labelDayButton }}
      formatters={{ formatCaption, formatWeekdayName: (day) => weekdaysShort[weekdayOf(fromDeviceDay(day))] ?? '' }}
      classNames={classes}
    />
  )
}
