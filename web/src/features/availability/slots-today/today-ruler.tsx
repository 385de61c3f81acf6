import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { useRenderTime } from '../../../lib/use-now.ts'
import { RulerSkeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { NextTimes } from './next-times.tsx'
import { computeDaySpan, describeDaySlots } from './queries.ts'

type TodayRulerProps = {
  /** Undefined while loading, null when the request failed. */
  slots: BarbershopSlotsToday | null | undefined
  /** Whether the next slots can be booked from here. */
  canBook: boolean
}

/**
 * Today's slots of a barbershop, as a ruler and in words, and the next ones as links; the height is reserved while loading. Of a day
 * without opening hours left only the links: whether it is open, and when it will be, stands above.
 */
export function TodayRuler({ slots, canBook }: TodayRulerProps) {
  const now = useRenderTime()
  if (slots === undefined) {
    return (
      <div className="grid grid-cols-1 gap-3">
        <div className="h-20">
          <RulerSkeleton className="h-5" />
        </div>
        <NextTimes slots={undefined} />
      </div>
    )
  }
  if (slots === null) return null
  if (slots.isOver) return canBook && <NextTimes slots={slots} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className={slots.free.length > 0 ? 'min-h-20' : undefined}>
        <Ruler {...computeDaySpan(slots)} free={slots.free} text={describeDaySlots(slots, now)} size="day" />
        <p className="mt-1.5 text-sm tabular-nums">{describeDaySlots(slots, now, 2)}.</p>
      </div>
      {canBook && <NextTimes slots={slots} />}
    </div>
  )
}
