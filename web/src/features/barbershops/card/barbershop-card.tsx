import type { BarbershopCard as Shop } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  formatCount,
  formatDistance,
  formatMoney,
  formatNumber,
  formatRating,
  formatWait,
} from '../../../lib/format.ts'
import { markLoaded } from '../../../lib/images.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'

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
  /** Links to the next slots, 70 px high. */
  nextTimes?: ReactNode
  /** The booking button. */
  book: ReactNode
}

/** The only badge on the image. */
function OpenBadge({ isOpen }: { isOpen: boolean }) {
  return (
    <div className="pointer-events-none absolute bottom-0.5 left-0.5 max-md:*:text-[length:min(0.78125rem,4vw)] md:top-3 md:bottom-auto md:left-3">
      <Badge tone={isOpen ? 'green' : 'neutral'}>{isOpen ? 'Aberto' : 'Fechado'}</Badge>
    </div>
  )
}

/** The link covers the whole card. */
function Title({ id, name }: Pick<Shop, 'id' | 'name'>) {
  return (
    <h3 className="w-full min-w-0 pr-9 text-lg leading-[1.375rem] md:w-auto md:pr-0 md:text-xl md:leading-[1.625rem]">
      <Link
        to={paths.barbershop(id)}
        prefetch="intent"
        className="line-clamp-3 wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-navy"
      >
        {name}
      </Link>
    </h3>
  )
}

/** On a phone beside the image, which leaves the rating a line of its own. */
function Heading({ barbershop }: { barbershop: Shop }) {
  const { id, name, averageRating, reviewCount, street, number, neighborhood, distance_in_km } = barbershop
  const { is_featured, is_verified } = barbershop
  return (
    <div className="flex min-w-0 flex-wrap content-start items-center gap-x-3 text-sm tabular-nums md:grid md:grid-cols-[1fr_auto] md:items-baseline md:gap-y-1">
      <Title id={id} name={name} />
      <div className="md:col-start-2 md:row-start-1">
        <RatingLabel average={averageRating} count={reviewCount} />
      </div>
      <p className="order-last line-clamp-3 w-full wrap-anywhere text-mute md:order-none md:row-start-2 md:w-auto">
        {is_featured && (
          <>
            <Badge tone="brass">Destaque</Badge>{' '}
          </>
        )}
        {is_verified && (
          <>
            <Badge>Verificada</Badge>{' '}
          </>
        )}
        {[street, number, neighborhood].filter(Boolean).join(', ')}
      </p>
      {distance_in_km !== null && (
        <p className="font-semibold whitespace-nowrap text-mute md:col-start-2 md:row-start-2 md:text-right">
          {formatDistance(distance_in_km)}
        </p>
      )}
    </div>
  )
}

/** The prices stand below one another at the edge of the cards. */
function HoursAndPrice({ barbershop: { is_open, openUntil, price_from, queue } }: { barbershop: Shop }) {
  const wait = queue && formatWait(queue.wait)
  return (
    <div className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
      <p className="flex min-w-0 grow basis-[6rem] flex-wrap gap-x-2 text-mute">
        <span>{is_open && openUntil ? `Aberto até: ${openUntil}` : 'Fechado no momento'}</span>
        {queue && is_open && (
          <span className="font-semibold whitespace-nowrap text-green">
            {wait ? `Fila: ${wait}` : 'Atende sem hora'}
          </span>
        )}
      </p>
      <p className="ml-auto whitespace-nowrap">
        A partir de <strong className="font-semibold">{price_from === null ? 'R$ –' : formatMoney(price_from)}</strong>
      </p>
    </div>
  )
}

/** The frame of a card and of its skeleton: an image above the text, on phones a small one beside the heading. */
function frameClass(layout: CardLayout) {
  return clsx(
    'relative grid h-full grid-cols-[--spacing(19)_minmax(0,1fr)] content-start gap-x-3 gap-y-1 overflow-hidden rounded-card border border-line bg-card p-3 pb-2 md:p-0',
    layout === 'list' ? 'md:grid-cols-[15rem_1fr]' : 'md:flex md:flex-col',
  )
}

const imageClass = 'relative min-h-18 overflow-hidden rounded-control md:min-h-32 md:rounded-none'
const bodyClass = 'contents md:flex md:min-w-0 md:flex-1 md:flex-col md:gap-1 md:p-4'

/** Quiet: the next times are what the card offers. */
function Actions({ shop: { id, name }, book, isList }: { shop: Shop; book: ReactNode; isList: boolean }) {
  return (
    <div className={clsx('relative z-1 mt-auto grid two-columns gap-2 pt-1 md:pt-4', isList && 'md:max-w-sm')}>
      {book}
      <ButtonLink to={paths.barbershop(id)} variant="ghost" isWide>
        Detalhes<span className="sr-only"> de {name}</span>
      </ButtonLink>
    </div>
  )
}

const coverClass = 'absolute inset-0 size-full'

/**
 * The heading's link covers the card; buttons are above it in the stacking order, not inside it. At most 300 px high on a phone
 * of 360 px, and more for each further line of its name and address.
 */
export function BookableCard({
  barbershop,
  layout = 'grid',
  isEager,
  action,
  ruler,
  nextTimes,
  book,
}: BookableCardProps) {
  return (
    <article className={clsx(frameClass(layout), 'transition-colors hover:border-edge')}>
      <div className={clsx(imageClass, 'bg-sunken')}>
        <Cover of={barbershop} isEager={isEager} className={coverClass} />
        <OpenBadge isOpen={barbershop.is_open} />
      </div>
      {action && (
        <div
          className={clsx(
            'absolute top-1 right-1 z-1 md:top-2',
            layout === 'list' ? 'md:right-auto md:left-47' : 'md:right-2',
          )}
        >
          {action}
        </div>
      )}
      <div className={bodyClass}>
        <Heading barbershop={barbershop} />
        <div className="col-span-2 flex min-w-0 flex-1 flex-col">
          <HoursAndPrice barbershop={barbershop} />
          {ruler && <div className="mt-1 md:mt-3">{ruler}</div>}
          {nextTimes && <div className="relative z-1 mt-1 md:mt-2">{nextTimes}</div>}
          <Actions shop={barbershop} book={book} isList={layout === 'list'} />
        </div>
      </div>
    </article>
  )
}

/** As high as a card, to avoid a layout shift. */
export function CardSkeleton({ layout }: { layout: CardLayout }) {
  return (
    <div data-placeholder="card" className={frameClass(layout)}>
      <Skeleton className={imageClass} />
      <div className={bodyClass}>
        <div className="min-w-0">
          <Skeleton className="my-0.5 h-5.5 w-3/5" />
          <Skeleton className="mt-2 h-4 w-2/5" />
        </div>
        <div className="col-span-2">
          <Skeleton className="mt-1 h-4 w-4/5" />
          <RulerSkeleton className="mt-1 mb-4.5 h-3.5 md:mt-10" />
          <Skeleton className="mt-1 h-5 w-3/5 md:mt-2" />
          <Skeleton className="mt-1.5 h-11" />
          <div className="grid grid-cols-2 gap-2 pt-1 md:pt-4">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        </div>
      </div>
    </div>
  )
}

type WithImages = { images: readonly string[]; coverImageUrl: string | null }

type CoverProps = {
  of: WithImages
  /** For images above the fold; the others load when they scroll into view. */
  isEager?: boolean
  className?: string
}

/** Decorative, next to the name: the first image, else the cover, else a placeholder. */
export function Cover({ of: { images, coverImageUrl }, isEager = false, className }: CoverProps) {
  const [broken, setBroken] = useState<string>()
  const source = images[0] ?? coverImageUrl
  if (!source || source === broken) {
    return (
      <div
        aria-hidden="true"
        className={clsx('grid place-items-center bg-night text-white/45', className)}
        data-placeholder
      >
        <Icon name="chair" className="size-2/5 max-h-20 max-w-20" />
      </div>
    )
  }
  return (
    <img
      ref={markLoaded}
      src={source}
      alt=""
      width="640"
      height="400"
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(source)}
      className={clsx('plate bg-sunken object-cover', className)}
    />
  )
}
