import { Suspense } from 'react'
import type { NearbyFilters } from '../features/barbershops/filters/rules.ts'
import type { useFilterOptions } from '../features/barbershops/filters/use-filters.ts'
import { FilterChips, NearbyHeader } from '../features/barbershops/listing/nearby-header.tsx'
import { type Nearby, NearbyList, NothingFound } from '../features/barbershops/listing/nearby-list.tsx'
import type { NearbyQuery } from '../features/barbershops/queries.ts'
import { lazyPart } from '../lib/after-paint.ts'
import { useCardRenderer } from './barbershop-cards.tsx'

/** Cards above the fold on a wide screen: their images load eagerly. */
const EAGER_CARDS = 2

/** Loaded when nothing is open. */
const FirstToOpen = lazyPart(
  () => import('./first-to-open.tsx').then((module) => module.FirstToOpen),
  () => null,
)

/** Its HTML is there from the start; its code comes after that of the list. Phones show the filters in a sheet. */
const FilterCard = lazyPart(
  () => import('../features/barbershops/filters/filter-panel.tsx').then((module) => module.FilterCard),
  'section',
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
    <div className="items-start gap-6 md:mt-7 md:grid md:grid-cols-[15.5rem_minmax(0,1fr)] lg:grid-cols-[17rem_minmax(0,1fr)]">
      <aside data-late className="sticky top-4 hidden md:block">
        <Suspense>
          <FilterCard {...filterPanel} />
        </Suspense>
      </aside>
      <div className="min-w-0">
        <FilterChips {...filterPanel} total={nearby.total} />
        <NearbySection {...props} />
      </div>
    </div>
  )
}

function NearbySection({ nearby, query, filterPanel, onChangeLocation }: HomeResultsProps) {
  const { filters, onChange } = filterPanel
  const renderCard = useCardRenderer(nearby.items, EAGER_CARDS)
  return (
    <section
      aria-labelledby="nearby-title"
      aria-busy={nearby.isPending}
      className="grid grid-cols-1 gap-2.5 md:mt-5 md:gap-4"
    >
      <NearbyHeader nearby={nearby} radiusInKm={query.radiusInKm} />
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
