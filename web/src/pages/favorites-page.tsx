import type { BarbershopCard } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { CardSkeleton, Cover } from '../features/barbershops/card/barbershop-card.tsx'
import { LayoutSwitch, useListLayout } from '../features/barbershops/listing/nearby-list.tsx'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { FavoriteList, SeenBarbershops, useFavorites } from '../features/favorites/favorite-list.tsx'
import { useStoredPosition } from '../features/places/use-search-position.ts'
import { NetworkError } from '../lib/api-error.ts'
import { formatCount } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyChair } from '../ui/scene-message.tsx'
import { StaleNotice, useIsOnline } from '../ui/stale-notice.tsx'
import { useCardRenderer } from './barbershop-cards.tsx'

/** Cards above the fold on a wide screen. */
const EAGER_CARDS = 3

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Minhas Barbearias Favoritas' })
}

export default function FavoritesPage() {
  return (
    <RequireLogin>
      <Favorites />
    </RequireLogin>
  )
}

function NoFavorites() {
  return (
    <section className="grid items-center gap-5 md:grid-cols-2 md:gap-14">
      <EmptyChair text="♥" />
      <div>
        <h2 className="text-xl md:text-2xl">Nenhuma favorita ainda</h2>
        <p className="mt-2 max-w-md text-mute">
          Toque no coração de uma barbearia e ela fica guardada aqui, pronta para o próximo corte.
        </p>
        <ButtonLink to={paths.home()} size="large" className="mt-5">
          Encontrar barbearias
        </ButtonLink>
      </div>
    </section>
  )
}

function Favorites() {
  const [layout] = useListLayout()
  const favorites = useFavorites(useStoredPosition())
  const active = favorites.items.filter(({ is_active }) => is_active)
  const renderActiveCard = useCardRenderer(active, EAGER_CARDS)
  const { isPending, error, total } = favorites
  const isStale = !useIsOnline() || favorites.query.error instanceof NetworkError
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl md:text-3xl">Minhas Barbearias Favoritas</h1>
          <p role="status" className="mt-1 min-h-6 text-mute tabular-nums">
            {!isPending && !error && total > 0 && formatCount(total, 'barbearia guardada', 'barbearias guardadas')}
          </p>
        </div>
        {total > 0 && <LayoutSwitch />}
      </header>
      <StaleNotice of={favorites.query} />
      <FavoriteList
        favorites={favorites}
        isGrid={layout === 'grid'}
        skeleton={<CardSkeleton layout={layout} />}
        empty={<NoFavorites />}
        renderCard={(shop, index) =>
          shop.is_active ? (
            renderActiveCard(shop, index)
          ) : (
            <UnavailableCard barbershop={shop} action={<FavoriteButton barbershop={shop} />} />
          )
        }
      />
      {isStale && <SeenBarbershops />}
    </div>
  )
}

type UnavailableCardProps = {
  barbershop: Pick<BarbershopCard, 'name' | 'neighborhood' | 'city' | 'images' | 'coverImageUrl'>
  /** The favorite button, to remove it. */
  action: ReactNode
}

/** A favorite that is inactive now: without links, because its page does not exist at the moment. */
function UnavailableCard({ barbershop, action }: UnavailableCardProps) {
  const { name, neighborhood, city } = barbershop
  return (
    <article className="relative grid h-full grid-cols-[--spacing(18)_minmax(0,1fr)] content-start gap-x-3 overflow-hidden rounded-card border border-line border-dashed bg-card p-3 md:flex md:flex-col md:p-0">
      <div className="relative min-h-18 overflow-hidden rounded-control md:min-h-38 md:rounded-none">
        <Cover of={barbershop} className="absolute inset-0 size-full opacity-45 grayscale" />
      </div>
      <div className="absolute top-1 right-1 md:top-2 md:right-2">{action}</div>
      <div className="grid min-w-0 content-start gap-1 md:p-4">
        <h3 className="line-clamp-3 wrap-anywhere mr-9 text-lg leading-[1.375rem] md:mr-0 md:text-xl md:leading-[1.625rem]">
          {name}
        </h3>
        <p className="line-clamp-3 wrap-anywhere text-sm text-mute">
          {[neighborhood, city].filter(Boolean).join(', ')}
        </p>
        <div className="md:absolute md:top-3 md:left-3">
          <Badge tone="neutral">Indisponível</Badge>
        </div>
        <p className="mt-1 text-sm text-mute md:mt-2 md:text-base">
          Esta barbearia não está atendendo pelo site no momento. Se ela voltar, continua aqui.
        </p>
      </div>
    </article>
  )
}
