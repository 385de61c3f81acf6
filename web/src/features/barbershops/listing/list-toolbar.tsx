import { orders } from '@na-regua/contract/barbershops'
import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Wishes } from '../filters/rules.ts'
import { useListLayout } from './use-list-layout.ts'

const orderLabels = { distance: 'Distância', rating: 'Avaliação', price: 'Preço', popularity: 'Popularidade' }
const orderOptions = orders.map((value) => ({ value, label: orderLabels[value] }))
const layouts = [
  { value: 'grid', label: 'Ver em grade', icon: <Icon name="grid" /> },
  { value: 'list', label: 'Ver em lista', icon: <Icon name="list" /> },
] as const

type ListToolbarProps = { wishes: Wishes; onChange: (wishes: Wishes) => void }

/** How the list stands: its order, and on wide screens its layout. */
export function ListToolbar({ wishes, onChange }: ListToolbarProps) {
  const [layout, setLayout] = useListLayout()
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
      <div className="hidden md:block">
        <Segmented label="Formato da lista" options={layouts} value={layout} onChange={setLayout} />
      </div>
    </div>
  )
}
