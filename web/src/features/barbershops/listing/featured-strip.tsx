import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatDistance } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Cover } from '../card/cover.tsx'
import { Rating } from '../card/rating.tsx'

/** Shops that pay to be seen, labelled as such and apart from the list, whose order stays what the person chose. */
export function FeaturedStrip({ shops }: { shops: readonly BarbershopCard[] }) {
  if (shops.length === 0) return null
  return (
    <section aria-labelledby="featured-title" className="rounded-card bg-brass-soft p-3 md:p-4">
      <h2
        id="featured-title"
        className="mb-2.5 flex items-center gap-1.5 font-sans text-sm font-semibold tracking-normal text-brass"
      >
        <Icon name="medal" className="size-4.5" />
        Em destaque
      </h2>
      <ul className="-mx-3 flex snap-x snap-mandatory scroll-px-3 gap-2.5 overflow-x-auto px-3 md:mx-0 md:grid md:grid-cols-3 md:px-0">
        {shops.map((shop) => (
          <li key={shop.id} className="w-[78%] shrink-0 snap-start sm:w-[45%] md:w-auto">
            <Link
              to={paths.barbershop(shop.id)}
              prefetch="intent"
              className="flex h-full items-center gap-3 rounded-control border border-line bg-card p-2 transition-colors hover:border-edge"
            >
              <Cover of={shop} className="size-15 shrink-0 rounded-small" />
              <span className="min-w-0 flex-1 text-sm">
                <span className="block truncate text-base font-semibold">{shop.name}</span>
                <span className="flex items-center gap-2">
                  <Rating average={shop.averageRating} count={shop.reviewCount} />
                  {shop.distance_in_km !== null && (
                    <span className="truncate text-mute tabular-nums">{formatDistance(shop.distance_in_km)}</span>
                  )}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
