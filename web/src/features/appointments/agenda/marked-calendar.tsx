import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { markedDaysQuery } from './queries.ts'
import type { AgendaSide } from './rules.ts'

type MarkedCalendarProps = {
  side: AgendaSide
  /** Undefined: all barbershops. */
  barbershopId: string | undefined
  /** YYYY-MM-DD */
  date: string | undefined
  /** In the zone of the barbershop, as YYYY-MM-DD; else that of the device. */
  today?: string | undefined
  /** Undefined when the chosen day is tapped again. */
  onSelect: (date: string | undefined) => void
}

function todayOfDevice(): string {
  return toLocalTime(new Date(), deviceTimeZone()).date
}

/** Months with the days that have appointments. */
export function MarkedCalendar({ side, barbershopId, date, today = todayOfDevice(), onSelect }: MarkedCalendarProps) {
  const [month, setMonth] = useState((date ?? today).slice(0, 7))
  const { data } = useQuery(markedDaysQuery(side, { month, barbershopId }))
  return (
    <MonthCalendar
      month={month}
      onMonthChange={setMonth}
      today={today}
      selected={date}
      onSelect={onSelect}
      marked={data?.marked ?? []}
      markLabel="com agendamento"
      off={data?.off}
    />
  )
}
