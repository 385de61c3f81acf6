import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import { classNames } from '../../../ui/class-names.ts'
import { Ruler } from '../../../ui/ruler.tsx'
import { RulerSkeleton } from '../../../ui/skeleton.tsx'
import { describeFreeTimes, rulerSpanOf, summarizeFreeTimes } from './rules.ts'

/** Undefined: on its way. Null: nobody knows. */
type FreeTimeRulerProps = { times: BarbershopSlotsToday | null | undefined }

/** Today's free time of a shop. Its height is the same in every state, so nothing moves when it arrives. */
export function FreeTimeRuler({ times }: FreeTimeRulerProps) {
  if (times === null) return <p className="flex h-14 items-center text-sm text-mute">Horários de hoje indisponíveis</p>
  if (times === undefined) {
    return (
      <div className="h-14">
        <p className="sr-only">Carregando horários de hoje</p>
        <div className="mb-1.5 h-[1.3rem]" />
        <RulerSkeleton className="h-3.5" />
      </div>
    )
  }
  return (
    <div className="h-14">
      <p
        aria-hidden="true"
        className={classNames('mb-1.5 truncate text-sm', times.nextFreeAt ? 'font-semibold' : 'text-mute')}
      >
        {summarizeFreeTimes(times)}
      </p>
      <Ruler {...rulerSpanOf(times)} free={times.free} text={describeFreeTimes(times)} />
    </div>
  )
}
