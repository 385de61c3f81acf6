import type { FilterOptions } from '@na-regua/contract/barbershops'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { useToday } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { ChipGroup, Features, LastMinuteChoice, listFilterChoices, useCountOf } from './filter-choices.tsx'
import { OtherDayField, ServiceField } from './filter-fields.tsx'
import { clearChoices, countChoices, type NearbyFilters } from './rules.ts'

type FilterPanelProps = {
  /** Undefined while loading. */
  options: FilterOptions | undefined
  /** Around which the choices are counted. */
  position: Coordinates
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
  onRetry: (() => void) | undefined
}

function PanelSkeleton() {
  return (
    <div className="grid gap-3">
      <p className="sr-only">Carregando filtros</p>
      {['w-24', 'w-full', 'w-11/12', 'w-20', 'w-5/6', 'w-3/4'].map((width) => (
        <Skeleton key={width} className={`h-9 ${width}`} />
      ))}
    </div>
  )
}

/** Choosing the active option again clears it. */
export function FilterPanel({ options, onRetry, ...panel }: FilterPanelProps) {
  if (onRetry)
    return (
      <div className="grid gap-3">
        Os filtros não carregaram.
        <Button variant="outline" onClick={onRetry}>
          Tentar novamente
        </Button>
      </div>
    )
  return options ? <LoadedPanel {...panel} options={options} /> : <PanelSkeleton />
}

type LoadedPanelProps = Omit<FilterPanelProps, 'options' | 'onRetry'> & { options: FilterOptions }

function LoadedPanel({ options, position, filters, onChange }: LoadedPanelProps) {
  const { days, dayParts, waits, lastMinute, distances, ratings, priceRanges, features } = listFilterChoices(
    options,
    filters,
    useToday(),
  )
  const countOf = useCountOf(position, [
    ...days,
    ...dayParts,
    ...waits,
    ...lastMinute,
    ...distances,
    ...ratings,
    ...priceRanges,
    ...features,
  ])
  const shared = { countOf, onChange }
  return (
    <div className="grid grid-cols-1 gap-6">
      <ServiceField filters={filters} onChange={onChange} />
      <div className="grid grid-cols-1 gap-2.5">
        <ChipGroup legend="Dia" choices={days} {...shared} />
        <OtherDayField filters={filters} onChange={onChange} />
      </div>
      <ChipGroup legend="Período" choices={dayParts} {...shared} />
      <ChipGroup legend="Sem hora marcada" choices={waits} {...shared} />
      <LastMinuteChoice choices={lastMinute} {...shared} />
      <ChipGroup legend="Distância" choices={distances} {...shared} />
      <ChipGroup legend="Avaliação" choices={ratings} {...shared} />
      <ChipGroup legend="Faixa de preço" choices={priceRanges} {...shared} />
      <Features choices={features} {...shared} />
    </div>
  )
}

/** The filter panel on a desktop: sticky beside the list. */
export function FilterCard(props: Parameters<typeof FilterPanel>[0]) {
  const { filters, onChange } = props
  return (
    <section
      aria-labelledby="filter-title"
      className="sticky top-4 flex max-h-[calc(100dvh-2rem)] flex-col rounded-card border border-line bg-card"
    >
      <header className="flex min-h-14 items-center justify-between gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 id="filter-title" className="text-xl">
          Filtros
        </h2>
        <button
          type="button"
          disabled={countChoices(filters) === 0}
          onClick={() => onChange(clearChoices(filters))}
          className="min-h-11 rounded-control px-2 text-sm font-semibold text-navy underline-offset-4 hover:underline disabled:text-mute disabled:no-underline"
        >
          Limpar tudo
        </button>
      </header>
      <div className="overflow-y-auto overscroll-contain p-4">
        <FilterPanel {...props} />
      </div>
    </section>
  )
}

type FilterSheetProps = Parameters<typeof FilterPanel>[0] & {
  isOpen: boolean
  onClose: () => void
  closeLabel: string
}

/** The filter panel on a phone. */
export function FilterSheet({ isOpen, onClose, closeLabel, ...panel }: FilterSheetProps) {
  /** Esc removes a field that has the focus without a blur event, in which it commits what was just typed. */
  function close() {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
  }

  const footer = (
    <>
      <Button
        variant="ghost"
        disabled={countChoices(panel.filters) === 0}
        onClick={() => panel.onChange(clearChoices(panel.filters))}
        className="px-2! text-sm!"
      >
        Limpar tudo
      </Button>
      <Button variant="ink" onClick={close} className="flex-1 px-2! text-sm!">
        {closeLabel}
      </Button>
    </>
  )
  return (
    <Sheet side="left" title="Filtros" isOpen={isOpen} onClose={close} footer={footer}>
      <FilterPanel {...panel} />
    </Sheet>
  )
}
