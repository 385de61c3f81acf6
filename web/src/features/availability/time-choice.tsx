import type { Barbershop } from '@na-regua/contract/barbershops'
import { addDays } from '../../lib/local-time.ts'
import { Calendar, CalendarDialog } from './calendar-dialog.tsx'
import { DayStrip } from './day-strip.tsx'
import { DayTimes } from './day-times.tsx'
import type { Target } from './queries.ts'
import { describeTerms } from './rules.ts'
import type { useAvailability } from './use-availability.ts'

/** The days beside each other; the calendar has the others. */
const STRIP_DAYS = 15

type Shop = Pick<Barbershop, 'workingHours' | 'minimumNoticeMin' | 'bookingWindowDays'>

/** What the parts of the choice have in common: where it stands, and what a press does. */
export type DayAndTime = {
  shop: Shop
  target: Target
  times: ReturnType<typeof useAvailability>
  onChange: (change: { date?: string; time?: string }) => void
}

/** Until when the shop's book is open, as its own today counts. */
function lastDayOf({ bookingWindowDays }: Shop, today: string) {
  return addDays(today, bookingWindowDays)
}

type CalendarProps = DayAndTime & { as: typeof Calendar | typeof CalendarDialog }

function TargetCalendar({ shop, target, times: { today, day }, onChange, as: Shape }: CalendarProps) {
  if (!today) return null
  return (
    <Shape
      target={target}
      today={today}
      lastDay={lastDayOf(shop, today)}
      selected={day?.date}
      onSelect={(date) => onChange({ date })}
    />
  )
}

/** Beside the choices, where there is room for it. */
export function OpenCalendar(props: DayAndTime) {
  return <TargetCalendar {...props} as={Calendar} />
}

/** The next days; where no calendar stands beside them, the way to the later ones is behind the last. */
export function NextDays({ hasCalendar, ...props }: DayAndTime & { hasCalendar: boolean }) {
  const { shop, times, onChange } = props
  const { today } = times
  if (times.isError) return null
  const last = today && lastDayOf(shop, today)
  return (
    <DayStrip
      days={times.days.slice(0, STRIP_DAYS).filter(({ date }) => !last || date <= last)}
      today={today}
      selected={times.day?.date}
      onSelect={(date) => onChange({ date })}
      after={!hasCalendar && <TargetCalendar {...props} as={CalendarDialog} />}
    />
  )
}

type TimesProps = DayAndTime & {
  durationMin: number
  selected: string | undefined
  /** Day and hour that the appointment being moved has now. */
  current?: { date: string; time: string }
  /** Whose clock the times are of, when the visitor's shows others. */
  zone: string | undefined
}

export function TimesOfDay({ shop, times, onChange, zone, current, durationMin, selected }: TimesProps) {
  const { day, today } = times
  return (
    <DayTimes
      day={day}
      wished={times.wished}
      note={zone && `Todos em ${zone}.`}
      durationMin={durationMin}
      workingHours={shop.workingHours}
      selected={selected}
      current={current && current.date === day?.date ? current.time : undefined}
      onSelect={(time) => onChange({ date: day?.date, time })}
      terms={today ? describeTerms({ ...shop, lastDay: lastDayOf(shop, today) }) : ''}
      isError={times.isError}
      onRetry={() => void times.refetch()}
    />
  )
}
