import { createStoredValue, useStoredValue } from '../../../lib/use-stored-value.ts'
import { Segmented } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CardLayout } from '../card/barbershop-card.tsx'

const storedLayout = createStoredValue<CardLayout>({
  key: 'listLayout',
  parse: (text) => (text === 'list' ? 'list' : 'grid'),
  format: (layout) => layout,
})

export function useListLayout() {
  const [layout = 'grid', setLayout] = useStoredValue(storedLayout)
  return [layout, setLayout] as const
}

const layouts = [
  { value: 'grid', label: 'Ver em grade', icon: <Icon name="grid" /> },
  { value: 'list', label: 'Ver em lista', icon: <Icon name="list" /> },
] as const

/** Hidden on a phone: with one column both layouts look the same. */
export function LayoutSwitch() {
  const [layout, setLayout] = useListLayout()
  return (
    <div className="hidden md:block">
      <Segmented label="Formato da lista" options={layouts} value={layout} onChange={setLayout} />
    </div>
  )
}

/** Shows the map of the results. */
export const mapParameter = 'map'
