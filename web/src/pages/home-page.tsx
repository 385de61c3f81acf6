import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { LoaderFunctionArgs, MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { useSlotsToday } from '../features/availability/slots-today/queries.ts'
import { SlotsTodayRuler } from '../features/availability/slots-today/slots-today-ruler.tsx'
import { BarbershopCard } from '../features/barbershops/card/barbershop-card.tsx'
import { BookButton } from '../features/barbershops/card/book-button.tsx'
import { FilterBadges, FilterButton, QuickFilters } from '../features/barbershops/filters/filter-bar.tsx'
import { FilterCard } from '../features/barbershops/filters/filter-panel.tsx'
import { parseFilters, toNearbyQuery } from '../features/barbershops/filters/rules.ts'
import { useFilters } from '../features/barbershops/filters/use-filters.ts'
import { Hero, heroPreload } from '../features/barbershops/hero/hero.tsx'
import { ListToolbar } from '../features/barbershops/listing/nearby-header.tsx'
import { FeaturedStrip, NearbyList, NothingFound, useNearby } from '../features/barbershops/listing/nearby-list.tsx'
import { describeTotal } from '../features/barbershops/listing/rules.ts'
import { featuredQuery, filtersQuery, nearbyQuery } from '../features/barbershops/queries.ts'
import { FavoriteButton } from '../features/favorites/favorite-button.tsx'
import { LocationBar } from '../features/places/location-bar.tsx'
import { placeNameQuery } from '../features/places/queries.ts'
import { DEFAULT_POSITION, parsePosition } from '../features/places/rules.ts'
import { useHomePosition } from '../features/places/use-home-position.ts'
import { barbersQuery } from '../features/staff/queries.ts'
import { loadNothing, loadQueries } from '../lib/load-queries.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useSite } from '../lib/site.ts'
import { Button } from '../ui/button.tsx'

const LocationDialog = lazy(() =>
  import('../features/places/map/location-dialog.tsx').then(({ LocationDialog: component }) => ({
    default: component,
  })),
)

/** Cards that a wide screen shows at once: their pictures are worth the first bytes. */
const EAGER_CARDS = 2

export function loader({ request }: LoaderFunctionArgs) {
  const address = new URL(request.url).searchParams
  const place = parsePosition(address) ?? DEFAULT_POSITION
  const query = toNearbyQuery(place, parseFilters(address))
  return loadQueries((client) =>
    Promise.all([
      client.prefetchQuery(filtersQuery()),
      client.prefetchInfiniteQuery(nearbyQuery(query)),
      client.prefetchQuery(featuredQuery(query)),
      client.prefetchQuery(placeNameQuery(place)),
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

type Home = ReturnType<typeof useHome>

/** The place, what is wished for, and what stands near. */
function useHome() {
  const [wishes, onChange] = useFilters()
  const place = useHomePosition()
  const query = toNearbyQuery(place.coordinates, wishes)
  const nearby = useNearby(query)
  const { data: options } = useQuery(filtersQuery())
  return { place, nearby, radiusInKm: query.radiusInKm, filters: { options, wishes, onChange } }
}

export default function HomePage() {
  const [isMapOpen, setMapOpen] = useState(false)
  const home = useHome()
  const { place, nearby, filters } = home
  const openMap = () => setMapOpen(true)
  return (
    <div className="grid grid-cols-1 gap-6 md:gap-7">
      <Hero placeBar={<LocationBar place={place} onChange={openMap} />} />
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[15.5rem_1fr] lg:grid-cols-[17rem_1fr]">
        <aside className="sticky top-4 hidden md:block">
          <FilterCard {...filters} />
        </aside>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <FeaturedStrip shops={nearby.featured} isOld={nearby.isPending} />
          <section aria-labelledby="nearby-title" aria-busy={nearby.isPending} className="grid grid-cols-1 gap-4">
            <NearbyHeader home={home} />
            <NearbyCards home={home} onChangePlace={openMap} />
          </section>
        </div>
      </div>
      <PlaceDialog isOpen={isMapOpen} onClose={() => setMapOpen(false)} home={home} />
    </div>
  )
}

function NearbyHeader({ home: { nearby, radiusInKm, filters } }: { home: Home }) {
  const { wishes, onChange } = filters
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="nearby-title" className="text-2xl">
            Barbearias Próximas
          </h2>
          <p role="status" className="min-h-12 text-mute md:min-h-6 tabular-nums">
            {nearby.isPending && 'Procurando barbearias...'}
            {nearby.hasAnswer && describeTotal(nearby.total, radiusInKm)}
          </p>
        </div>
        <ListToolbar wishes={wishes} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative -mx-5 flex min-w-0 gap-2 [scrollbar-width:none] overflow-x-auto px-5 py-0.5 md:mx-0 md:px-0">
          <FilterButton {...filters} total={nearby.total} />
          <QuickFilters wishes={wishes} onChange={onChange} />
        </div>
        <FilterBadges wishes={wishes} onChange={onChange} />
      </div>
    </>
  )
}

function NearbyCards({ home: { nearby, filters }, onChangePlace }: { home: Home; onChangePlace: () => void }) {
  const timesOf = useSlotsToday(nearby.shops.map(({ id }) => id))
  const queryClient = useQueryClient()
  const changePlace = (
    <Button variant="outline" onClick={onChangePlace}>
      Alterar localização
    </Button>
  )
  return (
    <div>
      <NearbyList
        nearby={nearby}
        nothingFound={<NothingFound wishes={filters.wishes} onChange={filters.onChange} changePlace={changePlace} />}
        renderCard={(shop, layout, index) => (
          <BarbershopCard
            barbershop={shop}
            layout={layout}
            isEager={index < EAGER_CARDS}
            action={<FavoriteButton barbershop={shop} />}
            ruler={<SlotsTodayRuler times={timesOf(shop.id)} />}
            book={<BookButton barbershop={shop} loadBarbers={(id) => queryClient.ensureQueryData(barbersQuery(id))} />}
          />
        )}
      />
    </div>
  )
}

/** Fetched when it is first opened, and kept from then on. */
function PlaceDialog({ isOpen, onClose, home }: { isOpen: boolean; onClose: () => void; home: Home }) {
  const [wasOpened, setOpened] = useState(false)
  const site = useSite()
  if (isOpen && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <LocationDialog
        isOpen={isOpen}
        onClose={onClose}
        place={home.place}
        dots={home.nearby.shops}
        tilesUrl={site?.tilesUrl ?? ''}
      />
    </Suspense>
  )
}
