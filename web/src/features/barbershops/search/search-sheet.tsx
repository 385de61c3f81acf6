import type { Coordinates } from '../../../lib/geolocation.ts'
import { Sheet } from '../../../ui/dialog.tsx'
import { SearchCombobox } from './search-combobox.tsx'

type SearchSheetProps = { isOpen: boolean; onClose: () => void; position: Coordinates }

/** The search on a phone, as a full-screen sheet. */
export function SearchSheet({ isOpen, onClose, position }: SearchSheetProps) {
  return (
    <Sheet side="full" title="Buscar barbearias" isOpen={isOpen} onClose={onClose}>
      <SearchCombobox position={position} isInline onPicked={onClose} />
    </Sheet>
  )
}
