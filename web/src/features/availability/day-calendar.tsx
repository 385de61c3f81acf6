import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { calendarStyle, dayMark, describeDay, fromDeviceDay, toDeviceDay } from '../../ui/month-grid.tsx'
import { type AvailabilityTarget, availabilityQuery } from './queries.ts'
import { classifyDay } from './rules.ts'

const statusClasses = {
  full: 'text-mute line-through decoration-line',
  closed: 'text-mute line-through decoration-line',
  free: dayMark,
}
const statusWords = { full: 'cheio', closed: 'fechado', free: 'com horários livres' }

/** The library's label, followed by the day's status. */
function labelDayButton(day: Date, modifiers: Modifiers) {
  const status = (['full', 'closed', 'free'] as const).find((name) => modifiers[name])
  return describeDay(day, modifiers, status && statusWords[status])
}

type DayCalendarProps = {
  target: AvailabilityTarget
  today: string
  /** The last bookable day. */
  lastDay: string
  selected: string | undefined
  onSelect: (date: string) => void
}

/** Days before today or after the booking window are disabled; full and closed days are struck through once their month is loaded. */
export function DayCalendar({ target, today, lastDay, selected, onSelect }: DayCalendarProps) {
  const [month, setMonth] = useState(() => toDeviceDay(selected ?? today))
  const first = `${fromDeviceDay(month).slice(0, 7)}-01`
  const { data } = useQuery(availabilityQuery({ target, from: first > today ? first : undefined }))
  const daysOf = (status: string) =>
    (data?.days ?? []).filter((day) => classifyDay(day) === status).map(({ date }) => toDeviceDay(date))

  return (
    <DayPicker
      mode="single"
      required
      {...calendarStyle}
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
    />
  )
}
