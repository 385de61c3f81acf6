import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { useBarbershopSearch } from './use-barbershop-search.ts'

type Options = { place: Coordinates; isInline: boolean; onPicked?: () => void }

/** Which of the results is pointed at, and whether they are shown at all. */
function usePointer(count: number) {
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  return {
    isOpen,
    activeIndex,
    setActiveIndex,
    open: () => setOpen(true),
    close() {
      setOpen(false)
      setActiveIndex(-1)
    },
    /** Goes round: after the last comes the first, and before it the last. */
    move(step: 1 | -1) {
      if (count === 0) return
      setOpen(true)
      setActiveIndex((index) => (index < 0 && step < 0 ? count - 1 : (index + step + count) % count))
    },
  }
}

/** What is typed, found and pointed at, and what the keys do: arrows walk the results, Enter opens one, Esc closes the list. */
export function useCombobox({ place, isInline, onPicked }: Options) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const search = useBarbershopSearch(typed, place)
  const pointer = usePointer(search.shops.length)
  const active = search.shops[pointer.activeIndex]

  function pick(shop: BarbershopCard) {
    pointer.close()
    setTyped('')
    onPicked?.()
    navigate(paths.barbershop(shop.id))
  }

  function type(text: string) {
    setTyped(text)
    pointer.setActiveIndex(-1)
    pointer.open()
  }

  function handleKey(event: KeyboardEvent) {
    const chosen = active ?? search.shops[0]
    if (event.key === 'ArrowDown') pointer.move(1)
    else if (event.key === 'ArrowUp') pointer.move(-1)
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else if (event.key === 'Escape' && pointer.isOpen && !isInline) pointer.close()
    else return
    event.preventDefault()
  }

  return { ...pointer, typed, search, active, isShown: isInline || pointer.isOpen, pick, type, handleKey }
}

export type Combobox = ReturnType<typeof useCombobox>
