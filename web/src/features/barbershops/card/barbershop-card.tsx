import type { BarbershopCard as Shop } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatCount, formatDistance, formatMoney, formatNumber, formatRating } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { Cover } from './cover.tsx'

type RatingLabelProps = { average: number | null; count: number }

/** '★ 4,9 (212)', with a full text for screen readers. Phrasing content: it is also used within links. */
export function RatingLabel({ average, count }: RatingLabelProps) {
  const screenReaderText =
    average === null
      ? 'Sem avaliações'
      : `Nota ${formatRating(average)} de 5, ${formatCount(count, 'avaliação', 'avaliações')}`
  return (
    <span className="flex items-center gap-1 font-semibold whitespace-nowrap tabular-nums">
      <span className="sr-only">{screenReaderText}</span>
      <Icon name="star" isFilled className="size-4 text-brass" />
      <span aria-hidden="true">
        {formatRating(average)} <span className="font-normal text-mute">({formatNumber(count)})</span>
      </span>
    </span>
  )
}

export type CardLayout = 'grid' | 'list'

type BookableCardProps = {
  barbershop: Shop
  layout?: CardLayout
  isEager?: boolean
  /** The favorite button. */
  action?: ReactNode
  /** Today's slots. */
  ruler?: ReactNode
  /** The booking button. */
  book: ReactNode
}

function Details({ barbershop }: { barbershop: Shop }) {
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

/** The link covers the whole card. */
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

/** The heading's link covers the card; buttons are above it in the stacking order, not inside it. */
export function BookableCard({ barbershop, layout = 'grid', isEager, action, ruler, book }: BookableCardProps) {
  const { id, name, averageRating, reviewCount } = barbershop
  const isList = layout === 'list'
  return (
    <article
      className={clsx(
        'relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-card transition-colors hover:border-edge',
        !isEager && 'below-fold',
        isList && 'md:grid md:grid-cols-[15rem_1fr]',
      )}
    >
      <div className="relative">
        <Cover
          of={barbershop}
          isEager={isEager}
          className={clsx('h-38 w-full', isList && 'md:absolute md:inset-0 md:h-full')}
        />
        <Badges barbershop={barbershop} />
        {action && <div className="absolute top-2 right-2 z-1">{action}</div>}
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-4">
        <div className="flex items-baseline justify-between gap-3">
          <Title id={id} name={name} />
          <RatingLabel average={averageRating} count={reviewCount} />
        </div>
        <Details barbershop={barbershop} />
        {ruler && <div className="mt-3">{ruler}</div>}
        <div className={clsx('relative z-1 mt-auto grid grid-cols-2 gap-2 pt-4', isList && 'md:max-w-sm')}>
          {book}
          <ButtonLink to={paths.barbershop(id)} variant="outline" isWide>
            Detalhes<span className="sr-only"> de {name}</span>
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}

/** As high as a card, to avoid a layout shift. */
export function CardSkeleton({ layout }: { layout: CardLayout }) {
  const isList = layout === 'list'
  return (
    <div
      className={clsx(
        'overflow-hidden rounded-card border border-line bg-card',
        isList && 'md:grid md:grid-cols-[15rem_1fr]',
      )}
    >
      <Skeleton className={clsx('h-38 rounded-none', isList && 'md:h-full')} />
      <div className="p-4">
        <Skeleton className="my-0.5 h-5.5 w-3/5" />
        <Skeleton className="mt-2 h-4 w-2/5" />
        <Skeleton className="mt-2 h-4 w-4/5" />
        <div className="mt-3.5 h-14 pt-7">
          <RulerSkeleton className="h-3.5" />
        </div>
        <div className="grid grid-cols-2 gap-2 pt-4">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      </div>
    </div>
  )
}
