import type { NearbyLastMinute } from '@na-regua/contract/last-minute'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDistance } from '../../lib/format.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { toLocalTime } from '../../lib/local-time.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { describeStart, formatPrices, nearbyLastMinuteQuery } from './queries.ts'

/** The times near the position that cost less today. Nothing where there are none. */
export function LastMinuteRow({ position }: { position: Coordinates }) {
  const { data: slots = [] } = useQuery(nearbyLastMinuteQuery(position))
  const now = useNow()
  if (slots.length === 0) return null
  return (
    <section aria-labelledby="last-minute-title" className="mt-6 animate-rise">
      <h2 id="last-minute-title" className="text-lg leading-[1.75rem] md:text-2xl">
        Horários relâmpago
      </h2>
      <ul className="-mx-5 mt-2 flex [scrollbar-width:none] gap-2.5 scroll-px-5 overflow-x-auto px-5 pb-1 md:mx-0 md:px-0">
        {slots.map((slot) => (
          <li key={slot.id} className="w-64 shrink-0">
            <SlotCard slot={slot} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function SlotCard({ slot, now }: { slot: NearbyLastMinute; now: Date }) {
  const { barbershopId, barbershop, barber, percent, prices, distanceKm, startsAt, timeZone } = slot
  const [first] = prices
  if (!first) return null
  const { price, listPrice } = formatPrices(first)
  const { date, time } = toLocalTime(new Date(startsAt), timeZone)
  const start = describeStart(slot, now)
  return (
    <Link
      to={paths.booking({ barbershopId, barberId: barber.id, serviceId: first.serviceId, date, time })}
      className="grid h-full grid-cols-1 gap-0.5 rounded-card border border-line bg-card p-3 transition-colors hover:border-edge"
    >
      <span className="flex items-center justify-between gap-2">
        <span className="line-clamp-3 wrap-anywhere font-semibold">{barbershop.name}</span>
        <span className="shrink-0 rounded-full bg-brass-soft px-2 py-0.5 text-sm font-semibold text-brass tabular-nums">
          −{percent}%
        </span>
      </span>
      <span className="line-clamp-4 wrap-anywhere text-sm text-mute">
        {barbershop.neighborhood} · {formatDistance(distanceKm)}
      </span>
      <span className="mt-1 font-semibold text-red tabular-nums first-letter:uppercase">{start}</span>
      <span className="flex items-baseline justify-between gap-2 text-sm">
        <span className="line-clamp-3 wrap-anywhere">{first.name}</span>
        <span className="shrink-0 tabular-nums">
          <s className="mr-1.5 text-mute">
            <span className="sr-only">em vez de </span>
            {listPrice}
          </s>
          <span className="font-semibold">{price}</span>
        </span>
      </span>
    </Link>
  )
}
