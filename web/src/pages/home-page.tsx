import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { SearchButton } from '../app/header.tsx'
import { slotsTodayQuery } from '../features/availability/slots-today/queries.ts'
import { filterParameters, parseFilters, toNearbyQuery } from '../features/barbershops/filters/rules.ts'
import { Hero } from '../features/barbershops/hero/hero.tsx'
import { featuredQuery, filtersQuery, nearbyQuery } from '../features/barbershops/queries.ts'
import { LazyLocationDialog, LocationBar, useHomePosition } from '../features/places/map/location-bar.tsx'
import {
  DEFAULT_POSITION,
  parsePosition,
  placeNameQuery,
  positionParameters,
} from '../features/places/use-search-position.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { loadNothing, loadQueries } from '../lib/query-client.ts'
import { useUser } from '../lib/session.ts'
import type { PageHandle } from '../lib/site.ts'
import { Icon } from '../ui/icon.tsx'
import { HomeResults } from './home-results.tsx'

/** A link that is shared with a position and filters shows their barbershops before any script has run. */
export const handle: PageHandle = { parameters: [...positionParameters, ...filterParameters] }

/** With the slots of the first cards: their times and 'Agendar' are links before any script has run. */
async function prefetchCards(client: QueryClient, query: ReturnType<typeof toNearbyQuery>) {
  const nearby = nearbyQuery(query)
  await client.prefetchInfiniteQuery(nearby)
  const ids = client.getQueryData(nearby.queryKey)?.pages.flatMap(({ barbershops }) => barbershops.map(({ id }) => id))
  if (ids?.length) await client.prefetchQuery(slotsTodayQuery(ids, query))
}

export function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams
  const position = parsePosition(params) ?? DEFAULT_POSITION
  const query = toNearbyQuery(position, parseFilters(params))
  return loadQueries((client) =>
    Promise.all([
      client.prefetchQuery(filtersQuery()),
      prefetchCards(client, query),
      client.prefetchQuery(featuredQuery(query)),
      client.prefetchQuery(placeNameQuery(position)),
    ]),
  )
}

export const clientLoader = loadNothing

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Barbearias perto de você, com horário livre de verdade',
    description:
      'Encontre as melhores barbearias próximas a você, veja o horário livre de verdade e marque em menos de um minuto. Sem comissão, sempre.',
    path: paths.home(),
  })
}

/** A phone's search, in the place of a field; it opens the sheet with the field. */
function BandSearch() {
  return (
    <search>
      <SearchButton className="flex min-h-11 w-full items-center gap-2.5 rounded-control border border-line bg-card px-3.5 text-left text-mute focus-visible:outline-white">
        <Icon name="search" />
        <span className="sr-only">Buscar barbearias: </span>
        <span className="truncate">Buscar por nome, serviço, bairro...</span>
      </SearchButton>
    </search>
  )
}

/** Not downloaded without a session. */
const OwnVisits = lazyPart(
  () => import('./own-visits.tsx').then((module) => module.OwnVisits),
  () => null,
)

/** By itself, so that the session renders nothing else of the page again. Only in the browser, which knows the user. */
function OwnToday() {
  const user = useUser()
  if (!user) return null
  return (
    <Suspense>
      <OwnVisits />
    </Suspense>
  )
}

export default function HomePage() {
  const [isMapOpen, setMapOpen] = useState(false)
  const position = useHomePosition()
  const openMap = () => setMapOpen(true)
  return (
    <>
      <OwnToday />
      <Hero locationBar={<LocationBar position={position} onChange={openMap} />} search={<BandSearch />} />
      <HomeResults
        coordinates={position.coordinates}
        onChangeLocation={openMap}
        renderDialog={(dots) => (
          <LazyLocationDialog isOpen={isMapOpen} onClose={() => setMapOpen(false)} position={position} dots={dots} />
        )}
      />
    </>
  )
}
