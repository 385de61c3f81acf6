import { lazy, Suspense, useDeferredValue, useState } from 'react'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { filterParameters, parseFilters, toNearbyQuery } from '../features/barbershops/filters/rules.ts'
import { useFilterOptions, useFilters } from '../features/barbershops/filters/use-filters.ts'
import { Hero, heroPreload } from '../features/barbershops/hero/hero.tsx'
import { NearbyHeader } from '../features/barbershops/listing/nearby-header.tsx'
import { FeaturedStrip, NearbyList, NothingFound, useNearby } from '../features/barbershops/listing/nearby-list.tsx'
import { featuredQuery, filtersQuery, nearbyQuery } from '../features/barbershops/queries.ts'
import { LazyLocationDialog, LocationBar } from '../features/places/location-bar.tsx'
import { placeNameQuery } from '../features/places/queries.ts'
import { DEFAULT_POSITION, parsePosition, positionParameters } from '../features/places/rules.ts'
import { useHomePosition } from '../features/places/use-home-position.ts'
import { loadNothing, loadQueries } from '../lib/load-queries.ts'
import { pageMeta } from '../lib/page-meta.ts'
import type { PageHandle } from '../lib/page-url.ts'
import { useCardRenderer } from './barbershop-cards.tsx'

/** Cards above the fold on a wide screen: their images load eagerly. */
const EAGER_CARDS = 2

/** A link that is shared with a position and filters shows their barbershops before any script has run. */
export const handle: PageHandle = { parameters: [...positionParameters, ...filterParameters] }

export function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const position = parsePosition(params) ?? DEFAULT_POSITION
  const query = toNearbyQuery(position, parseFilters(params))
  return loadQueries((client) =>
    Promise.all([
      client.prefetchQuery(filtersQuery()),
      client.prefetchInfiniteQuery(nearbyQuery(query)),
      client.prefetchQuery(featuredQuery(query)),
      client.prefetchQuery(placeNameQuery(position)),
    ]),
  )
}

export const clientLoader = loadNothing

export function links() {
  return [heroPreload]
}

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Barbearias perto de você, com horário livre de verdade',
    description:
      'Encontre as melhores barbearias próximas a você, veja o horário livre de verdade e marque em menos de um minuto. Sem comissão, sempre.',
    path: paths.home(),
  })
}

/** Loaded when nothing is open. */
const FirstToOpen = lazy(async () => ({ default: (await import('./first-to-open.tsx')).FirstToOpen }))

/** Its HTML is there from the start; its code comes after that of the list. Phones show the filters in a sheet. */
const FilterCard = lazy(() =>
  import('../features/barbershops/filters/filter-panel.tsx').then((module) => ({ default: module.FilterCard })),
)

type Home = ReturnType<typeof useHome>

function useHome() {
  const position = useHomePosition()
  const [filters, onChange] = useFilters()
  // A tap is shown by the filter itself first; the list follows.
  const query = toNearbyQuery(position.coordinates, useDeferredValue(filters))
  const nearby = useNearby(query)
  const options = useFilterOptions()
  return { position, nearby, query, filterPanel: { ...options, filters, onChange } }
}

export default function HomePage() {
  const [isMapOpen, setMapOpen] = useState(false)
  const home = useHome()
  const { position, nearby, filterPanel } = home
  const openMap = () => setMapOpen(true)
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-7">
      <Hero locationBar={<LocationBar position={position} onChange={openMap} />} />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[15.5rem_1fr] lg:grid-cols-[17rem_1fr]">
        <aside data-late className="sticky top-4 hidden md:block">
          <Suspense>
            <FilterCard {...filterPanel} />
          </Suspense>
        </aside>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <FeaturedStrip shops={nearby.featured} isStale={nearby.isPending} />
          <NearbySection home={home} onChangeLocation={openMap} />
        </div>
      </div>
      <LazyLocationDialog
        isOpen={isMapOpen}
        onClose={() => setMapOpen(false)}
        position={position}
        dots={nearby.items}
      />
    </div>
  )
}

function NearbySection({ home, onChangeLocation }: { home: Home; onChangeLocation: () => void }) {
  const { nearby, query, filterPanel } = home
  const { filters, onChange } = filterPanel
  const renderCard = useCardRenderer(nearby.items, EAGER_CARDS)
  return (
    <section aria-labelledby="nearby-title" aria-busy={nearby.isPending} className="grid grid-cols-1 gap-4">
      <NearbyHeader nearby={nearby} radiusInKm={query.radiusInKm} {...filterPanel} />
      <div>
        <NearbyList
          nearby={nearby}
          renderCard={renderCard}
          empty={
            <div className="grid gap-4">
              <Suspense>{filters.isOpenNow && <FirstToOpen query={query} />}</Suspense>
              <NothingFound {...{ filters, onChange, onChangeLocation }} />
            </div>
          }
        />
      </div>
    </section>
  )
}
