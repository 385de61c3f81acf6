import { REPLY_LENGTH } from '@na-regua/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatNumber, formatRating } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type Histogram, type ReviewFilter, replyReview, summarizeHistogram } from './queries.ts'

/** A barber whose reviews can be shown alone. */
export type ReviewedBarber = { id: string; name: string; reviewCount: number }

type ReviewFiltersProps = {
  /** Counts the chosen barber's reviews, whatever their rating. */
  histogram: Histogram
  barbers: readonly ReviewedBarber[]
  filter: ReviewFilter
  onChange: (filter: ReviewFilter) => void
}

/** The average, how many reviews there are of each rating, and whose. Each bar and each barber is a filter. */
export function ReviewFilters({ histogram, barbers, filter, onChange }: ReviewFiltersProps) {
  const { average, count } = summarizeHistogram(histogram)
  const reviewed = barbers.filter(({ reviewCount }) => reviewCount > 0)
  const isFiltered = filter.rating !== undefined || filter.barberId !== undefined
  if (average === undefined && !isFiltered) return null
  return (
    <section aria-label="Resumo das avaliações" className="mb-5 grid gap-4 rounded-card bg-sunken p-4 sm:px-5">
      <div className="grid items-center gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
        <RatingSummary average={average} count={count} />
        <Bars histogram={histogram} count={count} filter={filter} onChange={onChange} />
      </div>
      {reviewed.length > 1 && <BarberSelect barbers={reviewed} filter={filter} onChange={onChange} />}
      {isFiltered && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-sm text-mute tabular-nums">
            {formatCount(summarizeHistogram(histogram, filter.rating).count, 'avaliação', 'avaliações')} com esse filtro
          </p>
          <Button variant="ghost" className="-mr-2 px-2! text-sm! noscript:hidden" onClick={() => onChange({})}>
            Limpar filtros
          </Button>
        </div>
      )}
    </section>
  )
}

function RatingSummary({ average, count }: { average: number | undefined; count: number }) {
  return (
    <div className="flex items-center gap-4">
      <p className="font-display text-3xl font-extrabold tabular-nums">{formatRating(average)}</p>
      <div>
        <RatingStars rating={average ?? 0} label={`${formatRating(average)} de 5 estrelas`} className="h-5" />
        <p className="mt-1 text-sm text-mute sm:max-w-40">
          {formatCount(count, 'avaliação', 'avaliações')} de quem já sentou na cadeira
        </p>
      </div>
    </div>
  )
}

type BarsProps = Omit<ReviewFiltersProps, 'barbers'> & { count: number }

function Bars({ histogram, count: total, filter, onChange }: BarsProps) {
  return (
    <ul>
      {histogram.map(({ rating, count }) => {
        const isChosen = filter.rating === rating
        return (
          <li key={rating}>
            <button
              type="button"
              aria-pressed={isChosen}
              disabled={count === 0 && !isChosen}
              onClick={() => onChange({ ...filter, rating: isChosen ? undefined : rating })}
              className={clsx(
                'flex min-h-11 w-full items-center gap-3 rounded-control border px-2 text-sm font-semibold tabular-nums transition-colors disabled:opacity-60',
                isChosen ? 'border-ink bg-card' : 'border-transparent enabled:hover:bg-card',
              )}
            >
              <span className="inline-flex w-7 items-center gap-1">
                {rating}
                <span className="sr-only">{rating === 1 ? ' estrela: ' : ' estrelas: '}</span>
                <Icon name="star" isFilled className="size-3.5 text-brass" />
              </span>
              <span className="h-2 flex-1 overflow-hidden rounded-full bg-line">
                <span
                  className={clsx('block h-full rounded-full bg-brass', count > 0 && 'min-w-1')}
                  style={{ width: `${total > 0 ? (100 * count) / total : 0}%` }}
                />
              </span>
              <span className="min-w-8 text-right font-normal text-mute">
                {formatNumber(count)}
                <span className="sr-only">{count === 1 ? ' avaliação' : ' avaliações'}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const EVERY_BARBER = ''

function BarberSelect({ barbers, filter, onChange }: Omit<ReviewFiltersProps, 'histogram'>) {
  const options = barbers.map(({ id, name, reviewCount }) => ({ value: id, label: `${name} (${reviewCount})` }))
  return (
    <div className="noscript:hidden">
      <Select
        aria-label="Avaliações de"
        value={filter.barberId ?? EVERY_BARBER}
        options={[{ value: EVERY_BARBER, label: 'Todos os barbeiros' }, ...options]}
        // The bars of another barber may have no review with the chosen rating.
        onChange={(id) => onChange({ barberId: id || undefined })}
      />
    </div>
  )
}

type ReplyFormProps = {
  reviewId: string
  author: string
  /** Without the button that opens it. */
  isOpenAtFirst?: boolean
}

function useReply({ reviewId }: ReplyFormProps) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reply: string) => replyReview(reviewId, reply),
    onSuccess: () => showToast({ tone: 'success', title: 'Resposta publicada' }),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao responder', text: errorText(error, 'Tente novamente') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['reviews'] }),
  })
}

/** The only reply of the barbershop. It cannot be changed afterwards, so the form warns before. */
export function ReplyForm(props: ReplyFormProps) {
  const { author, isOpenAtFirst = false } = props
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [reply, setReply] = useState('')
  const { mutate, isPending } = useReply(props)
  if (!isOpen)
    return (
      <Button variant="outline" className="mt-3" aria-label={`Responder ${author}`} onClick={() => setOpen(true)}>
        Responder
      </Button>
    )

  function handleSubmit() {
    if (reply.trim()) mutate(reply)
  }

  return (
    <Form
      isBusy={isPending}
      onSubmit={handleSubmit}
      failure={false}
      actions={<ReplyButtons isBusy={isPending} onCancel={() => setOpen(false)} />}
      className="mt-3 grid gap-3"
    >
      <TextArea
        label={`Resposta para ${author}`}
        hint="Aparece para todos e não pode ser mudada depois."
        value={reply}
        maxLength={REPLY_LENGTH}
        onChange={({ target }) => setReply(target.value)}
        autoFocus
      />
    </Form>
  )
}

function ReplyButtons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" isBusy={isBusy}>
        Publicar resposta
      </Button>
      <Button variant="outline" onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  )
}
