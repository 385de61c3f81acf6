import type { SentenceFilters } from '@na-regua/contract/suggestions'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { suggestionsQuery } from '../queries.ts'
import { addRecentSearch, listOptions, type SearchOption } from './rules.ts'

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

/** What the typed text means. New text aborts the previous request; a failed request finds nothing. */
function useSuggestions(typed: string, position: Coordinates) {
  const text = typed.trim()
  const debounced = useDebounced(text)
  const isLongEnough = text.length >= MIN_LENGTH
  const { data, isFetching } = useQuery({
    ...suggestionsQuery(debounced, position),
    enabled: isLongEnough && debounced.length >= MIN_LENGTH,
  })
  const isLoading = isLongEnough && (debounced !== text || isFetching)
  return { isLongEnough, isLoading, text, data: isLongEnough && !isLoading ? data : undefined }
}

/** Corrections hold for the sentence that they were made to. */
function useSentenceFilters({ text, data }: ReturnType<typeof useSuggestions>) {
  const [corrected, setCorrected] = useState<{ text: string; filters: SentenceFilters }>()
  const current = data && corrected?.text === text ? corrected.filters : undefined
  return {
    corrected: current,
    filters: current ?? data?.sentence,
    correct: (filters: SentenceFilters) => setCorrected({ text, filters }),
  }
}

/** Whether the list is open, and which of its options is active. The focus returns to `input`. */
function useActiveOption(count: number) {
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  return {
    input,
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
  const [params] = useSearchParams()
  const search = useSuggestions(typed, position)
  const { corrected, filters, correct } = useSentenceFilters(search)
  const options = listOptions(search.data, corrected, params)
  const list = useActiveOption(options.length)
  const active = options[list.activeIndex]

  function pick({ to }: SearchOption) {
    addRecentSearch(search.text)
    list.close()
    setTyped('')
    onPicked?.()
    navigate(to)
  }

  function type(text: string) {
    setTyped(text)
    list.setActiveIndex(-1)
    list.open()
  }

  function handleKey(event: KeyboardEvent) {
    const picked = active ?? options[0]
    if (event.key === 'ArrowDown') list.move(1)
    else if (event.key === 'ArrowUp') list.move(-1)
    else if (event.key === 'Enter' && picked) pick(picked)
    else if (event.key === 'Escape' && list.isOpen && !isInline) list.close()
    else if (event.key === 'Escape' && typed && !isInline) setTyped('')
    else return
    event.preventDefault()
  }

  const isCorrected = corrected !== undefined
  const isShown = isInline || list.isOpen
  return { ...list, typed, search, options, filters, isCorrected, correct, active, isShown, pick, type, handleKey }
}

export type SearchComboboxState = ReturnType<typeof useSearchCombobox>
