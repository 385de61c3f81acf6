import type { FreeTimes } from '@na-regua/contract/availability'
import { Link } from 'react-router'
import { formatTime } from '../../../lib/format.ts'
import { Ruler } from '../../../ui/ruler.tsx'
import { RulerSkeleton } from '../../../ui/skeleton.tsx'
import { describeToday } from './rules.ts'

type TodayRulerProps = {
  /** Undefined while unknown, null when the shop has nobody to serve. */
  times: FreeTimes | null | undefined
  /** Where one books what is free. */
  bookingPath: string | undefined
}

/** Today's free time of a shop, drawn and in words; while it is unknown its place is kept. */
export function TodayRuler({ times, bookingPath }: TodayRulerProps) {
  if (times === undefined) {
    return (
      <div className="h-20">
        <RulerSkeleton className="h-5" />
      </div>
    )
  }
  const text = describeToday(times)
  if (!times || !text) return null
  return (
    <div className="min-h-20">
      {times.opens !== null && times.closes !== null && (
        <Ruler from={times.opens} to={times.closes} free={times.free} text={text} size="day" />
      )}
      <p className="mt-1.5 text-sm tabular-nums">
        {text}.{' '}
        {times.nextFreeAt && bookingPath && (
          <Link to={bookingPath} className="font-semibold text-navy underline underline-offset-4">
            Próximo às {formatTime(times.nextFreeAt, times.timeZone)}
          </Link>
        )}
      </p>
    </div>
  )
}
