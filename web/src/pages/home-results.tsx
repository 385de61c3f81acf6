import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, Suspense } from 'react'
import type { useFilterOptions } from '../features/barbershops/filters/filter-bar.tsx'
import type { NearbyFilters } from '../features/barbershops/filters/rules.ts'
import { FilterChips, MapToggle, NearbyHeader, useResultsMap } from '../features/barbershops/listing/nearby-header.tsx'
import { type Nearby, NearbyList } from '../features/barbershops/listing/nearby-list.tsx'
import { lastMinuteCountQuery, type NearbyQuery } from '../features/barbershops/queries.ts'
import { lazyPart } from '../lib/after-paint.ts'
import { fresh } from '../lib/query-client.ts'
import { useSession } from '../lib/session.ts'
import { MissingPart, Skeleton } from '../ui/loading.tsx'
import { useCardRenderer } from './barbershop-cards.tsx'

/** Cards above the fold on a wide screen: their images load eagerly. */
const EAGER_CARDS = 2

/** Loaded when nothing is found. */
const EmptyResults = lazyPart(() => import('./empty-results.tsx').then((module) => module.EmptyResults), MissingPart)

/** Its HTML is there from the start; its code comes after that of the list. Phones show the filters in a sheet. */
const FilterCard = lazyPart(
  () => import('../features/barbershops/filters/filter-panel.tsx').then((module) => module.FilterCard),
  'section',
)

/** Leaflet and all that is on the map, downloaded when the map is first shown. */
const HomeMap = lazyPart(() => import('./home-map.tsx').then((module) => module.HomeMap), MissingPart)

/** Not downloaded without a session. */
const BookAgain = lazyPart(
  () => import('./book-again.tsx').then((module) => module.BookAgain),
  () => null,
)

/** Loaded where there are any: most places have no last-minute slot. */
const LastMinuteRow = lazyPart(
  () => import('../features/last-minute/last-minute-row.tsx').then((module) => module.LastMinuteRow),
  () => null,
)

type HomeResultsProps = {
  nearby: Nearby
  query: NearbyQuery
  filterPanel: ReturnType<typeof useFilterOptions> & {
    filters: NearbyFilters
    onChange: (filters: NearbyFilters) => void
  }
  onChangeLocation: () => void
}

/** What was found: the filters beside it on a desktop, their chips above it, and the list. */
export function HomeResults(props: HomeResultsProps) {
  const { nearby, filterPanel } = props
  return (
    <>
      <div className="items-start gap-6 md:mt-7 md:grid md:grid-cols-[15.5rem_minmax(0,1fr)] lg:grid-cols-[17rem_minmax(0,1fr)]">
        <aside data-late className="sticky top-4 hidden md:block">
          <Suspense>
            <FilterCard {...filterPanel} />
          </Suspense>
        </aside>
        <div className="min-w-0">
          <FilterChips {...filterPanel} total={nearby.total} />
          <NearbySection {...props} />
          <NearLastMinute position={props.query} />
        </div>
      </div>
      <OwnBookAgain />
    </>
  )
}

/** Below the list: it is known late, and must not move what is being read. */
function NearLastMinute({ position }: { position: NearbyQuery }) {
  const { data } = useQuery({ ...lastMinuteCountQuery(position), staleTime: fresh.short, refetchOnWindowFocus: true })
  return <Suspense>{data && data.pagination.total > 0 && <LastMinuteRow position={position} />}</Suspense>
}

/** By itself, because a change of the session would update the filters before their code has arrived, and remove their HTML. */
function OwnBookAgain() {
  const { user } = useSession()
  return <Suspense>{user && <BookAgain />}</Suspense>
}

/** Beside the list on a desktop, where it stays in view. On a phone in place of it, between the chips and the navigation. */
const mapClass = 'h-[calc(100dvh-13rem)] min-h-96 lg:sticky lg:top-4 lg:h-[calc(100dvh-2rem)]'

function NearbySection({ nearby, query, filterPanel, onChangeLocation }: HomeResultsProps) {
  const { filters, onChange } = filterPanel
  const map = useResultsMap()
  const { isShown } = map
  const renderCard = useCardRenderer(nearby.items, EAGER_CARDS, { isNarrow: isShown, filter: query })
  return (
    <section
      aria-labelledby="nearby-title"
      aria-busy={nearby.isPending}
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
                <EmptyResults {...{ query, filters, onChange, onChangeLocation }} />
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is inside is interactive; this only follows pointer and focus.
    <div
      data-barbershop={id}
      onPointerEnter={() => highlight(id)}
      onPointerLeave={() => highlight(undefined)}
      onFocus={() => highlight(id)}
      onBlur={() => highlight(undefined)}
      className={clsx('h-full rounded-card', isHighlighted && 'outline-2 outline-offset-2 outline-navy')}
    >
      {children}
    </div>
  )
}
