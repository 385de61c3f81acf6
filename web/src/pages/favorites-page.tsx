import type { MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { CardSkeleton } from '../features/barbershops/card/barbershop-card.tsx'
import { UnavailableCard } from '../features/barbershops/card/unavailable-card.tsx'
import { LayoutSwitch, useListLayout } from '../features/barbershops/listing/list-layout.tsx'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { FavoriteList, useFavorites } from '../features/favorites/favorite-list.tsx'
import { useStoredPosition } from '../features/places/use-search-position.ts'
import { formatCount } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyChair } from '../ui/scene-message.tsx'
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
    <section className="grid items-center gap-8 md:grid-cols-2 md:gap-14">
      <EmptyChair text="♥" />
      <div>
        <h2 className="text-2xl">Nenhuma favorita ainda</h2>
        <p className="mt-3 max-w-md text-lg text-mute">
          Toque no coração de uma barbearia e ela fica guardada aqui, pronta para o próximo corte.
        </p>
        <ButtonLink to={paths.home()} size="large" className="mt-6">
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
    </div>
  )
}
