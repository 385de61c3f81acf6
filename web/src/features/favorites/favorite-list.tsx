import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { NetworkError, reasonText } from '../../lib/api-error.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { type PagedItems, PagedList, toPagedItems } from '../../ui/paged-list.tsx'
import { favoriteIdsQuery, favoritesQuery } from './queries.ts'

/** The list of this page is read without network, too. */
export const storedFavoritesQuery = (position: Coordinates | undefined) => ({
  ...favoritesQuery(position),
  meta: { stored: true },
})

/** The cards agree with the heart buttons: a removed favorite disappears at once, and reappears when it is added back. */
export function useFavorites(position: Coordinates | undefined) {
  const query = useInfiniteQuery(storedFavoritesQuery(position))
  const list = toPagedItems(query, (page) => page.barbershops)
  const { data: ids } = useQuery(favoriteIdsQuery())
  return {
    ...list,
    query,
    items: ids ? list.items.filter(({ id }) => ids.includes(id)) : list.items,
    total: ids?.length ?? list.total,
  }
}

export function describeFavoritesError(error: Error) {
  if (error instanceof NetworkError && error.reason === 'network') {
    return 'Não foi possível carregar seus favoritos: a API não está permitindo requisições do navegador. Verifique sua conexão.'
  }
  return `Erro ao carregar favoritos: ${reasonText(error)}. Tente novamente mais tarde.`
}

type FavoriteListProps = {
  favorites: PagedItems<BarbershopCard>
  isGrid: boolean
  skeleton: ReactNode
  empty: ReactNode
  renderCard: (barbershop: BarbershopCard, index: number) => ReactNode
}

export function FavoriteList({ favorites, isGrid, skeleton, empty, renderCard }: FavoriteListProps) {
  return (
    <PagedList
      list={favorites}
      label="Favoritas"
      className={clsx('grid gap-4 outline-none', isGrid && 'sm:grid-cols-2 lg:grid-cols-3')}
      skeleton={<div>{skeleton}</div>}
      skeletonCount={3}
      skeletonLabel="Carregando favoritos"
      empty={empty}
      describeError={describeFavoritesError}
      moreText="Carregar mais favoritos"
      moreErrorText="Não foi possível carregar mais favoritos. Tente novamente."
      renderItem={renderCard}
    />
  )
}
