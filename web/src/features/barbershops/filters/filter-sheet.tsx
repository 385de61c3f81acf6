import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { clearChoices, countChoices } from './rules.ts'

type FilterSheetProps = Parameters<typeof FilterPanel>[0] & {
  isOpen: boolean
  onClose: () => void
  closeLabel: string
}

/** The filter panel on a phone. */
export function FilterSheet({ isOpen, onClose, closeLabel, ...panel }: FilterSheetProps) {
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
      <Button variant="ink" onClick={onClose} className="flex-1 px-2! text-sm!">
        {closeLabel}
      </Button>
    </>
  )
  return (
    <Sheet side="left" title="Filtros" isOpen={isOpen} onClose={onClose} footer={footer}>
      <FilterPanel {...panel} />
    </Sheet>
  )
}
