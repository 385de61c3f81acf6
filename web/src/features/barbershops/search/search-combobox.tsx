import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { formatCount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { controlClass } from '../../../ui/text-field.tsx'
import { SearchResults } from './search-results.tsx'
import { useBarbershopSearch } from './use-barbershop-search.ts'

type SearchComboboxProps = {
  place: Coordinates
  /** Results below the field for good, as in the sheet, instead of floating under it. */
  isInline?: boolean
  onPicked?: () => void
}

const HINT = 'Digite para buscar barbearias próximas'

function messageOf({ isLongEnough, isWaiting, shops }: ReturnType<typeof useBarbershopSearch>) {
  if (!isLongEnough) return HINT
  if (isWaiting) return 'Buscando...'
  return shops.length === 0 ? 'Nenhuma barbearia encontrada' : formatCount(shops.length, 'resultado', 'resultados')
}

export function SearchCombobox({ place, isInline = false, onPicked }: SearchComboboxProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const listId = useId()
  const navigate = useNavigate()
  const search = useBarbershopSearch(typed, place)
  const { shops } = search
  const isShown = isInline || isOpen
  const active = shops[activeIndex]

  function close() {
    setOpen(false)
    setActiveIndex(-1)
  }

  function pick(shop: BarbershopCard) {
    close()
    setTyped('')
    onPicked?.()
    navigate(paths.barbershop(shop.id))
  }

  function move(step: number) {
    if (shops.length === 0) return
    setOpen(true)
    setActiveIndex((activeIndex < 0 && step < 0 ? shops.length : activeIndex) + step)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') move(activeIndex + 1 < shops.length ? 1 : -activeIndex)
    else if (event.key === 'ArrowUp') move(activeIndex === 0 ? shops.length - 1 : -1)
    else if (event.key === 'Enter' && (active ?? shops[0])) pick((active ?? shops[0]) as BarbershopCard)
    else if (event.key === 'Escape' && isOpen && !isInline) close()
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the focus leaving what is inside.
    <div className="relative w-full" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}>
      <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-mute" />
      <input
        type="search"
        role="combobox"
        aria-label="Buscar barbearias"
        aria-expanded={isShown && shops.length > 0}
        aria-controls={isShown && shops.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={80}
        placeholder="Buscar por nome, serviço, bairro..."
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActiveIndex(-1)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={handleKey}
        className={classNames(controlClass, 'border-line pl-11 [&::-webkit-search-cancel-button]:grayscale')}
      />
      <p role="status" className="sr-only">
        {isShown && messageOf(search)}
      </p>
      {isShown && (
        <div
          className={
            isInline
              ? '-mx-2 mt-2'
              : 'absolute inset-x-0 top-full z-20 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-card shadow-float'
          }
        >
          {shops.length > 0 ? (
            <SearchResults id={listId} shops={shops} activeIndex={activeIndex} onPick={pick} onHover={setActiveIndex} />
          ) : (
            <p aria-hidden="true" className={classNames('p-4 text-mute', isInline && 'py-10 text-center')}>
              {messageOf(search)}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
