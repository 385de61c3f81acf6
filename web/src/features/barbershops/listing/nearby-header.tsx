import { barbershopOrders, type FilterOptions } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { FilterBadges, FilterButton, QuickFilters } from '../filters/filter-bar.tsx'
import { mapParameter, type NearbyFilters } from '../filters/rules.ts'
import type { Nearby } from './nearby-list.tsx'
import { describeTotal, LayoutSwitch } from './nearby-list.tsx'

type FilterChipsProps = {
  /** Undefined until it is known. */
  total: number | undefined
  /** Undefined while loading. */
  options: FilterOptions | undefined
  position: Coordinates
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
  onRetry: (() => void) | undefined
}

/** Filters and order in one row, which on a phone scrolls sideways and stays in sight above the list: what most need comes first. */
export function FilterChips({ total, ...panel }: FilterChipsProps) {
  const { filters, onChange } = panel
  return (
    <div className="sticky top-0 z-10 -mx-5 flex scroll-px-5 gap-2 [scrollbar-width:none] overflow-x-auto bg-paper px-5 py-2 md:static md:mx-0 md:flex-wrap md:items-center md:overflow-visible md:p-0">
      <FilterButton {...panel} total={total} />
      <OrderChoice filters={filters} onChange={onChange} />
      <FilterBadges filters={filters} onChange={onChange} />
      <QuickFilters filters={filters} onChange={onChange} />
      <LayoutSwitch />
    </div>
  )
}

const orderLabels = {
  distance: 'Distância',
  rating: 'Avaliação',
  price: 'Preço',
  popularity: 'Popularidade',
  nextFree: 'Próximo horário',
  soonest: 'Quem atende antes',
}
const orderOptions = barbershopOrders.map((value) => ({ value, label: orderLabels[value] }))

function OrderChoice({ filters, onChange }: Pick<FilterChipsProps, 'filters' | 'onChange'>) {
  return (
    <label htmlFor="order" className="flex shrink-0 items-center gap-2 text-sm">
      <Icon name="sort" className="size-5 text-mute md:hidden" />
      <span className="whitespace-nowrap text-mute max-md:sr-only">Ordenar por:</span>
      <span className="w-40">
        <Select
          id="order"
          options={orderOptions}
          value={filters.sort}
          onChange={(value) =>
            onChange({ ...filters, sort: barbershopOrders.find((order) => order === value) ?? 'distance' })
          }
          className="min-h-11! rounded-full! border-line font-semibold"
        />
      </span>
    </label>
  )
}

type NearbyHeaderProps = {
  nearby: Nearby
  radiusInKm: number
  /** Beside the heading, for example other ways to see the results. At most 28 px high on a phone. */
  children?: ReactNode
}

/** The heading of the list with its total. */
export function NearbyHeader({ nearby, radiusInKm, children }: NearbyHeaderProps) {
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="nearby-title" className="text-lg leading-[1.75rem] md:text-2xl">
          Barbearias Próximas
        </h2>
        {children}
      </div>
      <p role="status" className="min-h-5 text-xs text-mute tabular-nums md:min-h-6 md:text-base">
        {nearby.isBusy && 'Procurando barbearias...'}
        {nearby.isLoaded && describeTotal(nearby.total, radiusInKm)}
      </p>
    </header>
  )
}

const views = [
  { value: 'list', label: 'Lista' },
  { value: 'map', label: 'Mapa' },
] as const

const subscribe = () => () => {}

/**
 * Whether the results are shown on a map, and which barbershop the list and the map highlight. The URL has it, and "back" leaves the
 * map. The server does not read that parameter: it renders the list, which the page hydrates first.
 */
export function useResultsMap() {
  const [params, changeUrl] = useUrlParams()
  const [highlightedId, highlight] = useState<string>()
  const isShown = useSyncExternalStore(
    subscribe,
    () => params.get(mapParameter) === '1',
    () => false,
  )

  function show(isMap: boolean) {
    const write = (current: URLSearchParams) => {
      const next = new URLSearchParams(current)
      if (isMap) next.set(mapParameter, '1')
      else next.delete(mapParameter)
      return next
    }
    void changeUrl(write, { isNewEntry: true })
  }

  return { isShown, show, highlightedId, highlight }
}

type MapToggleProps = Pick<ReturnType<typeof useResultsMap>, 'isShown' | 'show'>

/** As high as the heading beside it; the area that reacts has 44 px. */
export function MapToggle({ isShown, show }: MapToggleProps) {
  return (
    <fieldset aria-label="Ver resultados como" className="inline-flex shrink-0 rounded-full border border-line bg-card">
      {views.map(({ value, label }) => {
        const isChosen = isShown === (value === 'map')
        return (
          <button
            key={value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => show(value === 'map')}
            className={clsx(
              'relative min-h-6.5 rounded-full px-3.5 text-sm font-semibold transition-colors after:absolute after:inset-x-0 after:-inset-y-2.5 md:min-h-9',
              isChosen ? 'bg-ink text-paper' : 'text-mute hover:text-ink',
            )}
          >
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
