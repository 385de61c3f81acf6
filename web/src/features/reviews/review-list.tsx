import type { Review } from '@na-regua/contract/reviews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatCount, formatDate, formatRating } from '../../lib/format.ts'
import { useLinkedElement } from '../../lib/use-url-hash.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { restoreFocusIn } from '../../ui/pagination.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { reviewPageQuery, reviewsQuery } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'

type ReviewItemProps = Pick<ReviewListProps, 'timeZone' | 'barbershopName'> & { review: Review; replyForm: ReactNode }

function Reply({ review, timeZone, barbershopName }: Omit<ReviewItemProps, 'replyForm'>) {
  if (!review.reply || !review.repliedAt) return null
  return (
    <div className="mt-3 border-l-2 border-red pl-4">
      <p className="text-sm font-semibold">
        Resposta de {barbershopName}{' '}
        <time dateTime={review.repliedAt} className="font-normal text-mute tabular-nums">
          {formatDate(review.repliedAt, timeZone)}
        </time>
      </p>
      <p className="[overflow-wrap:anywhere] mt-1 whitespace-pre-line">{review.reply}</p>
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
            <h3 className="truncate font-sans text-base font-semibold tracking-normal">{review.user.name}</h3>
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
              <RatingStars rating={review.rating} />
              <time dateTime={review.createdAt} className="tabular-nums">
                {formatDate(review.createdAt, timeZone)}
              </time>
            </p>
          </div>
        </header>
        {review.comment && <p className="[overflow-wrap:anywhere] mt-2 whitespace-pre-line">{review.comment}</p>}
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
  /** For the owner of the barbershop: reviews without a reply get a form. */
  canReply?: boolean
}

export function ReviewList({ barbershopId, barbershopName, timeZone, canReply = false }: ReviewListProps) {
  const [page, setPage] = usePage(barbershopId)
  const list = useRef<HTMLUListElement>(null)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...reviewsQuery(barbershopId, page),
    placeholderData: keepPreviousData,
  })
  if (isError) return <ReviewFailure onRetry={() => void refetch()} />
  if (!data) return <LoadingMessage>Carregando avaliações...</LoadingMessage>
  if (data.reviews.length === 0) return <Notice icon="star" title="Nenhuma avaliação disponível no momento." />

  function handlePage(next: number) {
    setPage(next)
    list.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <ul
        ref={list}
        aria-busy={isPlaceholderData}
        className={`scroll-mt-24 divide-y divide-line transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {data.reviews.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            timeZone={timeZone}
            barbershopName={barbershopName}
            replyForm={
              canReply &&
              !review.reply && <ReplyForm reviewId={review.id} barbershopId={barbershopId} author={review.user.name} />
            }
          />
        ))}
      </ul>
      <ReviewPages page={page} totalPages={data.pagination.totalPages} onChange={handlePage} />
    </>
  )
}

/** Links of notifications name a review in the hash. */
const HASH = 'avaliacao-'
const linkPattern = new RegExp(`^${HASH}([\\da-f-]{36})$`)

/** The page that the user opened, before that the one with the review of the hash, or the first. */
function usePage(barbershopId: string) {
  const [opened, setOpened] = useState<number>()
  const linkedId = linkPattern.exec(useLinkedElement() ?? '')?.[1]
  const { data: linkedPage } = useQuery({
    ...reviewPageQuery(barbershopId, linkedId ?? ''),
    enabled: linkedId !== undefined,
  })
  return [opened ?? linkedPage ?? 1, setOpened] as const
}

type RatingSummaryProps = { average: number | null; count: number }

export function RatingSummary({ average, count }: RatingSummaryProps) {
  if (average === null || count === 0) return null
  return (
    <div className="mb-5 flex items-center gap-4 rounded-card bg-sunken px-5 py-4">
      <p className="font-display text-3xl font-extrabold tabular-nums">{formatRating(average)}</p>
      <div>
        <RatingStars rating={average} label={`${formatRating(average)} de 5 estrelas`} className="h-5" />
        <p className="mt-1 text-sm text-mute">
          {formatCount(count, 'avaliação', 'avaliações')} de quem já sentou na cadeira
        </p>
      </div>
    </div>
  )
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
