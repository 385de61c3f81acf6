import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import { useId } from 'react'
import { formatCount, formatDistance } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { Sheet } from '../../../ui/dialog.tsx'
import { controlClass } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Cover } from '../card/cover.tsx'
import { type SearchComboboxState, useSearchCombobox } from './use-search-combobox.ts'

type SearchResultsProps = {
  id: string
  shops: readonly BarbershopCard[]
  activeIndex: number
  onPick: (shop: BarbershopCard) => void
  onHover: (index: number) => void
}

/** The focus stays in the input, whose `aria-activedescendant` names the active option. */
function SearchResults({ id, shops, activeIndex, onPick, onHover }: SearchResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Barbearias encontradas" className="p-1.5">
      {shops.map((shop, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard.
        <div
          key={shop.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          onClick={() => onPick(shop)}
          onPointerMove={() => onHover(index)}
          className={clsx(
            'flex min-h-16 cursor-pointer items-center gap-3 rounded-control p-2',
            index === activeIndex && 'bg-sunken',
          )}
        >
          <Cover of={shop} className="size-13 shrink-0 rounded-small" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{shop.name}</span>
            <span className="block truncate text-sm text-mute">
              {shop.neighborhood}, {shop.city}
            </span>
          </span>
          {shop.distance_in_km !== null && (
            <span className="text-sm font-medium whitespace-nowrap text-mute tabular-nums">
              {formatDistance(shop.distance_in_km)}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

type SearchComboboxProps = {
  position: Coordinates
  /** Results always visible below the input, as in the sheet, instead of in a popup. */
  isInline?: boolean
  onPicked?: () => void
}

const HINT = 'Digite para buscar barbearias próximas'

function describeState({ isLongEnough, isLoading, shops }: SearchComboboxState['search']) {
  if (!isLongEnough) return HINT
  if (isLoading) return 'Buscando...'
  return shops.length === 0 ? 'Nenhuma barbearia encontrada' : formatCount(shops.length, 'resultado', 'resultados')
}

type PartProps = { combobox: SearchComboboxState; listId: string }

function SearchInput({ combobox, listId }: PartProps) {
  const { typed, search, isShown, active, activeIndex, open, type, handleKey } = combobox
  const hasList = isShown && search.shops.length > 0
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
      maxLength={80}
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
        <p aria-hidden="true" className={clsx('p-4 text-mute', isInline && 'py-10 text-center')}>
          {describeState(search)}
        </p>
      )}
    </div>
  )
}

export function SearchCombobox({ position, isInline = false, onPicked }: SearchComboboxProps) {
  const listId = useId()
  const combobox = useSearchCombobox({ position, isInline, onPicked })
  const { search, isShown, close } = combobox
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the list when the focus leaves.
    <div className="relative w-full" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-mute" />
      <SearchInput combobox={combobox} listId={listId} />
      <p role="status" className="sr-only">
        {isShown && describeState(search)}
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
