import { MAX_SENTENCE_LENGTH } from '@na-regua/contract/suggestions'
import { clsx } from 'clsx'
import { Suspense, useId, useLayoutEffect } from 'react'
import { formatCount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { Sheet } from '../../../ui/dialog.tsx'
import { controlClass } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MissingPart } from '../../../ui/loading.tsx'
import { type SearchComboboxState, useSearchCombobox } from './use-search-combobox.ts'

/** Loaded when the list is opened first. */
const SearchList = lazyPart(() => import('./search-rows.tsx').then((module) => module.SearchList), MissingPart)

type SearchComboboxProps = {
  position: Coordinates
  /** Results always visible below the input, as in the sheet, instead of in a popup. */
  isInline?: boolean
  onPicked?: () => void
}

const HINT = 'Digite para buscar barbearias próximas'

function describeState({ isLongEnough, isLoading }: SearchComboboxState['search'], count: number) {
  if (!isLongEnough) return HINT
  if (isLoading) return 'Buscando...'
  if (count > 0) return formatCount(count, 'resultado', 'resultados')
  return 'Nenhuma barbearia encontrada. Tente um bairro, um serviço ou só parte do nome.'
}

type PartProps = { combobox: SearchComboboxState; listId: string }

function SearchInput({ combobox, listId, isInline }: PartProps & { isInline: boolean }) {
  const { input, typed, options, isShown, active, activeIndex, open, type, handleKey } = combobox
  const hasList = isShown && options.length > 0
  // What was typed before hydration is on the page only: the next rendering would erase it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useLayoutEffect(() => {
    if (input.current?.value) type(input.current.value)
    // Read by the dialog when it opens, so that a phone's keyboard is there without another tap. React does not render the attribute.
    input.current?.toggleAttribute('autofocus', isInline)
  }, [])
  return (
    <input
      ref={input}
      type="text"
      role="combobox"
      aria-label="Buscar barbearias"
      aria-expanded={hasList}
      aria-controls={hasList ? listId : undefined}
      aria-autocomplete="list"
      aria-activedescendant={active ? `${listId}-${activeIndex}` : undefined}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={MAX_SENTENCE_LENGTH}
      placeholder="Buscar por nome, serviço, bairro..."
      value={typed}
      onChange={(event) => type(event.target.value)}
      onFocus={open}
      onKeyDown={handleKey}
      className={clsx(controlClass, 'border-line pl-11')}
    />
  )
}

export function SearchCombobox({ position, isInline = false, onPicked }: SearchComboboxProps) {
  const listId = useId()
  const combobox = useSearchCombobox({ position, isInline, onPicked })
  const { search, options, isShown, close } = combobox
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the list when the focus leaves.
    <div className="relative w-full" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-mute" />
      <SearchInput combobox={combobox} listId={listId} isInline={isInline} />
      <p role="status" className="sr-only">
        {isShown && describeState(search, options.length)}
      </p>
      <Suspense>
        {isShown && (
          <SearchList
            combobox={combobox}
            listId={listId}
            isInline={isInline}
            hint={HINT}
            emptyText={describeState(search, 0)}
          />
        )}
      </Suspense>
    </div>
  )
}

type SearchSheetProps = { isOpen: boolean; onClose: () => void; position: Coordinates }

/** The search on a phone, as a full-screen sheet. */
export function SearchSheet({ isOpen, onClose, position }: SearchSheetProps) {
  return (
    <Sheet side="full" title="Buscar barbearias" isOpen={isOpen} onClose={onClose}>
      <SearchCombobox position={position} isInline onPicked={onClose} />
    </Sheet>
  )
}
