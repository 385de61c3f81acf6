import type { Review } from '@na-regua/contract/reviews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { LoadingMessage } from '../../ui/spinner.tsx'
import { reviewsQuery } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReviewPages } from './review-pages.tsx'

type ReviewItemProps = Pick<ReviewListProps, 'timeZone' | 'shopName'> & { review: Review; replyForm: ReactNode }

function Reply({ review, timeZone, shopName }: Omit<ReviewItemProps, 'replyForm'>) {
  if (!review.reply || !review.repliedAt) return null
  return (
    <div className="mt-3 border-l-2 border-red pl-4">
      <p className="text-sm font-semibold">
        Resposta de {shopName}{' '}
        <time dateTime={review.repliedAt} className="font-normal text-mute tabular-nums">
          {formatDate(review.repliedAt, timeZone)}
        </time>
      </p>
      <p className="[overflow-wrap:anywhere] mt-1 whitespace-pre-line">{review.reply}</p>
    </div>
  )
}

function ReviewItem({ review, timeZone, shopName, replyForm }: ReviewItemProps) {
  return (
    <li className="py-4 first:pt-0">
      <article>
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
        <Reply review={review} timeZone={timeZone} shopName={shopName} />
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
  shopName: string
  timeZone: string
  /** Whoever looks owns the shop: what nobody answered yet can be answered. */
  canReply?: boolean
}

export function ReviewList({ barbershopId, shopName, timeZone, canReply = false }: ReviewListProps) {
  const [page, setPage] = useState(1)
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
            shopName={shopName}
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
