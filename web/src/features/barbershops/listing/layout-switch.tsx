import { Icon } from '../../../ui/icon.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useListLayout } from './use-list-layout.ts'

const layouts = [
  { value: 'grid', label: 'Ver em grade', icon: <Icon name="grid" /> },
  { value: 'list', label: 'Ver em lista', icon: <Icon name="list" /> },
] as const

/** Grid or list; a phone has room for one column only, so both would be the same there. */
export function LayoutSwitch() {
  const [layout, setLayout] = useListLayout()
  return (
    <div className="hidden md:block">
      <Segmented label="Formato da lista" options={layouts} value={layout} onChange={setLayout} />
    </div>
  )
}
