import { clsx } from 'clsx'
import { useId } from 'react'
import { formatCount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { Sheet } from '../../../ui/dialog.tsx'
import { controlClass } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hasSentence } from './rules.ts'
import { SearchResults, SearchStart } from './search-rows.tsx'
import { SentenceChips } from './sentence-chips.tsx'
import { type SearchComboboxState, useSearchCombobox } from './use-search-combobox.ts'

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
  return count === 0 ? 'Nenhuma barbearia encontrada' : formatCount(count, 'resultado', 'resultados')
}

type PartProps = { combobox: SearchComboboxState; listId: string }

function SearchInput({ combobox, listId }: PartProps) {
  const { typed, options, isShown, active, activeIndex, open, type, handleKey } = combobox
  const hasList = isShown && options.length > 0
  return (
    <input
      type="text"
      role="combobox"
      aria-label="Buscar barbearias"
      aria-expanded={hasList}
      aria-controls={hasList ? listId : undefined}
      aria-autocomplete="list"
      aria-activedescendant={active ? `${listId}-${activeIndex}` : undefined}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={120}
      placeholder="Buscar por nome, serviço, bairro..."
      value={typed}
      onChange={(event) => type(event.target.value)}
      onFocus={open}
      onKeyDown={handleKey}
      className={clsx(controlClass, 'border-line pl-11')}
    />
  )
}

const floating =
  'absolute inset-x-0 top-full z-20 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-card shadow-float'

function SearchList({ combobox, listId, isInline }: PartProps & { isInline: boolean }) {
  const { search, options, filters, activeIndex, setActiveIndex, pick, type, correct } = combobox
  const hasChips = filters !== undefined && (hasSentence(filters) || combobox.isCorrected)
  return (
    // Safari does not focus a pressed button: the focus then stays within, and the list stays open.
    <div tabIndex={-1} className={clsx('outline-none', isInline ? '-mx-2 mt-2' : floating)}>
      {hasChips && <SentenceChips filters={filters} places={search.data?.places ?? []} onChange={correct} />}
      {options.length > 0 && (
        <SearchResults id={listId} options={options} activeIndex={activeIndex} onPick={pick} onHover={setActiveIndex} />
      )}
      {!search.isLongEnough && <SearchStart hint={HINT} onChoose={type} />}
      {search.isLongEnough && options.length === 0 && (
        <p aria-hidden="true" className={clsx('p-4 text-mute', isInline && 'py-10 text-center')}>
          {describeState(search, 0)}
        </p>
      )}
    </div>
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
      <SearchInput combobox={combobox} listId={listId} />
      <p role="status" className="sr-only">
        {isShown && describeState(search, options.length)}
      </p>
      {isShown && <SearchList combobox={combobox} listId={listId} isInline={isInline} />}
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
