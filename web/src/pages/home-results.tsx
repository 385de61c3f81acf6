import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { useFilterOptions, useFilters } from '../features/barbershops/filters/filter-bar.tsx'
import { type NearbyFilters, toNearbyQuery } from '../features/barbershops/filters/rules.ts'
import { FilterChips, MapToggle, NearbyHeader, useResultsMap } from '../features/barbershops/listing/nearby-header.tsx'
import { type Nearby, NearbyList, useNearby } from '../features/barbershops/listing/nearby-list.tsx'
import { lastMinuteCountQuery, type NearbyQuery } from '../features/barbershops/queries.ts'
import type { Coordinates } from '../lib/geolocation.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { fresh } from '../lib/query-client.ts'
import { useUser } from '../lib/session.ts'
import { MissingPart, Skeleton } from '../ui/loading.tsx'
import { useCardRenderer } from './barbershop-cards.tsx'

/** Cards above the fold on a wide screen: their images load eagerly. */
const EAGER_CARDS = 2

/** Loaded when nothing is found. */
const EmptyResults = lazyPart(() => import('./empty-results.tsx').then((module) => module.EmptyResults), MissingPart)

/** Phones show the filters in a sheet. */
const FilterCard = lazyPart(
  async () => (await import('../features/barbershops/filters/filter-panel.tsx')).FilterCard,
  MissingPart,
)

/** Leaflet and all that is on the map, downloaded when the map is first shown. */
const HomeMap = lazyPart(() => import('./home-map.tsx').then((module) => module.HomeMap), MissingPart)

/** Not downloaded without a session. */
const BookAgainPart = lazyPart(
  () => import('./own-visits.tsx').then((module) => module.BookAgainPart),
  () => null,
)

/** Loaded where there are any: most places have no last-minute slot. */
const LastMinuteRow = lazyPart(
  () => import('../features/last-minute/last-minute-row.tsx').then((module) => module.LastMinuteRow),
  () => null,
)

type HomeResultsProps = {
  coordinates: Coordinates
  onChangeLocation: () => void
  /** The map of the location with a dot for each of these. */
  renderDialog: (dots: Nearby['items']) => ReactNode
}

/** What was found: the filters beside it on a desktop, their chips above it, and the list. */
export function HomeResults({ coordinates, onChangeLocation, renderDialog }: HomeResultsProps) {
  const options = useFilterOptions()
  const [filters, onChange] = useFilters()
  // A tap is shown by the filter itself first; the list follows.
  const query = toNearbyQuery(coordinates, useDeferredValue(filters))
  const nearby = useNearby(query)
  const filterPanel = { ...options, position: coordinates, filters, onChange }
  return (
    <>
      <div className="items-start gap-6 md:mt-5 md:grid md:grid-cols-[min(15.5rem,35%)_minmax(0,1fr)] lg:grid-cols-[min(17rem,29%)_minmax(0,1fr)]">
        <aside className="sticky top-4 hidden md:block">
          <Suspense>
            <FilterCard {...filterPanel} />
          </Suspense>
        </aside>
        <div className="min-w-0">
          <FilterChips {...filterPanel} total={nearby.isLoaded || nearby.items.length > 0 ? nearby.total : undefined} />
          <NearbySection
            nearby={nearby}
            query={query}
            filters={filters}
            onChange={onChange}
            onChangeLocation={onChangeLocation}
          />
          <NearLastMinute position={query} />
        </div>
      </div>
      <OwnBookAgain />
      {renderDialog(nearby.items)}
    </>
  )
}

/** Below the list: it is known late, and must not move what is being read. */
function NearLastMinute({ position }: { position: NearbyQuery }) {
  const { data } = useQuery({ ...lastMinuteCountQuery(position), staleTime: fresh.short, refetchOnWindowFocus: true })
  return <Suspense>{data && data.pagination.total > 0 && <LastMinuteRow position={position} />}</Suspense>
}

/**
 * By itself, because a change of the session would update the filters before their code has arrived, and remove their HTML. The boundary
 * comes with the user: in one that is shown already, the session would wait for the code.
 */
function OwnBookAgain() {
  const user = useUser()
  if (!user) return null
  return (
    <Suspense>
      <BookAgainPart />
    </Suspense>
  )
}

/** Beside the list on a desktop, where it stays in view. On a phone in place of it, between the chips and the navigation. */
const mapClass = 'h-[calc(100dvh-13rem)] min-h-96 lg:sticky lg:top-4 lg:h-[calc(100dvh-2rem)]'

type NearbySectionProps = {
  nearby: Nearby
  query: NearbyQuery
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
  onChangeLocation: () => void
}

function NearbySection({ nearby, query, filters, onChange, onChangeLocation }: NearbySectionProps) {
  const map = useResultsMap()
  const { isShown } = map
  const renderCard = useCardRenderer(nearby.items, EAGER_CARDS, { isNarrow: isShown, filter: query })
  return (
    <section
      aria-labelledby="nearby-title"
      aria-busy={nearby.isBusy}
      className="grid grid-cols-1 gap-2.5 md:mt-5 md:gap-4"
    >
      <NearbyHeader nearby={nearby} radiusInKm={query.radiusInKm}>
        <MapToggle {...map} />
      </NearbyHeader>
      <div className={isShown ? 'lg:grid lg:grid-cols-2 lg:items-start lg:gap-4' : undefined}>
        <div className={isShown ? 'hidden lg:block' : undefined}>
          <NearbyList
            nearby={nearby}
            isNarrow={isShown}
            renderCard={(barbershop, index) => (
              <MapPartner id={barbershop.id} map={map}>
                {renderCard(barbershop, index)}
              </MapPartner>
            )}
            empty={
              <Suspense>
                <EmptyResults query={query} filters={filters} onChange={onChange} onChangeLocation={onChangeLocation} />
              </Suspense>
            }
          />
        </div>
        {isShown && <MapPart query={query} map={map} />}
      </div>
    </section>
  )
}

type ResultsMapState = ReturnType<typeof useResultsMap>

function MapPart({ query, map: { highlightedId, highlight } }: { query: NearbyQuery; map: ResultsMapState }) {
  return (
    <div className={mapClass}>
      <Suspense fallback={<Skeleton className="h-full" />}>
        <HomeMap query={query} highlightedId={highlightedId} onHighlight={highlight} />
      </Suspense>
    </div>
  )
}

type MapPartnerProps = { id: string; map: ResultsMapState; children: ReactNode }

/** A card of the list, which highlights its pin and is highlighted with it. */
function MapPartner({ id, map: { isShown, highlightedId, highlight }, children }: MapPartnerProps) {
  const isHighlighted = isShown && id === highlightedId
  const start = () => highlight(id)
  const end = () => highlight(undefined)
  const follow = { onPointerEnter: start, onPointerLeave: end, onFocus: start, onBlur: end }
  return (
    <div
      data-barbershop={id}
      {...(isShown && follow)}
      className={clsx('h-full rounded-card', isHighlighted && 'outline-2 outline-offset-2 outline-navy')}
    >
      {children}
    </div>
  )
}
