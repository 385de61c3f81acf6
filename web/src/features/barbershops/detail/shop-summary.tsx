import type { Barbershop } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import { formatCount, formatMoney, formatRating } from '../../../lib/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { describeNextOpening } from '../opening-hours/rules.ts'
import { ContactLinks } from './contact-links.tsx'
import { lowestPrice } from './rules.ts'
import { ShopAddress } from './shop-address.tsx'

export type Wall = { weekday: number; minute: number }

function Rating({ shop }: { shop: Barbershop }) {
  if (shop.reviewCount === 0) return <p className="text-mute">Ainda sem avaliações</p>
  return (
    <p className="flex items-center gap-1.5">
      <Icon name="star" isFilled className="size-4.5 text-brass" />
      <strong className="font-semibold tabular-nums">{formatRating(shop.averageRating)}</strong>
      <span className="text-mute">({formatCount(shop.reviewCount, 'avaliação', 'avaliações')})</span>
    </p>
  )
}

function Openness({ shop, wall }: { shop: Barbershop; wall: Wall }) {
  if (shop.is_open) {
    const text = shop.openUntil ? `Aberto até ${shop.openUntil}` : 'Aberto'
    return <p className="font-semibold text-green tabular-nums">{text}</p>
  }
  const next = describeNextOpening(shop.workingHours, wall)
  return (
    <p className="tabular-nums">
      <span className="font-semibold">Fechado</span>
      {next && <span className="text-mute"> · {next}</span>}
    </p>
  )
}

type ShopSummaryProps = {
  shop: Barbershop
  /** What the clock on the shop's wall shows. */
  wall: Wall
  /** Today's free time. */
  ruler: ReactNode
  /** The one action of the page; on a phone it stands in a bar within the thumb's reach, with the price. */
  action: ReactNode
  isBookable: boolean
  /** From where the visitor is, when that is known. */
  distanceKm: number | null | undefined
}

export function ShopSummary({ shop, wall, ruler, action, isBookable, distanceKm }: ShopSummaryProps) {
  const lowest = lowestPrice(shop)
  return (
    <div className="grid min-w-0 gap-4">
      <header>
        <h1 className="text-2xl [overflow-wrap:anywhere]">{shop.name}</h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <Rating shop={shop} />
          <Openness shop={shop} wall={wall} />
        </div>
      </header>
      {ruler}
      <p className={classNames('items-baseline justify-between gap-3', isBookable ? 'hidden lg:flex' : 'flex')}>
        <span className="text-mute">A partir de</span>
        <strong className="text-xl font-semibold tabular-nums">
          {lowest === undefined ? 'N/A' : formatMoney(lowest)}
        </strong>
      </p>
      {action}
      <ContactLinks shop={shop} />
      <ShopAddress shop={shop} distanceKm={distanceKm} />
    </div>
  )
}
