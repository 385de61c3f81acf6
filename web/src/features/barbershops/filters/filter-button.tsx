import { lazy, Suspense, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { FilterPanel } from './filter-panel.tsx'
import { countChoices } from './rules.ts'

const FilterSheet = lazy(() =>
  import('./filter-sheet.tsx').then(({ FilterSheet: component }) => ({ default: component })),
)

type FilterButtonProps = Parameters<typeof FilterPanel>[0] & { total: number }

/** Opens the filters on a phone; a wide screen has them beside the list. */
export function FilterButton({ total, ...panel }: FilterButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const count = countChoices(panel.wishes)

  function open() {
    setOpened(true)
    setOpen(true)
  }

  return (
    <div className="md:hidden">
      <Button variant="outline" aria-haspopup="dialog" onClick={open}>
        <Icon name="filter" />
        Filtros
        {count > 0 && (
          <span className="grid min-w-5.5 place-items-center rounded-full bg-ink px-1 text-xs leading-5.5 text-paper tabular-nums">
            {count}
            <span className="sr-only"> ativos</span>
          </span>
        )}
      </Button>
      {wasOpened && (
        <Suspense>
          <FilterSheet
            {...panel}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            closeLabel={`Ver ${formatCount(total, 'barbearia', 'barbearias')}`}
          />
        </Suspense>
      )}
    </div>
  )
}
