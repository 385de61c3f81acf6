import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { clsx } from 'clsx'
import { RulerSkeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { computeTodaySpan, describeReopening, describeSlotsToday, summarizeSlotsToday } from './rules.ts'

/** Undefined while loading, null when the request failed. */
type SlotsTodayRulerProps = { slots: BarbershopSlotsToday | null | undefined }

/** Today's slots of a barbershop. The height is the same in every state, to avoid a layout shift. */
export function SlotsTodayRuler({ slots }: SlotsTodayRulerProps) {
  if (slots === null) return <p className="flex h-14 items-center text-sm text-mute">Horários de hoje indisponíveis</p>
  if (slots === undefined) {
    return (
      <div className="h-14">
        <p className="sr-only">Carregando horários de hoje</p>
        <div className="mb-1.5 h-[1.3rem]" />
        <RulerSkeleton className="h-3.5" />
      </div>
    )
  }
  if (slots.isOver) {
    return (
      <div className="grid h-14 content-center text-sm">
        <p className="font-semibold">{describeReopening(slots)}</p>
        <p className="text-mute">{describeSlotsToday(slots)}</p>
      </div>
    )
  }
  return (
    <div className="h-14">
      <p
        aria-hidden="true"
        className={clsx('mb-1.5 truncate text-sm', slots.nextFreeAt ? 'font-semibold' : 'text-mute')}
      >
        {summarizeSlotsToday(slots)}
      </p>
      <Ruler {...computeTodaySpan(slots)} free={slots.free} text={describeSlotsToday(slots)} />
    </div>
  )
}
