import type { BarbershopCard as Shop } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatDistance, formatMoney } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Cover } from './cover.tsx'
import { Rating } from './rating.tsx'

export type CardLayout = 'grid' | 'list'

type BarbershopCardProps = {
  barbershop: Shop
  layout?: CardLayout
  isEager?: boolean
  /** The heart. */
  action?: ReactNode
  /** Today's free time. */
  ruler?: ReactNode
  /** 'Agendar'. */
  book: ReactNode
}

function Facts({ barbershop }: { barbershop: Shop }) {
  const { street, neighborhood, distance_in_km, price_from, is_open, openUntil } = barbershop
  return (
    <div className="mt-1 grid grid-cols-1 gap-1 text-sm tabular-nums">
      <div className="flex justify-between gap-3 text-mute">
        <p className="truncate">{[street, neighborhood].filter(Boolean).join(', ')}</p>
        {distance_in_km !== null && <p className="font-semibold whitespace-nowrap">{formatDistance(distance_in_km)}</p>}
      </div>
      <div className="flex flex-wrap justify-between gap-x-3">
        <p>
          A partir de{' '}
          <strong className="font-semibold">{price_from === null ? 'R$ –' : formatMoney(price_from)}</strong>
        </p>
        <p className="text-mute">{is_open && openUntil ? `Aberto até: ${openUntil}` : 'Fechado no momento'}</p>
      </div>
    </div>
  )
}

function Badges({ barbershop: { is_open, is_featured } }: { barbershop: Shop }) {
  return (
    <div className="pointer-events-none absolute top-3 left-3 flex flex-wrap gap-1.5">
      <Badge tone={is_open ? 'green' : 'neutral'}>{is_open ? 'Aberto' : 'Fechado'}</Badge>
      {is_featured && <Badge tone="brass">Destaque</Badge>}
    </div>
  )
}

/** Its link covers the whole card. */
function Title({ id, name }: Pick<Shop, 'id' | 'name'>) {
  return (
    <h3 className="min-w-0 text-xl leading-6.5">
      <Link
        to={paths.barbershop(id)}
        prefetch="intent"
        className="line-clamp-2 outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-navy"
      >
        {name}
      </Link>
    </h3>
  )
}

/** The whole card leads to the shop by the link of its heading; buttons stand above that link, not inside it. */
export function BarbershopCard({ barbershop, layout = 'grid', isEager, action, ruler, book }: BarbershopCardProps) {
  const { id, name, averageRating, reviewCount } = barbershop
  const isList = layout === 'list'
  return (
    <article
      className={classNames(
        'relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card transition-colors hover:border-edge',
        isList && 'md:grid md:grid-cols-[15rem_1fr]',
      )}
    >
      <div className="relative">
        <Cover
          of={barbershop}
          isEager={isEager}
          className={classNames('h-38 w-full', isList && 'md:absolute md:inset-0 md:h-full')}
        />
        <Badges barbershop={barbershop} />
        {action && <div className="absolute top-2 right-2 z-1">{action}</div>}
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-4">
        <div className="flex items-baseline justify-between gap-3">
          <Title id={id} name={name} />
          <Rating average={averageRating} count={reviewCount} />
        </div>
        <Facts barbershop={barbershop} />
        {ruler && <div className="mt-3">{ruler}</div>}
        <div className={classNames('relative z-1 mt-auto grid grid-cols-2 gap-2 pt-4', isList && 'md:max-w-sm')}>
          {book}
          <ButtonLink to={paths.barbershop(id)} variant="outline" isWide>
            Detalhes<span className="sr-only"> de {name}</span>
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
