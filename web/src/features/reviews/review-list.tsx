import type { Review } from '@na-regua/contract/reviews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { useLinkedElement } from '../../lib/use-url-hash.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { restoreFocusIn } from '../../ui/pagination.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { enlargePage, pageSizes, type ReviewFilter, reviewPageQuery, reviewsQuery } from './queries.ts'
import { ReplyForm, type ReviewedBarber, ReviewFilters } from './review-parts.tsx'
import { ReviewPhotos } from './review-photos.tsx'

type ReviewItemProps = Pick<ReviewListProps, 'timeZone' | 'barbershopName'> & { review: Review; replyForm: ReactNode }

/** What the barbershop replied; nothing without a reply. */
export function Reply({ review, timeZone, barbershopName }: Omit<ReviewItemProps, 'replyForm'>) {
  if (!review.reply || !review.repliedAt) return null
  return (
    <div className="mt-3 border-l-2 border-red pl-4">
      <p className="text-sm font-semibold">
        Resposta de {barbershopName}{' '}
        <time dateTime={review.repliedAt} className="font-normal text-mute tabular-nums">
          {formatDate(review.repliedAt, timeZone)}
        </time>
      </p>
      <p className="wrap-anywhere mt-1 whitespace-pre-line">{review.reply}</p>
    </div>
  )
}

function ReviewItem({ review, timeZone, barbershopName, replyForm }: ReviewItemProps) {
  return (
    <li className="py-4 first:pt-0">
      <article
        id={HASH + review.id}
        tabIndex={-1}
        className="-mx-3 rounded-control px-3 py-1 outline-none target:bg-brass-soft focus:bg-brass-soft"
      >
        <header className="flex items-center gap-3">
          <Avatar name={review.user.name} src={review.user.avatarUrl} />
          <div className="min-w-0 flex-1">
            <h3 className="line-clamp-3 wrap-anywhere font-sans text-base font-semibold tracking-normal">
              {review.user.name}
            </h3>
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
              <RatingStars rating={review.rating} />
              <time dateTime={review.createdAt} className="tabular-nums">
                {formatDate(review.createdAt, timeZone)}
              </time>
            </p>
          </div>
        </header>
        <p className="mt-2 text-sm wrap-anywhere text-mute">
          {review.service.name}
          {review.barber && ` com ${review.barber.name}`}
        </p>
        {review.comment && <p className="wrap-anywhere mt-1 whitespace-pre-line">{review.comment}</p>}
        <ReviewPhotos review={review} />
        <Reply review={review} timeZone={timeZone} barbershopName={barbershopName} />
        {replyForm}
      </article>
    </li>
  )
}

function ReviewFailure({ onRetry }: { onRetry: () => void }) {
  const action = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar avaliações. Tente novamente mais tarde." action={action} />
}

type ReviewListProps = {
  barbershopId: string
  barbershopName: string
  timeZone: string
  /** Those whose reviews can be shown alone. */
  barbers: readonly ReviewedBarber[]
  /** For the owner of the barbershop: reviews without a reply get a form. */
  canReply?: boolean
}

/** Reviews with their histogram. Bars and barbers filter them; 'Ver mais' shows ten, then twenty at once. */
export function ReviewList(props: ReviewListProps) {
  const { barbershopId, barbers } = props
  const [shown, setShown] = useShownPage(barbershopId)
  const list = useRef<HTMLUListElement>(null)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...reviewsQuery(barbershopId, shown),
    placeholderData: keepPreviousData,
  })
  if (isError) return <ReviewFailure onRetry={() => void refetch()} />
  if (!data) return <LoadingMessage>Carregando avaliações...</LoadingMessage>
  const { rating, barberId, page, perPage } = shown
  const { total, totalPages } = data.pagination
  const larger = enlargePage({ page, perPage, total })

  function handlePage(next: number) {
    setShown({ ...shown, page: next })
    list.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <ReviewFilters
        histogram={data.histogram}
        barbers={barbers}
        filter={{ rating, barberId }}
        onChange={(filter) => setShown({ ...filter, perPage, page: 1 })}
      />
      {data.reviews.length === 0 ? (
        <Notice icon="star" title={describeEmpty({ rating, barberId })} />
      ) : (
        <Reviews {...props} ref={list} reviews={data.reviews} isBusy={isPlaceholderData} />
      )}
      {larger && (
        <MoreButton list={list} isBusy={isPlaceholderData} onPress={() => setShown({ ...shown, ...larger })} />
      )}
      <ReviewPages page={page} totalPages={totalPages} onChange={handlePage} />
    </>
  )
}

function describeEmpty({ rating, barberId }: ReviewFilter) {
  const isFiltered = rating !== undefined || barberId !== undefined
  return isFiltered ? 'Nenhuma avaliação com esse filtro.' : 'Nenhuma avaliação disponível no momento.'
}

type ReviewsProps = ReviewListProps & {
  reviews: readonly Review[]
  isBusy: boolean
  ref: RefObject<HTMLUListElement | null>
}

function Reviews({ reviews, isBusy, ref, barbershopName, timeZone, canReply = false }: ReviewsProps) {
  const replyFormOf = ({ id, user, reply }: Review) =>
    canReply && !reply && <ReplyForm reviewId={id} author={user.name} />
  return (
    <ul
      ref={ref}
      aria-busy={isBusy}
      className={`scroll-mt-24 divide-y divide-line transition-opacity ${isBusy ? 'opacity-60' : ''}`}
    >
      {reviews.map((review) => (
        <ReviewItem
          key={review.id}
          review={review}
          timeZone={timeZone}
          barbershopName={barbershopName}
          replyForm={replyFormOf(review)}
        />
      ))}
    </ul>
  )
}

type MoreButtonProps = { list: RefObject<HTMLUListElement | null>; isBusy: boolean; onPress: () => void }

/** The focus moves to the first review that it added: the button disappears with the largest page. */
function MoreButton({ list, isBusy, onPress }: MoreButtonProps) {
  const listArticles = () => [...(list.current?.querySelectorAll('article') ?? [])]

  function handlePress() {
    const before = new Set(listArticles().map(({ id }) => id))
    const observer = new MutationObserver(() => {
      observer.disconnect()
      listArticles()
        .find(({ id }) => !before.has(id))
        ?.focus({ preventScroll: true })
    })
    if (list.current) observer.observe(list.current, { childList: true })
    onPress()
  }

  return (
    <div className="mt-4 grid noscript:hidden">
      <Button variant="outline" isBusy={isBusy} onClick={handlePress}>
        Ver mais<span className="sr-only"> avaliações</span>
      </Button>
    </div>
  )
}

/** Links of notifications name a review in the hash. */
const HASH = 'avaliacao-'
const linkPattern = new RegExp(`^${HASH}([\\da-f-]{36})$`)

type ShownPage = ReviewFilter & { page: number; perPage: number }

/** What the user chose, before that the page with the review of the hash, or the first. */
function useShownPage(barbershopId: string) {
  const [chosen, setChosen] = useState<ShownPage>()
  const linkedId = linkPattern.exec(useLinkedElement() ?? '')?.[1]
  const { data: linkedPage } = useQuery({
    ...reviewPageQuery(barbershopId, linkedId ?? ''),
    enabled: linkedId !== undefined,
  })
  const first: ShownPage = { page: linkedPage ?? 1, perPage: pageSizes[0] }
  return [chosen ?? first, setChosen] as const
}

type ReviewPagesProps = { page: number; totalPages: number; onChange: (page: number) => void }

function ReviewPages({ page, totalPages, onChange }: ReviewPagesProps) {
  const nav = useRef<HTMLElement>(null)
  if (totalPages <= 1) return null

  function goTo(target: number) {
    onChange(Math.min(totalPages, Math.max(1, target)))
    restoreFocusIn(nav.current)
  }

  return (
    <nav
      ref={nav}
      aria-label="Páginas de avaliações"
      className="mt-4 flex items-center justify-between gap-3 noscript:hidden"
    >
      <Button variant="outline" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        <Icon name="chevron-left" className="size-4.5" />
        Anterior
      </Button>
      <p aria-live="polite" className="text-sm whitespace-nowrap text-mute tabular-nums">
        <span className="max-sm:sr-only">Página </span>
        {page} de {totalPages}
      </p>
      <Button variant="outline" disabled={page >= totalPages} onClick={() => goTo(page + 1)}>
        Próxima
        <Icon name="chevron-right" className="size-4.5" />
      </Button>
    </nav>
  )
}
