import type { BarbershopSlotsToday, NextTime } from '@na-regua/contract/availability'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { formatMoney, formatTimeInSentence } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useRenderTime } from '../../../lib/use-now.ts'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
import { Discount } from '../discount.tsx'
import {
  computeDaySpan,
  describeDaySlots,
  describeReopening,
  formatSlotDay,
  nextTimePath,
  summarizeDaySlots,
} from './queries.ts'

type NextTimesProps = {
  /** Undefined while loading, null when the request failed. */
  slots: BarbershopSlotsToday | null | undefined
}

/**
 * The next times of a barbershop, each a link that books it as it is shown. Their service and its price are above them, because a card
 * starts with the lowest price of any service. Those in a last-minute slot are framed and have both prices.
 * Without such a slot the height is the same while loading.
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
      <p className="flex flex-wrap justify-between gap-x-3 text-sm leading-[1.25rem] tabular-nums">
        <span className="line-clamp-3 min-w-0 grow basis-[6rem] wrap-anywhere font-semibold">
          <span className="sr-only">Próximos horários para </span>
          {first.serviceName}
        </span>{' '}
        <Price times={times} />
      </p>
      <ul className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(max(3.5rem,22%),1fr))] gap-2">
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
              <span className="text-sm font-semibold tabular-nums">{formatTimeInSentence(next.time)}</span>
              <span className="sr-only">{` com ${next.barberName}, ${next.serviceName}${describePrice(next, times)}`}</span>
              {next.discount && <Discount {...next.discount} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a time costs without a last-minute slot, whose price is on the time itself. Undefined where it is not known. */
const usualPrice = ({ priceCents, discount }: NextTime) => discount?.listPriceCents ?? priceCents

/** Of barbers with different prices the lowest. */
function Price({ times }: { times: readonly NextTime[] }) {
  const prices = times.flatMap((next) => usualPrice(next) ?? [])
  if (prices.length === 0) return null
  const lowest = Math.min(...prices)
  return (
    <span className="whitespace-nowrap">
      {prices.some((price) => price > lowest) && 'a partir de '}
      <strong className="font-semibold">{formatMoney(lowest)}</strong>
    </span>
  )
}

/** ' por R$ 60,00' for a time that costs more than the price above. */
function describePrice(next: NextTime, times: readonly NextTime[]) {
  const price = usualPrice(next)
  const isLowest = times.every((other) => (usualPrice(other) ?? 0) >= (price ?? 0))
  return price === undefined || next.discount || isLowest ? '' : ` por ${formatMoney(price)}`
}

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
 * A barbershop's slots of today, or of the day of the list's filter. The height is the same in every state, to avoid a layout shift.
 * A phone shows the ruler only: the next times below it name the next slot.
 */
export function SlotsTodayRuler({ slots }: SlotsTodayRulerProps) {
  const now = useRenderTime()
  if (slots === null) {
    return <p className={clsx(heightClass, 'flex items-center text-sm text-mute')}>Horários indisponíveis</p>
  }
  if (slots === undefined) {
    return (
      <div className={clsx(heightClass, 'md:pt-[1.675rem]')}>
        <p className="sr-only">Carregando horários</p>
        <RulerSkeleton className="h-3.5" />
      </div>
    )
  }
  if (slots.isOver) {
    return (
      <div className={clsx(heightClass, 'flex items-center gap-x-2 text-sm md:grid md:content-center')}>
        <p className="font-semibold whitespace-nowrap">{describeReopening(slots, now)}</p>
        <p className="truncate text-mute">{describeDaySlots(slots, now)}</p>
      </div>
    )
  }
  return (
    <div className={heightClass}>
      <p
        aria-hidden="true"
        className={clsx('mb-1.5 truncate text-sm max-md:hidden', slots.nextFreeAt ? 'font-semibold' : 'text-mute')}
      >
        {summarizeDaySlots(slots, now)}
      </p>
      <Ruler {...computeDaySpan(slots)} free={slots.free} text={describeDaySlots(slots, now)} />
    </div>
  )
}
