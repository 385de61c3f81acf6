import type { Filters } from '@na-regua/contract/barbershops'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PriceRange, SearchFilters } from './rules.ts'

type FilterPanelProps = {
  /** Undefined while the options are on their way. */
  options: Filters | undefined
  wishes: SearchFilters
  onChange: (wishes: SearchFilters) => void
}

function keyOf(range: PriceRange | undefined) {
  return range && `${range.min}-${range.max ?? ''}`
}

function toggled(features: readonly string[], name: string, isOn: boolean) {
  return isOn ? [...features, name] : features.filter((other) => other !== name)
}

function Features({ options, wishes, onChange }: FilterPanelProps & { options: Filters }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">Comodidades</legend>
      {options.features.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={wishes.features.includes(name)}
          onChange={(isOn) => onChange({ ...wishes, features: toggled(wishes.features, name, isOn) })}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3">
      <p className="sr-only">Carregando filtros</p>
      {['w-24', 'w-full', 'w-full', 'w-20', 'w-full', 'w-3/4'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks without a meaning of their own.
        <Skeleton key={index} className={`h-9 ${width}`} />
      ))}
    </div>
  )
}

/** Choosing the chosen one again clears it, except for features, of which any number may be on. */
export function FilterPanel({ options, wishes, onChange }: FilterPanelProps) {
  if (!options) return <Waiting />
  const { distances, ratings, priceRanges } = options
  return (
    <div className="grid gap-6">
      <ChoiceGroup
        legend="Distância"
        options={distances}
        value={wishes.radius}
        onChange={(radius) => onChange({ ...wishes, radius })}
      />
      <ChoiceGroup
        legend="Avaliação"
        options={ratings.map(({ value, label }) => ({ value, label: `${label} estrelas` }))}
        value={wishes.rating}
        onChange={(rating) => onChange({ ...wishes, rating })}
      />
      <ChoiceGroup
        legend="Faixa de preço"
        options={priceRanges.map((range) => ({ value: keyOf(range) as string, label: range.label }))}
        value={keyOf(wishes.price)}
        onChange={(key) => onChange({ ...wishes, price: priceRanges.find((range) => keyOf(range) === key) })}
      />
      <Features options={options} wishes={wishes} onChange={onChange} />
    </div>
  )
}
