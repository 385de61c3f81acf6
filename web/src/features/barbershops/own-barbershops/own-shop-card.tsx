import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatAmount, formatCount, formatRating } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Cover } from '../card/cover.tsx'
import { thumbnailOf } from '../images/rules.ts'
import { listGaps } from './rules.ts'
import { cardIdOf } from './use-moved-focus.ts'

type OwnShopCardProps = {
  shop: OwnBarbershop
  /** The dialogs that edit it. */
  edit?: ReactNode
  /** What switches it. */
  actions: ReactNode
}

/** A shop as its owner sees it: how it stands, what it lacks, what can be done. */
export function OwnShopCard({ shop, edit, actions }: OwnShopCardProps) {
  return (
    <article
      id={cardIdOf(shop.id)}
      tabIndex={-1}
      aria-label={shop.name}
      className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-card md:grid-cols-[13rem_1fr]"
    >
      <div className="relative">
        <Cover of={thumbnails(shop)} className="h-36 w-full md:absolute md:inset-0 md:h-full" />
      </div>
      <div className="grid min-w-0 gap-4 p-4 md:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 className="text-xl [overflow-wrap:anywhere]">
              <Link to={paths.barbershop(shop.id)} className="hover:underline">
                {shop.name}
              </Link>
            </h3>
            <p className="text-sm text-mute">
              {[shop.neighborhood, `${shop.city} - ${shop.state}`].filter(Boolean).join(', ')}
            </p>
          </div>
          <Badges shop={shop} />
        </div>
        <Facts shop={shop} />
        {shop.is_active && <Gaps shop={shop} />}
        {edit}
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </article>
  )
}

function thumbnails({ images, coverImageUrl }: OwnBarbershop) {
  return { images: images.slice(0, 1).map(thumbnailOf), coverImageUrl: coverImageUrl && thumbnailOf(coverImageUrl) }
}

function Badges({ shop: { is_active, isBlocked, is_featured } }: { shop: OwnBarbershop }) {
  return (
    <p className="flex flex-wrap gap-1.5">
      {is_active && <Badge tone="green">Ativa</Badge>}
      {!is_active && (
        <Badge tone={isBlocked ? 'red' : 'neutral'}>{isBlocked ? 'Bloqueada pelo plano' : 'Desativada'}</Badge>
      )}
      {is_featured && <Badge tone="brass">Destaque</Badge>}
    </p>
  )
}

function Facts({ shop }: { shop: OwnBarbershop }) {
  const { price_from, services, barberCount, averageRating, reviewCount } = shop
  const active = services.filter(({ isActive }) => isActive).length
  const facts = [
    price_from === null ? 'Sem preço' : `A partir de R$ ${formatAmount(price_from)}`,
    formatCount(active, 'serviço', 'serviços'),
    formatCount(barberCount, 'barbeiro', 'barbeiros'),
    `${formatRating(averageRating)} (${reviewCount})`,
  ]
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

function Gaps({ shop }: { shop: OwnBarbershop }) {
  const gaps = listGaps(shop)
  if (gaps.length === 0) return null
  const list = new Intl.ListFormat('pt-BR').format(gaps)
  return (
    <p className="rounded-control bg-brass-soft px-3.5 py-2.5 text-sm text-brass">
      Falta {list} para receber agendamentos.
    </p>
  )
}
