import type { Coordinates } from '../../../lib/geolocation.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { SearchCombobox } from './search-combobox.tsx'

type SearchSheetProps = { isOpen: boolean; onClose: () => void; place: Coordinates }

/** The search on a phone, over everything. */
export function SearchSheet({ isOpen, onClose, place }: SearchSheetProps) {
  return (
    <Sheet side="full" title="Buscar barbearias" isOpen={isOpen} onClose={onClose}>
      <SearchCombobox place={place} isInline onPicked={onClose} />
    </Sheet>
  )
}
