import { lazy, Suspense, useState } from 'react'
import { SearchCombobox } from '../features/barbershops/search/search-combobox.tsx'
import { usePlaceInUse } from '../features/places/use-place-in-use.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const SearchSheet = lazy(() =>
  import('../features/barbershops/search/search-sheet.tsx').then(({ SearchSheet: component }) => ({
    default: component,
  })),
)

/** A field on a desktop, a sheet on a phone. */
export function HeaderSearch() {
  const { coordinates } = usePlaceInUse()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)

  function open() {
    setOpened(true)
    setOpen(true)
  }

  return (
    <search className="flex w-full min-w-0 justify-end md:justify-start">
      <div className="hidden w-full max-w-120 md:block">
        <SearchCombobox place={coordinates} />
      </div>
      <IconButton label="Buscar barbearias" className="md:hidden" onClick={open}>
        <Icon name="search" />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <SearchSheet isOpen={isOpen} onClose={() => setOpen(false)} place={coordinates} />
        </Suspense>
      )}
    </search>
  )
}
