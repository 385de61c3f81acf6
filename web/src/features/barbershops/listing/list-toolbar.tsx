import { orders } from '@na-regua/contract/barbershops'
import { Select } from '../../../ui/select.tsx'
import type { SearchFilters } from '../filters/rules.ts'
import { LayoutSwitch } from './layout-switch.tsx'

const orderLabels = { distance: 'Distância', rating: 'Avaliação', price: 'Preço', popularity: 'Popularidade' }
const orderOptions = orders.map((value) => ({ value, label: orderLabels[value] }))

type ListToolbarProps = { wishes: SearchFilters; onChange: (wishes: SearchFilters) => void }

/** How the list stands: its order, and on wide screens its layout. */
export function ListToolbar({ wishes, onChange }: ListToolbarProps) {
  return (
    <div className="flex w-full items-center gap-3 md:w-auto">
      <label htmlFor="order" className="flex min-w-0 flex-1 items-center gap-2.5 text-sm">
        <span className="whitespace-nowrap text-mute">Ordenar por:</span>
        <span className="min-w-0 flex-1 md:w-40">
          <Select
            id="order"
            options={orderOptions}
            value={wishes.sort}
            onChange={(value) => onChange({ ...wishes, sort: orders.find((order) => order === value) ?? 'distance' })}
          />
        </span>
      </label>
      <LayoutSwitch />
    </div>
  )
}
