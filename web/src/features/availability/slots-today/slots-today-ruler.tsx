import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { clsx } from 'clsx'
import { RulerSkeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { computeTodaySpan, describeReopening, describeSlotsToday, summarizeSlotsToday } from './rules.ts'

/** Undefined while loading, null when the request failed. */
type SlotsTodayRulerProps = { slots: BarbershopSlotsToday | null | undefined }

const heightClass = 'h-8 md:h-14'

/**
 * Today's slots of a barbershop. The height is the same in every state, to avoid a layout shift. A phone shows the ruler only: the
 * next times below it name the next slot.
 */
export function SlotsTodayRuler({ slots }: SlotsTodayRulerProps) {
  if (slots === null) {
    return <p className={clsx(heightClass, 'flex items-center text-sm text-mute')}>Horários de hoje indisponíveis</p>
  }
  if (slots === undefined) {
    return (
      <div className={clsx(heightClass, 'md:pt-[1.675rem]')}>
        <p className="sr-only">Carregando horários de hoje</p>
        <RulerSkeleton className="h-3.5" />
      </div>
    )
  }
  if (slots.isOver) {
    return (
      <div className={clsx(heightClass, 'flex items-center gap-x-2 text-sm md:grid md:content-center')}>
        <p className="font-semibold whitespace-nowrap">{describeReopening(slots)}</p>
        <p className="truncate text-mute">{describeSlotsToday(slots)}</p>
      </div>
    )
  }
  return (
    <div className={heightClass}>
      <p
        aria-hidden="true"
        className={clsx('mb-1.5 truncate text-sm max-md:hidden', slots.nextFreeAt ? 'font-semibold' : 'text-mute')}
      >
        {summarizeSlotsToday(slots)}
      </p>
      <Ruler {...computeTodaySpan(slots)} free={slots.free} text={describeSlotsToday(slots)} />
    </div>
  )
}
