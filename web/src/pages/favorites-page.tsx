import type { BarbershopCard as Shop } from '@na-regua/contract/barbershops'
import { useQueryClient } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { useSlotsToday } from '../features/availability/slots-today/queries.ts'
import { SlotsTodayRuler } from '../features/availability/slots-today/slots-today-ruler.tsx'
import { BarbershopCard, CardSkeleton } from '../features/barbershops/card/barbershop-card.tsx'
import { BookButton } from '../features/barbershops/card/book-button.tsx'
import { UnavailableCard } from '../features/barbershops/card/unavailable-card.tsx'
import { LayoutSwitch, useListLayout } from '../features/barbershops/listing/list-layout.tsx'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { FavoriteList, useFavorites } from '../features/favorites/favorite-list.tsx'
import { useStoredPosition } from '../features/places/use-search-position.ts'
import { barbersQuery } from '../features/staff/queries.ts'
import { formatCount } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyChair } from '../ui/scene-message.tsx'

/** Cards that a wide screen shows at once. */
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

function NothingThere() {
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

function useCards(shops: readonly Shop[]) {
  const [layout] = useListLayout()
  const timesOf = useSlotsToday(shops.filter(({ is_active }) => is_active).map(({ id }) => id))
  const queryClient = useQueryClient()
  return function renderCard(shop: Shop, index: number) {
    const heart = <FavoriteButton barbershop={shop} />
    if (!shop.is_active) return <UnavailableCard barbershop={shop} action={heart} />
    return (
      <BarbershopCard
        barbershop={shop}
        layout={layout}
        isEager={index < EAGER_CARDS}
        action={heart}
        ruler={<SlotsTodayRuler times={timesOf(shop.id)} />}
        book={<BookButton barbershop={shop} loadBarbers={(id) => queryClient.ensureQueryData(barbersQuery(id))} />}
      />
    )
  }
}

function Favorites() {
  const [layout] = useListLayout()
  const favorites = useFavorites(useStoredPosition())
  const renderCard = useCards(favorites.shops)
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
        renderCard={renderCard}
        nothingThere={<NothingThere />}
      />
    </div>
  )
}
