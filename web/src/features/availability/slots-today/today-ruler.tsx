import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { Link } from 'react-router'
import { formatTime } from '../../../lib/format.ts'
import { RulerSkeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { computeTodaySpan, describeSlotsToday, isClosedToday } from './rules.ts'

type TodayRulerProps = {
  /** Undefined while loading, null when the request failed. */
  slots: BarbershopSlotsToday | null | undefined
  /** Link to the booking page. */
  bookingPath: string | undefined
}

/** Today's slots of a barbershop, as a ruler and in words; the height is reserved while loading. */
export function TodayRuler({ slots, bookingPath }: TodayRulerProps) {
  if (slots === undefined) {
    return (
      <div className="h-20">
        <RulerSkeleton className="h-5" />
      </div>
    )
  }
  if (slots === null) return null
  return (
    <div className="min-h-20">
      {!isClosedToday(slots) && (
        <Ruler {...computeTodaySpan(slots)} free={slots.free} text={describeSlotsToday(slots)} size="day" />
      )}
      <p className="mt-1.5 text-sm tabular-nums">
        {describeSlotsToday(slots, 2)}.{' '}
        {slots.nextFreeAt && bookingPath && (
          <Link to={bookingPath} className="font-semibold text-navy underline underline-offset-4">
            Próximo às {formatTime(slots.nextFreeAt, slots.timeZone)}
          </Link>
        )}
      </p>
    </div>
  )
}
