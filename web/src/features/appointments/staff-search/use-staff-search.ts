import { MIN_STAFF_SEARCH } from '@na-regua/contract/staff-search'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommands } from '../../../lib/use-commands.ts'
import { useActiveOption, useDebounced } from '../../../ui/combobox.tsx'
import { staffSearchQuery } from './queries.ts'
import { listStaffOptions, type StaffOption } from './rules.ts'

type StaffSearchInput = {
  /** Results are always visible below the field, as in the sheet of a phone. */
  isInline: boolean
  /** The barbershop in which the user goes on, before the page of the choice is opened. */
  onBarbershop: (id: string) => void
  onPicked?: () => void
}

/** What was found for the typed text. New text aborts the previous request. */
function useStaffSearchResult(typed: string) {
  const text = typed.trim()
  const debounced = useDebounced(text)
  const { isOffline } = useCommands()
  const isLongEnough = text.length >= MIN_STAFF_SEARCH
  const { data, isFetching, isError, refetch } = useQuery({
    ...staffSearchQuery(debounced),
    enabled: isLongEnough && debounced.length >= MIN_STAFF_SEARCH && !isOffline,
  })
  const isLoading = isLongEnough && !isOffline && (debounced !== text || isFetching)
  const isCurrent = isLongEnough && !isOffline && !isLoading
  return {
    text,
    isOffline,
    isLongEnough,
    isLoading,
    isError: isCurrent && isError,
    groups: isCurrent && data ? listStaffOptions(data) : [],
    retry: () => void refetch(),
  }
}

/** Arrow keys move the active option, Enter opens it (or the first one), Escape closes the list, then clears the text. */
export function useStaffSearch({ isInline, onBarbershop, onPicked }: StaffSearchInput) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const result = useStaffSearchResult(typed)
  const options = result.groups.flatMap((group) => group.options)
  const list = useActiveOption(options.length)
  const active = options[list.activeIndex]

  function pick({ to, barbershopId }: StaffOption) {
    if (barbershopId) onBarbershop(barbershopId)
    list.close()
    setTyped('')
    onPicked?.()
    void navigate(to)
  }

  function type(text: string) {
    setTyped(text)
    list.setActiveIndex(-1)
    list.open()
  }

  /** False if there is nothing to leave: a dialog around the field is closed then. */
  function leave() {
    if (isInline || !(list.isOpen || typed)) return false
    if (list.isOpen) list.close()
    else setTyped('')
    return true
  }

  function handleKey(event: KeyboardEvent) {
    const picked = active ?? options[0]
    if (event.key === 'ArrowDown') list.move(1)
    else if (event.key === 'ArrowUp') list.move(-1)
    else if (event.key === 'Enter' && picked) pick(picked)
    // The key that leads here, when the field has the focus already.
    else if (event.key === '/' && typed === '') list.open()
    else if (event.key !== 'Escape' || !leave()) return
    event.preventDefault()
  }

  return {
    ...list,
    ...result,
    typed,
    options,
    activeIndex: active ? list.activeIndex : -1,
    isShown: isInline || list.isOpen,
    pick,
    type,
    handleKey,
  }
}

export type StaffSearchState = ReturnType<typeof useStaffSearch>
