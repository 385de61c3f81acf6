import type { BarbershopSlotsToday, NextTime } from '@na-regua/contract/availability'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { formatMoney, formatSpokenTime } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useRenderTime } from '../../../lib/use-now.ts'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import {
  computeTodaySpan,
  describeReopening,
  describeSlotsToday,
  formatSlotDay,
  nextTimePath,
  summarizeSlotsToday,
} from './queries.ts'

type NextTimesProps = {
  /** Undefined while loading, null when the request failed. */
  slots: BarbershopSlotsToday | null | undefined
}

/**
 * The next times of a barbershop, each a link that books it as it is shown, those in a last-minute slot framed, with both prices above.
 * The height is the same while loading.
 */
export function NextTimes({ slots }: NextTimesProps) {
  const now = useRenderTime()
  if (slots === undefined) return <LoadingTimes />
  const times = slots?.nextTimes ?? []
  const [first] = times
  if (!slots || !first) return null
  const { date: today } = toLocalTime(now, slots.timeZone)
  return (
    <div>
      <p className="truncate text-sm leading-5 text-mute">
        <Prices times={times} /> <span className="text-ink">{`para ${first.serviceName}`}</span>
      </p>
      <ul className="mt-1.5 grid grid-cols-4 gap-2">
        {times.map((next) => (
          <li key={next.startTime}>
            <Link
              to={nextTimePath(slots.id, next)}
              prefetch="intent"
              className={clsx(
                'grid min-h-11 content-center justify-items-center rounded-control bg-card leading-tight transition-colors hover:border-edge active:translate-y-px active:border-ink active:bg-sunken',
                next.discount ? 'border-2 border-brass' : 'border border-line',
              )}
            >
              <span className="text-xs text-mute">{formatSlotDay(next.date, today)}</span>{' '}
              <span className="text-sm font-semibold tabular-nums">{formatSpokenTime(next.time)}</span>
              <span className="sr-only">{` com ${next.barberName}, ${next.serviceName}${describeDiscount(next)}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Of the framed times the lowest price: barbers and slots may differ. */
function Prices({ times }: { times: readonly NextTime[] }) {
  const prices = times.flatMap(({ discount = [] }) => discount)
  const [lowest, ...others] = prices.sort((one, other) => one.priceCents - other.priceCents)
  if (!lowest) return 'Próximos horários'
  return (
    <>
      <s>
        <span className="sr-only">em vez de </span>
        {formatMoney(lowest.listPriceCents)}
      </s>{' '}
      {others.some(({ priceCents }) => priceCents > lowest.priceCents) && 'a partir de '}
      <strong className="text-brass">{formatMoney(lowest.priceCents)}</strong>
    </>
  )
}

const describeDiscount = ({ discount }: NextTime) => (discount ? ` por ${formatMoney(discount.priceCents)}` : '')

function LoadingTimes() {
  return (
    <div>
      <p className="sr-only">Carregando próximos horários</p>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="mt-1.5 h-11" />
    </div>
  )
}

/** Undefined while loading, null when the request failed. */
type SlotsTodayRulerProps = { slots: BarbershopSlotsToday | null | undefined }

const heightClass = 'h-8 md:h-14'

/**
 * Today's slots of a barbershop. The height is the same in every state, to avoid a layout shift. A phone shows the ruler only: the
 * next times below it name the next slot.
 */
export function SlotsTodayRuler({ slots }: SlotsTodayRulerProps) {
  const now = useRenderTime()
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
        <p className="font-semibold whitespace-nowrap">{describeReopening(slots, now)}</p>
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
