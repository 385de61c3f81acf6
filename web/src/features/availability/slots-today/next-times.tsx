import type { BarbershopSlotsToday, NextTime } from '@na-regua/contract/availability'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { formatMoney, formatTimeInSentence } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useRenderTime } from '../../../lib/use-now.ts'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { Ruler } from '../../../ui/ruler.tsx'
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
 * starts with the lowest price of any service. Those in a last-minute slot are framed, with both prices above.
 * The height is the same while loading.
 */
export function NextTimes({ slots }: NextTimesProps) {
  const now = useRenderTime()
  if (slots === undefined) return <LoadingTimes />
  const times = slots?.nextTimes ?? []
  const [first] = times
  if (!slots || !first) return null
  const { date: today } = toLocalTime(now, slots.timeZone)
  const prices = sortPrices(times)
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm leading-[1.25rem] tabular-nums">
        <span className="line-clamp-3 min-w-0 grow basis-[6rem] wrap-anywhere font-semibold">
          <span className="sr-only">Próximos horários para </span>
          {first.serviceName}
        </span>
        <Prices prices={prices} />
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
              <span className="sr-only">{` com ${next.barberName}, ${next.serviceName}${describePrice(next, prices[0]?.priceCents)}`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a time costs, and what it costs without a last-minute slot. */
function listPrices({ priceCents, discount }: NextTime) {
  if (discount) return [discount]
  return priceCents === undefined ? [] : [{ priceCents, listPriceCents: priceCents }]
}

/** The lowest price first, of the framed times if there are any: barbers and slots may differ. */
function sortPrices(times: readonly NextTime[]) {
  const framed = times.filter(({ discount }) => discount)
  const prices = (framed.length > 0 ? framed : times).flatMap(listPrices)
  return prices.sort((one, other) => one.priceCents - other.priceCents)
}

function Prices({ prices: [lowest, ...others] }: { prices: ReturnType<typeof sortPrices> }) {
  if (!lowest) return null
  const isCheaper = lowest.priceCents < lowest.listPriceCents
  return (
    <span className="whitespace-nowrap">
      {isCheaper && (
        <s className="text-mute">
          <span className="sr-only">em vez de </span>
          {formatMoney(lowest.listPriceCents)}
        </s>
      )}{' '}
      {others.some(({ priceCents }) => priceCents > lowest.priceCents) && 'a partir de '}
      <strong className={clsx('font-semibold', isCheaper && 'text-brass')}>{formatMoney(lowest.priceCents)}</strong>
    </span>
  )
}

/** ' por R$ 40,00' for a framed time, and for one that does not have the price above. */
function describePrice(next: NextTime, lowestCents: number | undefined) {
  const [price] = listPrices(next)
  return price && (next.discount || price.priceCents !== lowestCents) ? ` por ${formatMoney(price.priceCents)}` : ''
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
