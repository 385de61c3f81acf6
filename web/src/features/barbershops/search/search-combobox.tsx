import { useId } from 'react'
import { formatCount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { controlClass } from '../../../ui/text-field.tsx'
import { SearchResults } from './search-results.tsx'
import { type Combobox, useCombobox } from './use-combobox.ts'

type SearchComboboxProps = {
  place: Coordinates
  /** Results below the field for good, as in the sheet, instead of floating under it. */
  isInline?: boolean
  onPicked?: () => void
}

const HINT = 'Digite para buscar barbearias próximas'

function messageOf({ isLongEnough, isWaiting, shops }: Combobox['search']) {
  if (!isLongEnough) return HINT
  if (isWaiting) return 'Buscando...'
  return shops.length === 0 ? 'Nenhuma barbearia encontrada' : formatCount(shops.length, 'resultado', 'resultados')
}

type PartProps = { combobox: Combobox; listId: string }

function SearchInput({ combobox, listId }: PartProps) {
  const { typed, search, isShown, active, activeIndex, open, type, handleKey } = combobox
  const hasList = isShown && search.shops.length > 0
  return (
    <input
      type="search"
      role="combobox"
      aria-label="Buscar barbearias"
      aria-expanded={hasList}
      aria-controls={hasList ? listId : undefined}
      aria-autocomplete="list"
      aria-activedescendant={active ? `${listId}-${activeIndex}` : undefined}
      autoComplete="off"
      enterKeyHint="search"
      maxLength={80}
      placeholder="Buscar por nome, serviço, bairro..."
      value={typed}
      onChange={(event) => type(event.target.value)}
      onFocus={open}
      onKeyDown={handleKey}
      className={classNames(controlClass, 'border-line pl-11 [&::-webkit-search-cancel-button]:grayscale')}
    />
  )
}

const floating =
  'absolute inset-x-0 top-full z-20 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-card shadow-float'

function SearchList({ combobox, listId, isInline }: PartProps & { isInline: boolean }) {
  const { search, activeIndex, setActiveIndex, pick } = combobox
  return (
    <div className={isInline ? '-mx-2 mt-2' : floating}>
      {search.shops.length > 0 ? (
        <SearchResults
          id={listId}
          shops={search.shops}
          activeIndex={activeIndex}
          onPick={pick}
          onHover={setActiveIndex}
        />
      ) : (
        <p aria-hidden="true" className={classNames('p-4 text-mute', isInline && 'py-10 text-center')}>
          {messageOf(search)}
        </p>
      )}
    </div>
  )
}

export function SearchCombobox({ place, isInline = false, onPicked }: SearchComboboxProps) {
  const listId = useId()
  const combobox = useCombobox({ place, isInline, onPicked })
  const { search, isShown, close } = combobox
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the focus leaving what is inside.
    <div className="relative w-full" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-mute" />
      <SearchInput combobox={combobox} listId={listId} />
      <p role="status" className="sr-only">
        {isShown && messageOf(search)}
      </p>
      {isShown && <SearchList combobox={combobox} listId={listId} isInline={isInline} />}
    </div>
  )
}
