import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { calendarStyle, dayMark, describeDay, fromDeviceDay, toDeviceDay } from '../../ui/month-grid.tsx'
import { type AvailabilityTarget, availabilityQuery } from './queries.ts'
import { classifyDay, describeSlotCount } from './rules.ts'

const statusClasses = {
  full: 'text-mute line-through decoration-line',
  closed: 'text-mute line-through decoration-line',
  free: dayMark,
}

type DayCalendarProps = {
  target: AvailabilityTarget
  today: string
  /** The last bookable day. */
  lastDay: string
  selected: string | undefined
  onSelect: (date: string) => void
}

/**
 * Days before today or after the booking window are disabled; full and closed days are struck through once their month is loaded. With
 * the first days of the next month: at the end of one, most of its days are over.
 */
export function DayCalendar({ target, today, lastDay, selected, onSelect }: DayCalendarProps) {
  const [month, setMonth] = useState(() => toDeviceDay(selected ?? today))
  const first = `${fromDeviceDay(month).slice(0, 7)}-01`
  const { data } = useQuery(availabilityQuery({ target, from: first > today ? first : undefined }))
  const days = data?.days ?? []
  const daysOf = (status: string) =>
    days.filter((day) => classifyDay(day) === status).map(({ date }) => toDeviceDay(date))

  /** The library's label, followed by what is free. */
  function labelDayButton(day: Date, modifiers: Modifiers) {
    const slots = days.find(({ date }) => date === fromDeviceDay(day))
    return describeDay(day, modifiers, slots && describeSlotCount(slots))
  }

  return (
    <DayPicker
      mode="single"
      required
      {...calendarStyle}
      showOutsideDays
      fixedWeeks
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
