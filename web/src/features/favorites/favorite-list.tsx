import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { favoritesApi } from '@na-regua/contract/favorites'
import type { SeenBarbershop } from '@na-regua/offline'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { NetworkError, reasonText } from '../../lib/api-error.ts'
import { formatPhone } from '../../lib/format.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { paths } from '../../lib/paths.ts'
import { callHref } from '../../lib/phone-links.ts'
import { shouldRetrySearch } from '../../lib/query-client.ts'
import { getSession, useUser } from '../../lib/session.ts'
import { type PagedItems, PagedList, toPagedItems } from '../../ui/paged-list.tsx'
import { favoriteIdsQuery, favoriteListKey } from './favorite-button.tsx'

/** Newest first, with distances if there is a position. Read without network, too. */
export const favoritesQuery = (position: Coordinates | undefined) =>
  infiniteQueryOptions({
    queryKey: [...favoriteListKey, position?.latitude, position?.longitude],
    queryFn: ({ pageParam, signal }) =>
      api(favoritesApi.list, {
        query: { latitude: position?.latitude, longitude: position?.longitude, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.totalPages ? pagination.page + 1 : undefined),
    retry: shouldRetrySearch,
    meta: { stored: true },
  })

/** The cards agree with the heart buttons: a removed favorite disappears at once, and reappears when it is added back. */
export function useFavorites(position: Coordinates | undefined) {
  const query = useInfiniteQuery(favoritesQuery(position))
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

/** The barbershops that the user saw last, as this browser remembers them. Shown without network, when no other can be. */
export function SeenBarbershops() {
  const user = useUser()
  const { data: seen = [] } = useQuery({
    queryKey: ['account', 'seen-barbershops', user?.id],
    queryFn: () => listSeen(user?.id ?? ''),
    enabled: user !== undefined,
    staleTime: 0,
  })
  if (seen.length === 0) return null
  return (
    <section aria-labelledby="vistas" className="grid gap-3">
      <h2 id="vistas" className="text-xl">
        Vistas por último
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {seen.map((shop) => (
          <SeenRow key={shop.id} shop={shop} />
        ))}
      </ul>
    </section>
  )
}

async function listSeen(userId: string) {
  const { listSeenBarbershops, openVault } = await import('@na-regua/offline')
  return getSession().user?.id === userId ? listSeenBarbershops(await openVault(userId)) : []
}

function SeenRow({ shop: { id, slug, name, address, phone } }: { shop: SeenBarbershop }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-4 py-2">
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <Link
          to={slug ? paths.ownAddress(slug) : paths.barbershop(id)}
          className="font-semibold underline-offset-2 hover:underline"
        >
          {name}
        </Link>
        <span className="block text-sm text-mute">{address}</span>
      </p>
      {phone && (
        <a
          href={callHref(phone)}
          className="inline-flex min-h-11 shrink-0 items-center text-navy tabular-nums underline underline-offset-2"
        >
          <span className="sr-only">Ligar para {name}: </span>
          {formatPhone(phone)}
        </a>
      )}
    </li>
  )
}
