import type { BarbershopCard } from '@na-regua/contract/barbershops'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { searchQuery } from '../queries.ts'

const DEBOUNCE_MS = 300
const MIN_LENGTH = 2

function useDebounced(text: string) {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** Barbershops that match the typed text. New text aborts the previous request; a failed request finds nothing. */
function useBarbershopSearch(typed: string, position: Coordinates) {
  const text = typed.trim()
  const debounced = useDebounced(text)
  const isLongEnough = text.length >= MIN_LENGTH
  const { data, isFetching } = useQuery({
    ...searchQuery(debounced, position),
    enabled: isLongEnough && debounced.length >= MIN_LENGTH,
  })
  const isLoading = isLongEnough && (debounced !== text || isFetching)
  return { isLongEnough, isLoading, shops: isLongEnough && !isLoading ? (data?.barbershops ?? []) : [] }
}

/** Whether the list is open, and which of its options is active. */
function useActiveOption(count: number) {
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
    /** Wraps around at both ends. */
    move(step: 1 | -1) {
      if (count === 0) return
      setOpen(true)
      setActiveIndex((index) => (index < 0 && step < 0 ? count - 1 : (index + step + count) % count))
    },
  }
}

type ComboboxOptions = { position: Coordinates; isInline: boolean; onPicked?: () => void }

/** Arrow keys move the active option, Enter opens it (or the first one), Escape closes the list, then clears the text (decision 0060). */
export function useSearchCombobox({ position, isInline, onPicked }: ComboboxOptions) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const search = useBarbershopSearch(typed, position)
  const list = useActiveOption(search.shops.length)
  const active = search.shops[list.activeIndex]

  function pick(shop: BarbershopCard) {
    list.close()
    setTyped('')
    onPicked?.()
    navigate(paths.barbershop(shop.id))
  }

  function type(text: string) {
    setTyped(text)
    list.setActiveIndex(-1)
    list.open()
  }

  function handleKey(event: KeyboardEvent) {
    const picked = active ?? search.shops[0]
    if (event.key === 'ArrowDown') list.move(1)
    else if (event.key === 'ArrowUp') list.move(-1)
    else if (event.key === 'Enter' && picked) pick(picked)
    else if (event.key === 'Escape' && list.isOpen && !isInline) list.close()
    else if (event.key === 'Escape' && typed && !isInline) setTyped('')
    else return
    event.preventDefault()
  }

  return { ...list, typed, search, active, isShown: isInline || list.isOpen, pick, type, handleKey }
}

export type SearchComboboxState = ReturnType<typeof useSearchCombobox>
