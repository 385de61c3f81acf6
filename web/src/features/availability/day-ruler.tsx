import type { WorkingHour } from '@na-regua/contract/barbershops'
import { weekdayOf } from '../../lib/format.ts'
import { Ruler } from '../../ui/ruler.tsx'
import { describeRanges, freeRanges, rulerSpan, toMinutes } from './rules.ts'

type DayRulerProps = {
  date: string
  slots: readonly string[]
  durationMin: number
  workingHours: readonly WorkingHour[]
  selected: string | undefined
}

/** The whole day at a glance: red where the barber is free, and over it the time that is being booked. */
export function DayRuler({ date, slots, durationMin, workingHours, selected }: DayRulerProps) {
  const free = freeRanges(slots, durationMin)
  const span = rulerSpan(workingHours, weekdayOf(date), free)
  if (!span) return null
  const share = (minutes: number) => `${(minutes / (span.to - span.from)) * 100}%`
  return (
    <div className="relative pt-1.5">
      <Ruler key={date} from={span.from} to={span.to} free={free} text={describeRanges(free)} size="day" />
      {selected && (
        <span
          aria-hidden="true"
          className="absolute top-0 h-1 animate-rise rounded-full bg-ink"
          style={{ left: share(toMinutes(selected) - span.from), width: share(durationMin) }}
        />
      )}
    </div>
  )
}
