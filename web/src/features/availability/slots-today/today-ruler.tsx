import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { Link } from 'react-router'
import { formatSpokenTime, formatTime } from '../../../lib/format.ts'
import { RulerSkeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { computeTodaySpan, describeReopening, describeSlotsToday } from './rules.ts'

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
  const next = slots.isOver
    ? describeReopening(slots)
    : slots.nextFreeAt && `Próximo às ${formatSpokenTime(formatTime(slots.nextFreeAt, slots.timeZone))}`
  return (
    <div className={slots.isOver ? undefined : 'min-h-20'}>
      {!slots.isOver && (
        <Ruler {...computeTodaySpan(slots)} free={slots.free} text={describeSlotsToday(slots)} size="day" />
      )}
      <p className="mt-1.5 text-sm tabular-nums">
        {describeSlotsToday(slots, 2)}.{' '}
        {next && bookingPath && (
          <Link to={bookingPath} className="font-semibold text-navy underline underline-offset-4">
            {next}
          </Link>
        )}
        {next && !bookingPath && <strong className="font-semibold">{next}</strong>}
      </p>
    </div>
  )
}
