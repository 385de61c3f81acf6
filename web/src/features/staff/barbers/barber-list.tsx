import type { PortfolioImage } from '@na-regua/contract/portfolio'
import type { Barber } from '@na-regua/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatCount, formatRating } from '../../../lib/format.ts'
import { getThumbnailUrl } from '../../../lib/images.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { InstagramLink } from '../../../ui/instagram-link.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RatingStars } from '../../../ui/rating-stars.tsx'
import type { PortfolioProps } from '../portfolio/portfolio-viewer.tsx'
import { barbersQuery } from './queries.ts'

const PortfolioViewer = lazy(async () => ({
  default: (await import('../portfolio/portfolio-viewer.tsx')).PortfolioViewer,
}))

type Action = (barber: Barber) => ReactNode

type BarberListProps = {
  barbershopId: string
  action: Action
  /** For an image that is shown full screen. */
  imageAction?: (barber: Barber, image: PortfolioImage) => ReactNode
}

type BarberCardProps = Omit<BarberListProps, 'barbershopId'> & { barber: Barber }

function BarberCard({ barber, action, imageAction }: BarberCardProps) {
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-card p-4">
      <div className="flex items-center gap-3">
        <Avatar name={barber.name} src={barber.avatarUrl ?? barber.user.avatarUrl} className="size-14 text-lg" />
        <div className="min-w-0">
          <h3 className="font-sans text-base leading-snug font-semibold tracking-normal wrap-anywhere">
            {barber.name}
          </h3>
          <BarberRating barber={barber} />
        </div>
      </div>
      {barber.bio && <p className="wrap-anywhere text-sm text-mute">{barber.bio}</p>}
      {barber.instagram && (
        <InstagramLink
          handle={barber.instagram}
          className="inline-flex min-h-11 items-center gap-1.5 self-start text-sm font-semibold text-navy underline underline-offset-4 wrap-anywhere"
        >
          @{barber.instagram}
        </InstagramLink>
      )}
      {barber.specialties.length > 0 && (
        <ul aria-label={`Especialidades de ${barber.name}`} className="flex flex-wrap gap-1.5">
          {barber.specialties.map((specialty) => (
            <li key={specialty} className="rounded-small bg-sunken px-2 py-0.5 text-xs font-semibold text-mute">
              {specialty}
            </li>
          ))}
        </ul>
      )}
      <PortfolioStrip barber={barber} action={imageAction && ((image) => imageAction(barber, image))} />
      <div className="mt-auto pt-1">{action(barber)}</div>
    </li>
  )
}

export function BarberList({ barbershopId, ...actions }: BarberListProps) {
  const { data: barbers, isError, refetch } = useQuery(barbersQuery(barbershopId))
  if (isError && !barbers) {
    return (
      <Notice
        tone="error"
        title="Erro ao carregar barbeiros. Tente novamente mais tarde."
        action={
          <Button variant="outline" onClick={() => refetch()}>
            Tentar novamente
          </Button>
        }
      />
    )
  }
  if (!barbers) return <LoadingMessage>Carregando barbeiros...</LoadingMessage>
  if (barbers.length === 0) return <Notice icon="user" title="Nenhum barbeiro disponível no momento." />
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {barbers.map((barber) => (
        <BarberCard key={barber.id} barber={barber} {...actions} />
      ))}
    </ul>
  )
}

/** The average of a barber's reviews; nothing without any. */
function BarberRating({ barber }: { barber: Pick<Barber, 'averageRating' | 'reviewCount'> }) {
  const { averageRating, reviewCount } = barber
  if (averageRating === null || reviewCount === 0) return null
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-mute tabular-nums">
      <span aria-hidden="true" className="font-semibold text-ink">
        {formatRating(averageRating)}
      </span>
      <RatingStars rating={averageRating} label={`${formatRating(averageRating)} de 5 estrelas`} className="h-3.5" />
      {formatCount(reviewCount, 'avaliação', 'avaliações')}
    </span>
  )
}

/** The first images of a barber's work. Each opens all of them full screen. */
function PortfolioStrip({ barber, action }: PortfolioProps) {
  const [openIndex, setOpenIndex] = useState<number>()
  const { name, portfolio, portfolioCount } = barber
  if (portfolio.length === 0) return null
  return (
    <>
      <ul aria-label={`Trabalhos de ${name}`} className="grid grid-cols-4 gap-1.5">
        {portfolio.map(({ url, service }, index) => (
          <li key={url}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpenIndex(index)}
              className="relative block w-full overflow-hidden rounded-small border border-line bg-sunken"
            >
              <span className="sr-only">
                Ampliar foto {index + 1} de {portfolioCount}
                {service && `: ${service.name}`}
              </span>
              <Thumbnail
                url={url}
                hiddenCount={index === portfolio.length - 1 ? portfolioCount - portfolio.length : 0}
              />
            </button>
          </li>
        ))}
      </ul>
      {openIndex !== undefined && (
        <Suspense>
          <PortfolioViewer barber={barber} action={action} first={openIndex} onClose={() => setOpenIndex(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type PortfolioChoiceProps = Pick<PortfolioProps, 'barber'> & { onSelect: () => void }

/** The strip, where the barber is chosen: also from an image that is shown full screen. */
export function PortfolioChoice({ barber, onSelect }: PortfolioChoiceProps) {
  const choose = (
    <Button aria-label={`Escolher ${barber.name}`} onClick={onSelect}>
      Escolher
    </Button>
  )
  return <PortfolioStrip barber={barber} action={() => choose} />
}

/** `hiddenCount`: how many more there are. */
function Thumbnail({ url, hiddenCount }: { url: string; hiddenCount: number }) {
  return (
    <>
      <img
        src={getThumbnailUrl(url)}
        alt=""
        width={160}
        height={160}
        loading="lazy"
        decoding="async"
        className="aspect-square w-full object-cover"
      />
      {hiddenCount > 0 && (
        <span
          aria-hidden="true"
          className="absolute inset-0 grid place-items-center bg-[#14110f]/60 font-semibold text-white tabular-nums"
        >
          +{hiddenCount}
        </span>
      )}
    </>
  )
}
