import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { fromDeviceDay, toDeviceDay } from '../../lib/device-day.ts'
import { calendarLook, dayMark, describeDay } from '../../ui/calendar-look.ts'
import { availabilityQuery, type Target } from './queries.ts'
import { statusOf } from './rules.ts'

const statusClasses = {
  full: 'text-mute line-through decoration-line',
  closed: 'text-mute line-through decoration-line',
  free: dayMark,
}
const statusWords = { full: 'cheio', closed: 'fechado', free: 'com horários livres' }

/** The words of the library, and how the day stands. */
function labelDayButton(day: Date, modifiers: Modifiers) {
  const status = (['full', 'closed', 'free'] as const).find((name) => modifiers[name])
  return describeDay(day, modifiers, status && statusWords[status])
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
      {...calendarLook}
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
