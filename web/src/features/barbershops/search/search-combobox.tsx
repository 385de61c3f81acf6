import { MAX_SENTENCE_LENGTH, type PlaceSuggestion } from '@na-regua/contract/suggestions'
import { Suspense, useId } from 'react'
import { formatCount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { ComboboxInput } from '../../../ui/combobox.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { MissingPart } from '../../../ui/loading.tsx'
import { type SearchComboboxState, useSearchCombobox } from './use-search-combobox.ts'

/** Loaded when the list is opened first. */
const SearchList = lazyPart(() => import('./search-rows.tsx').then((module) => module.SearchList), MissingPart)

type SearchComboboxProps = {
  position: Coordinates
  /** Results always visible below the input, as in the sheet, instead of in a popup. */
  isInline?: boolean
  /** The place that the search leads to. */
  onPlace: (place: PlaceSuggestion) => void
  onPicked?: () => void
}

const HINT = 'Digite para buscar barbearias próximas'

function describeState({ isLongEnough, isLoading, data }: SearchComboboxState['search'], count: number) {
  if (!isLongEnough) return HINT
  if (isLoading) return 'Buscando...'
  if (count > 0) return [formatCount(count, 'resultado', 'resultados'), ...(data?.notes ?? [])].join('. ')
  return 'Nenhuma barbearia encontrada. Tente um bairro, um serviço ou só parte do nome.'
}

export function SearchCombobox({ position, isInline = false, onPlace, onPicked }: SearchComboboxProps) {
  const listId = useId()
  const combobox = useSearchCombobox({ position, isInline, onPlace, onPicked })
  const { search, options, isShown, close } = combobox
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the list when the focus leaves.
    <div className="relative w-full" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <ComboboxInput
        input={combobox.input}
        label="Buscar barbearias"
        placeholder="Buscar por nome, serviço, bairro..."
        maxLength={MAX_SENTENCE_LENGTH}
        listId={listId}
        hasOptions={isShown && options.length > 0}
        activeIndex={combobox.active ? combobox.activeIndex : -1}
        isInline={isInline}
        value={combobox.typed}
        onType={combobox.type}
        onFocus={combobox.open}
        onKeyDown={combobox.handleKey}
      />
      <p role="status" className="sr-only">
        {isShown && describeState(search, options.length)}
      </p>
      <Suspense>
        {isShown && (
          <SearchList combobox={combobox} listId={listId} isInline={isInline} hint={describeState(search, 0)} />
        )}
      </Suspense>
    </div>
  )
}

type SearchSheetProps = Pick<SearchComboboxProps, 'position' | 'onPlace'> & { isOpen: boolean; onClose: () => void }

/** The search on a phone, as a full-screen sheet. */
export function SearchSheet({ isOpen, onClose, position, onPlace }: SearchSheetProps) {
  return (
    <Sheet side="full" title="Buscar barbearias" isOpen={isOpen} onClose={onClose}>
      <SearchCombobox position={position} isInline onPlace={onPlace} onPicked={onClose} />
    </Sheet>
  )
}
