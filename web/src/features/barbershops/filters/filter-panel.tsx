import type { FilterOptions } from '@na-regua/contract/barbershops'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, ChoiceGroup } from '../../../ui/checkbox.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { DayFields, ServiceField } from './filter-fields.tsx'
import { clearChoices, countChoices, type NearbyFilters, type PriceRange } from './rules.ts'

type FilterPanelProps = {
  /** Undefined while loading. */
  options: FilterOptions | undefined
  filters: NearbyFilters
  onChange: (filters: NearbyFilters) => void
  onRetry: (() => void) | undefined
}

function keyOf(range: PriceRange | undefined) {
  return range && `${range.min}-${range.max ?? ''}`
}

function withFeature(features: readonly string[], name: string, isOn: boolean) {
  return isOn ? [...features, name] : features.filter((other) => other !== name)
}

function Features({ options, filters, onChange }: Omit<FilterPanelProps, 'onRetry'> & { options: FilterOptions }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Comodidades</legend>
      {options.features.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={filters.features.includes(name)}
          onChange={(isOn) => onChange({ ...filters, features: withFeature(filters.features, name, isOn) })}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  )
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

const ANY_WAIT = 0
const waits = [
  { value: ANY_WAIT, label: 'Atende sem hora' },
  ...[10, 20, 40].map((value) => ({ value, label: `Espera até ${value} min` })),
]

function WaitChoice({ filters, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  return (
    <ChoiceGroup
      legend="Sem hora marcada"
      options={waits}
      value={filters.maxWait ?? (filters.walkIns ? ANY_WAIT : undefined)}
      onChange={(wait) => onChange({ ...filters, walkIns: wait === ANY_WAIT, maxWait: wait || undefined })}
    />
  )
}

function LastMinuteChoice({ filters, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  return (
    <Checkbox
      checked={filters.lastMinute === true}
      onChange={(isOn) => onChange({ ...filters, lastMinute: isOn || undefined })}
    >
      <span className="font-semibold">Relâmpago</span>
      <span className="block text-sm text-mute">Com desconto hoje</span>
    </Checkbox>
  )
}

/** Choosing the active option again clears it. Any number of features can be active. */
export function FilterPanel({ options, filters, onChange, onRetry }: FilterPanelProps) {
  if (onRetry)
    return (
      <div className="grid gap-3">
        Os filtros não carregaram.
        <Button variant="outline" onClick={onRetry}>
          Tentar novamente
        </Button>
      </div>
    )
  if (!options) return <PanelSkeleton />
  const { distances, ratings, priceRanges } = options
  return (
    <div className="grid gap-6">
      <ServiceField filters={filters} onChange={onChange} />
      <DayFields filters={filters} onChange={onChange} />
      <WaitChoice filters={filters} onChange={onChange} />
      <LastMinuteChoice filters={filters} onChange={onChange} />
      <ChoiceGroup
        legend="Distância"
        options={distances}
        value={filters.radius}
        onChange={(radius) => onChange({ ...filters, radius })}
      />
      <ChoiceGroup
        legend="Avaliação"
        options={ratings.map(({ value, label }) => ({ value, label: `${label} estrelas` }))}
        value={filters.rating}
        onChange={(rating) => onChange({ ...filters, rating })}
      />
      <ChoiceGroup
        legend="Faixa de preço"
        options={priceRanges.map((range) => ({ value: keyOf(range) as string, label: range.label }))}
        value={keyOf(filters.price)}
        onChange={(key) => onChange({ ...filters, price: priceRanges.find((range) => keyOf(range) === key) })}
      />
      <Features options={options} filters={filters} onChange={onChange} />
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
