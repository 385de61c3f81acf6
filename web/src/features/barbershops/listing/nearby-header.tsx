import { barbershopOrders, type FilterOptions } from '@na-regua/contract/barbershops'
import { Select } from '../../../ui/select.tsx'
import { FilterBadges, FilterButton, QuickFilters } from '../filters/filter-bar.tsx'
import type { NearbyFilters } from '../filters/rules.ts'
import { LayoutSwitch } from './list-layout.tsx'
import type { Nearby } from './nearby-list.tsx'
import { describeTotal } from './rules.ts'

type NearbyHeaderProps = {
  nearby: Nearby
  radiusInKm: number
  /** Undefined while loading. */
  options: FilterOptions | undefined
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
  onRetry: (() => void) | undefined
}

/** The heading of the list with its total, its order and the active filters. */
export function NearbyHeader({ nearby, radiusInKm, ...panel }: NearbyHeaderProps) {
  const { filters, onChange } = panel
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="nearby-title" className="text-2xl">
            Barbearias Próximas
          </h2>
          <p role="status" className="min-h-12 text-mute md:min-h-6 tabular-nums">
            {nearby.isPending && 'Procurando barbearias...'}
            {nearby.isLoaded && describeTotal(nearby.total, radiusInKm)}
          </p>
        </div>
        <ListToolbar filters={filters} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative -mx-5 flex min-w-0 gap-2 [scrollbar-width:none] overflow-x-auto px-5 py-0.5 md:mx-0 md:px-0">
          <FilterButton {...panel} total={nearby.total} />
          <QuickFilters filters={filters} onChange={onChange} />
        </div>
        <FilterBadges filters={filters} onChange={onChange} />
      </div>
    </>
  )
}

const orderLabels = {
  distance: 'Distância',
  rating: 'Avaliação',
  price: 'Preço',
  popularity: 'Popularidade',
  nextFree: 'Próximo horário',
}
const orderOptions = barbershopOrders.map((value) => ({ value, label: orderLabels[value] }))

function ListToolbar({ filters, onChange }: Pick<NearbyHeaderProps, 'filters' | 'onChange'>) {
  return (
    <div className="flex w-full items-center gap-3 md:w-auto">
      <label htmlFor="order" className="flex min-w-0 flex-1 items-center gap-2.5 text-sm">
        <span className="whitespace-nowrap text-mute">Ordenar por:</span>
        <span className="min-w-0 flex-1 md:w-40">
          <Select
            id="order"
            options={orderOptions}
            value={filters.sort}
            onChange={(value) =>
              onChange({ ...filters, sort: barbershopOrders.find((order) => order === value) ?? 'distance' })
            }
          />
        </span>
      </label>
      <LayoutSwitch />
    </div>
  )
}
