import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatDistance } from '../../../lib/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Cover } from '../card/cover.tsx'
import { Rating } from '../card/rating.tsx'

function Tile({ shop }: { shop: BarbershopCard }) {
  const { id, name, averageRating, reviewCount, distance_in_km } = shop
  return (
    <Link
      to={paths.barbershop(id)}
      prefetch="intent"
      className="flex h-full items-center gap-2.5 rounded-control bg-card p-1.5 pr-3 transition-shadow hover:inset-ring hover:inset-ring-edge"
    >
      <Cover of={shop} className="size-13 shrink-0 rounded-small" />
      <span className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-semibold">{name}</span>
        <span className="flex items-center gap-2">
          <Rating average={averageRating} count={reviewCount} />
          {distance_in_km !== null && (
            <span className="truncate text-mute tabular-nums">{formatDistance(distance_in_km)}</span>
          )}
        </span>
      </span>
    </Link>
  )
}

type FeaturedStripProps = {
  shops: readonly BarbershopCard[]
  /** What is shown belongs to the last search. */
  isOld: boolean
}

/** Shops that pay to be seen, labelled as such and apart from the list, whose order stays what the person chose. */
export function FeaturedStrip({ shops, isOld }: FeaturedStripProps) {
  if (shops.length === 0) return null
  return (
    <section
      aria-labelledby="featured-title"
      inert={isOld}
      className={classNames(
        'rounded-card bg-brass-soft p-3 transition-opacity lg:flex lg:items-center lg:gap-3 transition-opacity',
        isOld && 'opacity-50',
      )}
    >
      <h2
        id="featured-title"
        className="mb-2 flex items-center gap-1.5 px-1 font-sans text-sm leading-tight font-semibold tracking-normal text-brass lg:mb-0 lg:w-22 lg:shrink-0"
      >
        <Icon name="medal" className="size-4.5" />
        Em destaque
      </h2>
      <ul className="relative -mx-3 flex min-w-0 flex-1 snap-x snap-mandatory scroll-px-3 gap-2 overflow-x-auto px-3 md:mx-0 md:grid md:auto-cols-fr md:grid-flow-col md:overflow-visible md:px-0">
        {shops.map((shop) => (
          <li key={shop.id} className="w-[78%] min-w-0 shrink-0 snap-start sm:w-[45%] md:w-auto">
            <Tile shop={shop} />
          </li>
        ))}
      </ul>
    </section>
  )
}
