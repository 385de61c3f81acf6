import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { memo, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { NetworkError, reasonText } from '../../../lib/api-error.ts'
import { formatCount, formatDistance } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useSharedItems } from '../../../lib/query-client.ts'
import { createStoredValue, useStoredValue } from '../../../lib/use-stored-value.ts'
import { Icon } from '../../../ui/icon.tsx'
import { PagedList, toPagedItems, useGradualIds } from '../../../ui/paged-list.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { CardLayout } from '../card/barbershop-card.tsx'
import { CardSkeleton, Cover, RatingLabel } from '../card/barbershop-card.tsx'
import { featuredQuery, type NearbyQuery, nearbyQuery } from '../queries.ts'

const storedLayout = createStoredValue<CardLayout>({
  key: 'listLayout',
  parse: (text) => (text === 'list' ? 'list' : 'grid'),
  format: (layout) => layout,
})

export function useListLayout() {
  const [layout = 'grid', setLayout] = useStoredValue(storedLayout)
  return [layout, setLayout] as const
}

const layouts = [
  { value: 'grid', label: 'Ver em grade', icon: <Icon name="grid" /> },
  { value: 'list', label: 'Ver em lista', icon: <Icon name="list" /> },
] as const

/** Hidden on a phone: with one column both layouts look the same. */
export function LayoutSwitch() {
  const [layout, setLayout] = useListLayout()
  return (
    <div className="hidden md:ml-auto md:block">
      <Segmented label="Formato da lista" options={layouts} value={layout} onChange={setLayout} />
    </div>
  )
}

/** What the cards show follows from these: while only other filters change, the cards stay until the response is there. */
const ofCards = ['latitude', 'longitude', 'service', 'freeOn', 'freeFrom', 'freeUntil', 'priceMin', 'priceMax'] as const

/** The list appears together with the featured strip within it, to avoid a layout shift. */
function useCurrentNearby(query: NearbyQuery) {
  const nearby = useInfiniteQuery(nearbyQuery(query))
  const strip = useQuery(featuredQuery(query))
  const list = toPagedItems(nearby, (page) => page.barbershops)
  const isPending = list.isPending || (strip.isPending && !nearby.isError)
  return {
    ...list,
    items: useSharedItems(list.items),
    isPending,
    isLoaded: !isPending && nearby.data !== undefined,
    retry: () => void Promise.all([nearby.refetch(), strip.refetch()]),
    featured: useSharedItems(strip.data?.barbershops ?? []),
  }
}

/** `isBusy` while it is loading. The list before it is shown meanwhile, and beside the `error` when that fails. */
export function useNearby(query: NearbyQuery) {
  const current = useCurrentNearby(query)
  const last = useRef({ query, nearby: current })
  if (current.isLoaded) last.current = { query, nearby: current }
  const { nearby, query: shown } = last.current
  const { isPending: isBusy, error, retry } = current
  const isStale = !current.isLoaded && nearby.items.length > 0 && ofCards.every((name) => shown[name] === query[name])
  if (!isStale) return { ...current, isBusy }
  const more = { ...nearby.more, exists: nearby.more.exists && isBusy, load: () => {} }
  return { ...nearby, isLoaded: false, isBusy, error, retry, more }
}

export type Nearby = ReturnType<typeof useNearby>

/** The featured barbershops follow these cards. */
const CARDS_BEFORE_FEATURED = 2

type NearbyListProps = {
  nearby: Nearby
  empty: ReactNode
  renderCard: (barbershop: BarbershopCard, index: number) => ReactNode
  /** In one column, because a map is beside it. */
  isNarrow: boolean
}

export function NearbyList({ nearby, empty, renderCard, isNarrow }: NearbyListProps) {
  const [storedLayout] = useListLayout()
  const layout = isNarrow ? 'grid' : storedLayout
  const ready = useGradualIds(nearby.items.map(({ id }) => id))
  const skeleton = <CardSkeleton layout={layout} />
  return (
    <PagedList
      list={nearby}
      className={clsx(
        'grid gap-4',
        nearby.isBusy && !nearby.isPending && 'opacity-60',
        layout === 'grid' &&
          !isNarrow &&
          'sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-[repeat(auto-fill,minmax(max(16rem,40%),1fr))]',
      )}
      skeleton={skeleton}
      skeletonCount={6}
      empty={empty}
      describeError={describeNearbyError}
      moreText="Carregar mais barbearias"
      moreErrorText="Não foi possível carregar mais barbearias. Tente novamente."
      renderItem={(barbershop, index) => (ready.has(barbershop.id) ? renderCard(barbershop, index) : skeleton)}
      insertion={
        nearby.featured.length > 0
          ? { after: CARDS_BEFORE_FEATURED, content: <FeaturedStrip shops={nearby.featured} /> }
          : undefined
      }
    />
  )
}

/** A barbershop in one line, with its rating and distance. */
export const Tile = memo(function Tile({ shop }: { shop: BarbershopCard }) {
  const { id, name, averageRating, reviewCount, distance_in_km } = shop
  return (
    <Link
      to={paths.barbershop(id)}
      prefetch="intent"
      className="flex h-full flex-wrap items-center gap-2.5 rounded-control bg-card p-1.5 pr-3 transition-shadow hover:inset-ring hover:inset-ring-edge"
    >
      <Cover of={shop} className="size-13 shrink-0 rounded-small" />
      <span className="min-w-0 grow basis-[6rem] text-sm">
        <span className="line-clamp-3 wrap-anywhere font-semibold">{name}</span>
        <span className="flex flex-wrap items-center gap-x-2">
          <RatingLabel average={averageRating} count={reviewCount} />
          {distance_in_km !== null && (
            <span className="truncate text-mute tabular-nums">{formatDistance(distance_in_km)}</span>
          )}
        </span>
      </span>
    </Link>
  )
})

/** Barbershops that pay to be shown near the top, labelled as such. The list around them keeps the chosen order. */
function FeaturedStrip({ shops }: { shops: readonly BarbershopCard[] }) {
  return (
    <section
      aria-labelledby="featured-title"
      className="rounded-card bg-brass-soft p-3 lg:flex lg:items-center lg:gap-3"
    >
      <h3
        id="featured-title"
        className="mb-2 flex items-center gap-1.5 px-1 font-sans text-sm leading-tight font-semibold tracking-normal text-brass lg:mb-0 lg:w-22 lg:shrink-0"
      >
        <Icon name="medal" className="size-4.5" />
        Em destaque
      </h3>
      <ul className="relative -mx-3 flex min-w-0 flex-1 snap-x snap-mandatory scroll-px-3 gap-2 overflow-x-auto px-3 md:mx-0 md:grid md:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] md:overflow-visible md:px-0">
        {shops.map((shop) => (
          <li key={shop.id} className="w-[78%] min-w-0 shrink-0 snap-start sm:w-[45%] md:w-auto">
            <Tile shop={shop} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** '38 estabelecimentos encontrados em um raio de 50km'. */
export function describeTotal(total: number, radius: number) {
  const found = formatCount(total, 'estabelecimento encontrado', 'estabelecimentos encontrados')
  return `${found} em um raio de ${String(radius).replace('.', ',')}km`
}

export function describeNearbyError(error: Error) {
  if (error instanceof NetworkError && error.reason === 'network') {
    return 'A API não está permitindo requisições do navegador. Verifique sua conexão e tente novamente.'
  }
  return `Erro ao carregar barbearias: ${reasonText(error)}. Tente novamente mais tarde.`
}
