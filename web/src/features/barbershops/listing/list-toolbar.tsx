import { orders } from '@na-regua/contract/barbershops'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select-field.tsx'
import type { Wishes } from '../filters/rules.ts'
import { useListLayout } from './use-list-layout.ts'

const orderLabels = { distance: 'Distância', rating: 'Avaliação', price: 'Preço', popularity: 'Popularidade' }
const orderOptions = orders.map((value) => ({ value, label: orderLabels[value] }))
const layouts = [
  { value: 'grid', label: 'Ver em grade', icon: <Icon name="grid" /> },
  { value: 'list', label: 'Ver em lista', icon: <Icon name="list" /> },
] as const

type ListToolbarProps = {
  wishes: Wishes
  onChange: (wishes: Wishes) => void
  /** Opens the filters on a phone. */
  filterButton: ReactNode
  quickWishes: ReactNode
}

export function ListToolbar({ wishes, onChange, filterButton, quickWishes }: ListToolbarProps) {
  const [layout, setLayout] = useListLayout()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
      <div className="flex max-w-full min-w-0 gap-2">
        {filterButton}
        {quickWishes}
      </div>
      <div className="flex flex-1 items-center justify-between gap-3 md:justify-end">
        <label htmlFor="order" className="flex min-w-0 flex-1 items-center gap-2.5 text-sm md:max-w-66 md:flex-none">
          <span className="whitespace-nowrap text-mute">Ordenar por:</span>
          <Select
            id="order"
            options={orderOptions}
            value={wishes.sort}
            onChange={(value) => onChange({ ...wishes, sort: orders.find((order) => order === value) ?? 'distance' })}
          />
        </label>
        <div className="hidden md:block">
          <Segmented label="Formato da lista" options={layouts} value={layout} onChange={setLayout} />
        </div>
      </div>
    </div>
  )
}
