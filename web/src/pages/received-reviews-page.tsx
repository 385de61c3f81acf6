import type { ReceivedReview } from '@na-regua/contract/reviews'
import { MAX_SEARCH_TEXT } from '@na-regua/contract/text-limits'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { type ReceivedFilter, receivedReviewsQuery } from '../features/reviews/queries.ts'
import { Reply } from '../features/reviews/review-list.tsx'
import { ReplyForm } from '../features/reviews/review-parts.tsx'
import { ReviewPhotos } from '../features/reviews/review-photos.tsx'
import { errorText } from '../lib/api-error.ts'
import { formatCount, formatDate } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { DenseRow, denseListClass } from '../ui/dense-row.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { PagedList, toPagedItems } from '../ui/paged-list.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Avaliações recebidas' })
}

export default function ReceivedReviewsPage() {
  return (
    <RequireLogin allowedRoles={['BARBER', 'OWNER']} permission="settings">
      <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
        <h1 className="text-2xl md:text-3xl">Avaliações</h1>
        <ReceivedReviews />
      </div>
    </RequireLogin>
  )
}

/** The reviews of an owner's barbershops, or about a barber: unanswered first, with search, filters, and the reply in place. */
function ReceivedReviews() {
  const [filter, setFilter] = useState<ReceivedFilter>({})
  const q = useDeferredValue(filter.q?.trim())
  const query = useInfiniteQuery(receivedReviewsQuery({ ...filter, q: q || undefined }))
  const list = toPagedItems(query, (page) => page.reviews)
  const page = query.data?.pages.at(-1)
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Filters
        filter={filter}
        onChange={setFilter}
        barbershops={page?.barbershops ?? []}
        barbers={page?.barbers ?? []}
      />
      <p aria-live="polite" className="text-sm text-mute tabular-nums">
        {page ? describeCount(list.total, page.unanswered) : 'Carregando...'}
      </p>
      <PagedList
        list={list}
        label="Avaliações"
        className={denseListClass}
        skeleton={<Skeleton className="m-2 h-13" />}
        skeletonCount={8}
        skeletonLabel="Carregando avaliações..."
        empty={<NoReviews isFiltered={isFiltered} />}
        describeError={(error) => errorText(error, 'Erro ao carregar avaliações. Tente novamente mais tarde.')}
        moreText="Mostrar mais"
        moreErrorText="Não foi possível carregar mais. Tente novamente."
        renderItem={(review) => <ReceivedReviewRow review={review} hasSeveral={(page?.barbershops.length ?? 0) > 1} />}
      />
    </div>
  )
}

function describeCount(total: number, unanswered: number) {
  const count = formatCount(total, 'avaliação', 'avaliações')
  return unanswered === 0 ? count : `${count}, ${unanswered} sem resposta`
}

type Named = { id: string; name: string }
type FiltersProps = {
  filter: ReceivedFilter
  onChange: (filter: ReceivedFilter) => void
  barbershops: readonly Named[]
  barbers: readonly (Named & { barbershopId: string })[]
}

const starOptions = [
  { value: '', label: 'Todas as notas' },
  ...[5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: formatCount(stars, 'estrela', 'estrelas') })),
]

function Filters(props: FiltersProps) {
  const { filter, onChange } = props
  return (
    <div className="grid grid-cols-1 gap-3">
      <TextField
        label="Procurar por palavra ou cliente"
        type="search"
        autoComplete="off"
        maxLength={MAX_SEARCH_TEXT}
        value={filter.q ?? ''}
        onChange={({ target }) => onChange({ ...filter, q: target.value })}
      />
      <Selects {...props} />
    </div>
  )
}

function Selects({ filter, onChange, barbershops, barbers }: FiltersProps) {
  const { barbershopId = '', barberId = '', rating } = filter
  const shown = barbers.filter((barber) => barbershopId === '' || barber.barbershopId === barbershopId)
  const toOptions = (label: string, items: readonly Named[]) => [
    { value: '', label },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 md:flex md:flex-wrap [&>*]:md:max-w-56">
      <Select
        aria-label="Nota"
        options={starOptions}
        value={rating ? String(rating) : ''}
        onChange={(stars) => onChange({ ...filter, rating: stars ? Number(stars) : undefined })}
      />
      {barbershops.length > 1 && (
        <Select
          aria-label="Barbearia"
          options={toOptions('Todas as barbearias', barbershops)}
          value={barbershopId}
          // The barber may work elsewhere.
          onChange={(id) => onChange({ ...filter, barbershopId: id || undefined, barberId: undefined })}
        />
      )}
      {barbers.length > 1 && (
        <Select
          aria-label="Barbeiro"
          options={toOptions('Todos os barbeiros', shown)}
          value={barberId}
          onChange={(id) => onChange({ ...filter, barberId: id || undefined })}
        />
      )}
    </div>
  )
}

/** One line of the comment; the whole of it, with the reply or its form, opens below. */
function ReceivedReviewRow({ review, hasSeveral }: { review: ReceivedReview; hasSeveral: boolean }) {
  const { user, rating, comment, reply, canReply, createdAt, barbershop, barber, service } = review
  const about = [service.name, barber?.name, hasSeveral && barbershop.name].filter(Boolean).join(' · ')
  return (
    <article aria-label={`Avaliação de ${user.name}`}>
      <DenseRow
        name={user.name}
        leading={<Avatar name={user.name} src={user.avatarUrl} className="size-10 text-sm max-sm:hidden" />}
        title={
          <>
            <span className="inline-flex items-center gap-1 text-sm font-semibold tabular-nums">
              {rating}
              <span className="sr-only">{rating === 1 ? ' estrela' : ' estrelas'}</span>
              <Icon name="star" isFilled className="size-4 text-brass" />
            </span>
            <h2 className="min-w-0 line-clamp-3 wrap-anywhere font-sans text-base leading-snug font-semibold tracking-normal">
              {user.name}
            </h2>
            <time dateTime={createdAt} className="text-sm text-mute tabular-nums max-sm:hidden">
              {formatDate(createdAt, barbershop.timeZone)}
            </time>
          </>
        }
        badges={reply === null && <Badge tone="brass">Sem resposta</Badge>}
        text={<span className="block truncate">{comment ?? about}</span>}
        details={
          <div className="grid gap-1">
            <p className="text-sm wrap-anywhere text-mute">
              {formatDate(createdAt, barbershop.timeZone)} · {about}
            </p>
            {comment && <p className="wrap-anywhere whitespace-pre-line">{comment}</p>}
            <ReviewPhotos review={review} />
            <Reply review={review} timeZone={barbershop.timeZone} barbershopName={barbershop.name} />
            {canReply && <ReplyForm reviewId={review.id} author={user.name} isOpenAtFirst />}
          </div>
        }
      />
    </article>
  )
}

function NoReviews({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Notice icon="search" title="Nenhuma avaliação com esses filtros" />
  return (
    <Notice icon="star" title="Nenhuma avaliação ainda">
      Depois de um atendimento concluído, o cliente pode avaliar. O que ele escrever aparece aqui.
    </Notice>
  )
}
