import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { Link } from 'react-router'
import { formatTime } from '../../../lib/format.ts'
import { Ruler } from '../../../ui/ruler.tsx'
import { RulerSkeleton } from '../../../ui/skeleton.tsx'
import { describeFreeTimes, isClosed, rulerSpanOf } from './rules.ts'

type TodayRulerProps = {
  /** Undefined: on its way. Null: nobody knows. */
  times: BarbershopSlotsToday | null | undefined
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
  if (times === null) return null
  return (
    <div className="min-h-20">
      {!isClosed(times) && (
        <Ruler {...rulerSpanOf(times)} free={times.free} text={describeFreeTimes(times)} size="day" />
      )}
      <p className="mt-1.5 text-sm tabular-nums">
        {describeFreeTimes(times, 2)}.{' '}
        {times.nextFreeAt && bookingPath && (
          <Link to={bookingPath} className="font-semibold text-navy underline underline-offset-4">
            Próximo às {formatTime(times.nextFreeAt, times.timeZone)}
          </Link>
        )}
      </p>
    </div>
  )
}
